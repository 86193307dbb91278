import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import type { Check } from '../../model/values/shape';
import { type StoredThing, setAside, tellSetAside } from './set_aside';

/**
 * An answer takes milliseconds; who waits longer waits for a database that is stuck. Counted in
 * turns of the page, since a page that is busy itself hears nobody.
 */
const PATIENCE = { turns: 20, each: 100 };

const overdue = Symbol('overdue');

/** Nothing is kept then, and nobody waits to hear of it. */
const ignored = () => {};

/** Resolves when patience ends; `stop` ends it without. */
function patience() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<typeof overdue>((resolve) => {
    const turn = (left: number) => {
      timer = setTimeout(() => (left > 1 ? turn(left - 1) : resolve(overdue)), PATIENCE.each);
    };
    turn(PATIENCE.turns);
  });
  return { over, stop: () => clearTimeout(timer) };
}

/**
 * One of the browser's databases. Where it is barred, or does not answer, everything below does
 * nothing, and the page works without memory.
 */
export function browserDatabase(name: string, store: string) {
  let opened: UseStore | undefined;
  let silent = false;
  // A database of its own: idb-keyval adds no store to one that exists.
  const database = () => {
    opened ??= createStore(name, store);
    return opened;
  };

  const tell = (now: boolean) => {
    silent = now;
    setAside.setState({ silent: now });
  };

  /**
   * `otherwise` where there is no answer; once there was none, nobody waits again until a late one
   * comes. What is to be kept goes on its way all the same: a disk that is slow for a moment loses
   * nothing.
   */
  const quietly = async <T>(work: (database: UseStore) => Promise<T>, otherwise: T): Promise<T> => {
    const { over, stop } = patience();
    try {
      const answer = work(database());
      if (silent) {
        answer.then(() => silent && tell(false), ignored);
        return otherwise;
      }
      const first = await Promise.race([answer, over]);
      if (first !== overdue) return first;
      answer.then(() => tell(false), ignored);
      tell(true);
    } catch {
      // It is barred, or full.
    } finally {
      stop();
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
    put,
    set: (key: string, value: unknown) => quietly((into) => set(key, value, into), undefined),
    forget: (key: string) => quietly((from) => del(key, from), undefined),
    /** The value under a key if it passes `check`; what does not is set aside. */
    find: async <T>(key: string, check: Check, thing: StoredThing): Promise<T | undefined> => {
      const value = await quietly<unknown>((from) => get(key, from), undefined);
      if (value === undefined || check(value, '') === undefined) return value as T | undefined;
      await put(key, value, thing);
      return undefined;
    },
  };
}
