import { delMany, entries, getMany, setMany } from 'idb-keyval';
import type { PointResult } from '../../engine/protocol/experiment';
import { isPointResult } from '../../model/experiment/point_result_shape';
import { object, string } from '../../model/values/shape';
import { browserDatabase } from '../../store/browser/browser_database';

/** Results that outlive the page, by the key of their point. */
export interface KeptPoints {
  find(keys: readonly string[]): Promise<ReadonlyMap<string, PointResult>>;
  /**
   * Resolves when the result is stored. Results that come while others are being written are
   * written together.
   */
  keep(engine: string, key: string, result: PointResult): Promise<void>;
  /** Forgets the results of other engines: no key will ever ask for them again. */
  prune(engine: string): Promise<void>;
}

/** Results hold more than they did: those of another form are measured again. */
const FORM = 2;

interface Kept {
  readonly engine: string;
  readonly form?: number;
  readonly result: PointResult;
}

/** Entries of another form are measured anew, so nothing is lost with them. */
const kept = object({ engine: string, result: object({}) });
const isKept = (value: unknown): value is Kept => kept(value, '') === undefined;

/** A file that was read earlier may have brought results that no engine measures. */
const shown = ({ form, result }: Kept) => form === FORM && isPointResult(result);

/**
 * Keeps results in this browser's database; where storage is barred nothing is kept, and the page
 * works.
 */
export function keptPoints(): KeptPoints {
  const { quietly } = browserDatabase('afterimage-points', 'points');
  let gathered: [string, Kept][] = [];
  let written: Promise<void> = Promise.resolve();
  const write = () => {
    const batch = gathered;
    gathered = [];
    return quietly((into) => setMany(batch, into), undefined);
  };
  return {
    find: async (keys) => {
      const wanted = [...keys];
      const found = await quietly<unknown[]>((from) => getMany(wanted, from), []);
      return new Map(
        wanted.flatMap((key, n) => {
          const kept = found[n];
          return isKept(kept) && shown(kept) ? [[key, kept.result] as const] : [];
        }),
      );
    },
    keep: (engine, key, result) => {
      gathered.push([key, { engine, form: FORM, result }]);
      if (gathered.length === 1) written = written.then(write);
      return written;
    },
    prune: (engine) =>
      quietly(async (from) => {
        const old = (await entries<string, unknown>(from))
          .filter(([, kept]) => !isKept(kept) || kept.engine !== engine || kept.form !== FORM)
          .map(([key]) => key);
        if (old.length > 0) await delMany(old, from);
      }, undefined),
  };
}
