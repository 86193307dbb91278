import { jsonOf } from '../../model/values/json_text';
import { type Check, record } from '../../model/values/shape';
import { type StoredThing, tellSetAside } from './set_aside';

/** The key to which an unreadable text is moved. */
export const asideKey = (key: string) => `${key}.unreadable`;

/**
 * A value of local storage that passes `check`. An unreadable one is moved to another key and
 * reported. Undefined then, and where there is none, or storage is barred.
 */
export function localValue(key: string, check: Check, thing: StoredThing): unknown {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return undefined;
    const value = jsonOf(text);
    if (value !== undefined && check(value, '') === undefined) return value;
    localStorage.setItem(asideKey(key), text);
    localStorage.removeItem(key);
    tellSetAside(thing);
  } catch {
    // The page then forgets it, and works.
  }
  return undefined;
}

/**
 * The members that pass `each`, which receives their names, of an object in local storage; the
 * others are moved away and reported.
 */
export function localRecord(
  key: string,
  each: Check,
  thing: StoredThing,
): Readonly<Record<string, unknown>> {
  const all = localValue(
    key,
    record(() => undefined),
    thing,
  ) as Record<string, unknown> | undefined;
  const members = Object.entries(all ?? {});
  const good = members.filter(([name, member]) => each(member, name) === undefined);
  const readable = Object.fromEntries(good);
  if (good.length === members.length) return readable;
  try {
    localStorage.setItem(asideKey(key), JSON.stringify(all));
    localStorage.setItem(key, JSON.stringify(readable));
    tellSetAside(thing);
  } catch {
    // The failure is ignored, as above.
  }
  return readable;
}
