import { entries } from 'idb-keyval';
import type { Check } from '../../model/values/shape';
import type { browserDatabase } from './browser_database';
import type { StoredThing } from './set_aside';

/** All values whose names have this prefix and that pass `check`; others are moved away. */
export async function listValues<T>(
  { quietly, put }: ReturnType<typeof browserDatabase>,
  prefix: string,
  check: Check,
  thing: StoredThing,
): Promise<readonly T[]> {
  const all = await quietly<[IDBValidKey, unknown][]>((from) => entries(from), []);
  const mine = all.filter(([key]) => String(key).startsWith(prefix));
  const good = mine.filter(([, value]) => check(value, '') === undefined);
  const bad = mine.filter((each) => !good.includes(each));
  for (const [key, value] of bad) await put(String(key), value, thing);
  return good.map(([, value]) => value as T);
}
