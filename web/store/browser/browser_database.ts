import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import type { Check } from '../../model/values/shape';
import { type StoredThing, setAside, tellSetAside } from './set_aside';

/**
 * The time within which an answer comes unless the database is stuck: usually it takes
 * milliseconds. It is counted in turns of the page, since a busy page receives no answers.
 */
const PATIENCE = { turns: 20, each: 100 };

const overdue = Symbol('overdue');

/** The failure is ignored: the value is then not kept. */
const ignored = () => {};

/** Resolves when the time is over; `stop` ends it before. */
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
 * A database of the browser. Where it is barred, or does not answer, all functions below do
 * nothing, and the page works without memory.
 */
export function browserDatabase(name: string, store: string) {
  let opened: UseStore | undefined;
  let silent = false;
  // Each has a database of its own: idb-keyval adds no store to an existing one.
  const database = () => {
    opened ??= createStore(name, store);
    return opened;
  };

  const tell = (now: boolean) => {
    silent = now;
    setAside.setState({ silent: now });
  };

  /**
   * Returns `otherwise` where there is no answer; after that, calls do not wait again until a late
   * answer comes. Values are still sent to be stored: a disk that is slow for a moment loses
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
      // The storage is barred, or full.
    } finally {
      stop();
    }
    return otherwise;
  };

  /** The value moves to another name, under which it is never read. */
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
    /** The value under a key if it passes `check`; any other value is moved away. */
    find: async <T>(key: string, check: Check, thing: StoredThing): Promise<T | undefined> => {
      const value = await quietly<unknown>((from) => get(key, from), undefined);
      if (value === undefined || check(value, '') === undefined) return value as T | undefined;
      await put(key, value, thing);
      return undefined;
    },
  };
}
