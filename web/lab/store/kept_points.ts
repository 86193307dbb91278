import { delMany, entries, getMany, setMany } from 'idb-keyval';
import type { PointResult } from '../../engine/protocol/experiment';
import { isPointResult } from '../../model/experiment/point_result_shape';
import { object, string } from '../../model/values/shape';
import { browserDatabase } from '../../store/browser/browser_database';

/** Results that outlive the page, by the key of their point. */
export interface KeptPoints {
  find(keys: readonly string[]): Promise<ReadonlyMap<string, PointResult>>;
  keep(engine: string, key: string, result: PointResult): Promise<void>;
  /** Forgets what other engines measured: no key will ever ask for it again. */
  prune(engine: string): Promise<void>;
}

/** Results hold more than they did: those of another form are measured again. */
const FORM = 2;

interface Kept {
  readonly engine: string;
  readonly form?: number;
  readonly result: PointResult;
}

/** What else has got there is measured anew, so nothing is lost with it. */
const kept = object({ engine: string, result: object({}) });
const isKept = (value: unknown): value is Kept => kept(value, '') === undefined;

/** A file that was read once may have brought what no engine measures. */
const shown = ({ form, result }: Kept) => form === FORM && isPointResult(result);

/** In this browser's database; where storage is barred nothing is kept, and the page works. */
export function keptPoints(): KeptPoints {
  const { quietly } = browserDatabase('afterimage-points', 'points');
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
    keep: (engine, key, result) =>
      quietly(
        (into) => setMany([[key, { engine, form: FORM, result } satisfies Kept]], into),
        undefined,
      ),
    prune: (engine) =>
      quietly(async (from) => {
        const old = (await entries<string, unknown>(from))
          .filter(([, kept]) => !isKept(kept) || kept.engine !== engine || kept.form !== FORM)
          .map(([key]) => key);
        if (old.length > 0) await delMany(old, from);
      }, undefined),
  };
}
