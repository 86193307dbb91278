import { number, object, string } from '../../model/values/shape';
import { localValue } from '../../store/browser/local_value';

// The experiment that was measured last in this browser: the laboratory opens on its picture.

export interface LastMeasured {
  /** The id of an experiment of the library. */
  readonly experiment: string;
  /** The engine that measured it. */
  readonly engine: string;
  /** The time in milliseconds since 1970. */
  readonly when: number;
}

const KEY = 'afterimage.lab';

const shape = object({ experiment: string, engine: string, when: number });

/** The entry; undefined where none was kept, or it has another form. */
export const lastMeasured = () => localValue(KEY, shape, 'measured') as LastMeasured | undefined;

export function keepLastMeasured(last: LastMeasured): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(last));
  } catch {
    // The storage may be barred; the default is measured then.
  }
}
