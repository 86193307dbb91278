import { createStore, delMany, entries, getMany, setMany } from 'idb-keyval';
import type { PointResult } from '../engine/experiment_protocol';
import { isPointResult } from '../model/point_result_shape';

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

/** A file that was read once may have brought what no engine measures. */
const shown = ({ form, result }: Kept) => form === FORM && isPointResult(result);

/** In this browser's database; where storage is barred nothing is kept, and the page works. */
export function keptPoints(): KeptPoints {
  let opened: ReturnType<typeof createStore> | undefined;
  // A database of its own: idb-keyval adds no store to one that exists.
  const database = () => {
    opened ??= createStore('afterimage-points', 'points');
    return opened;
  };
  const quietly = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch {
      return otherwise;
    }
  };
  return {
    find: async (keys) => {
      const wanted = [...keys];
      const found = await quietly(() => getMany<Kept | undefined>(wanted, database()), []);
      return new Map(
        wanted.flatMap((key, n) => {
          const kept = found[n];
          return kept && shown(kept) ? [[key, kept.result] as const] : [];
        }),
      );
    },
    keep: (engine, key, result) =>
      quietly(
        () => setMany([[key, { engine, form: FORM, result } satisfies Kept]], database()),
        undefined,
      ),
    prune: (engine) =>
      quietly(async () => {
        const all = await entries<string, Kept>(database());
        const old = all
          .filter(([, kept]) => kept.engine !== engine || kept.form !== FORM)
          .map(([key]) => key);
        if (old.length > 0) await delMany(old, database());
      }, undefined),
  };
}
