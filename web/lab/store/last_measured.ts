import { number, object, string } from '../../model/values/shape';
import { localValue } from '../../store/browser/local_value';

// Which experiment was measured last in this browser: the laboratory opens on its picture.

export interface LastMeasured {
  /** Of the library. */
  readonly experiment: string;
  /** The engine that measured it. */
  readonly engine: string;
  /** Milliseconds since 1970. */
  readonly when: number;
}

const KEY = 'afterimage.lab';

const shape = object({ experiment: string, engine: string, when: number });

/** Undefined where nothing was kept, or what was kept has another form: that is set aside. */
export const lastMeasured = () => localValue(KEY, shape, 'measured') as LastMeasured | undefined;

export function keepLastMeasured(last: LastMeasured): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(last));
  } catch {
    // Storage may be barred; the default is measured then.
  }
}
