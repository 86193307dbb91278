import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import type { Check } from '../../model/values/shape';
import { type StoredThing, setAside, tellSetAside } from './set_aside';

/** An answer takes milliseconds; who waits longer waits for a database that is stuck. */
const PATIENCE = 2000;

const overdue = Symbol('overdue');

/**
 * One of the browser's databases. Where it is barred, or does not answer, everything below does nothing, and the page
 * works without memory.
 */
export function browserDatabase(name: string, store: string) {
  let opened: UseStore | undefined;
  let silent = false;
  // A database of its own: idb-keyval adds no store to one that exists.
  const database = () => {
    opened ??= createStore(name, store);
    return opened;
  };

  /** `otherwise` where there is no answer; once there was none, nobody waits again. */
  const quietly = async <T>(work: (database: UseStore) => Promise<T>, otherwise: T): Promise<T> => {
    if (silent) return otherwise;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<typeof overdue>((resolve) => {
      timer = setTimeout(() => resolve(overdue), PATIENCE);
    });
    try {
      const answer = await Promise.race([work(database()), patience]);
      if (answer !== overdue) return answer;
      silent = true;
      setAside.setState({ silent: true });
    } catch {
      // It is barred, or full.
    } finally {
      clearTimeout(timer);
    }
    return otherwise;
  };

  /** Under another name, where nobody reads it. */
  const put = (key: string, value: unknown, thing: StoredThing) => {
    tellSetAside(thing);
    return quietly(async (into) => {
      await set(`unreadable:${key}`, value, into);
      await del(key, into);
    }, undefined);
  };

  return {
    quietly,
    set: (key: string, value: unknown) => quietly((into) => set(key, value, into), undefined),
    forget: (key: string) => quietly((from) => del(key, from), undefined),
    /** The value under a key if it passes `check`; what does not is set aside. */
    find: async <T>(key: string, check: Check, thing: StoredThing): Promise<T | undefined> => {
      const value = await quietly<unknown>((from) => get(key, from), undefined);
      if (value === undefined || check(value, '') === undefined) return value as T | undefined;
      await put(key, value, thing);
      return undefined;
    },
    /** All values whose names begin so and that pass `check`; the others are set aside. */
    list: async <T>(prefix: string, check: Check, thing: StoredThing): Promise<readonly T[]> => {
      const all = await quietly<[IDBValidKey, unknown][]>((from) => entries(from), []);
      const mine = all.filter(([key]) => String(key).startsWith(prefix));
      const good = mine.filter(([, value]) => check(value, '') === undefined);
      const bad = mine.filter((each) => !good.includes(each));
      for (const [key, value] of bad) await put(String(key), value, thing);
      return good.map(([, value]) => value as T);
    },
  };
}
