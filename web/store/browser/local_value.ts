import { jsonOf } from '../../model/values/json_text';
import { type Check, record } from '../../model/values/shape';
import { type StoredThing, tellSetAside } from './set_aside';

/** Where a text goes that cannot be read. */
export const asideKey = (key: string) => `${key}.unreadable`;

/**
 * A value of local storage that passes `check`. What does not is set aside under another key and
 * told; undefined then, where there is none, and where storage is barred.
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
    // The page then forgets, and works.
  }
  return undefined;
}

/**
 * The members that pass `each`, which is given their names, of an object in local storage; the
 * others are set aside and told.
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
    // As above.
  }
  return readable;
}
