import { parsedJson } from './json_text';
// Checks of a value from a file. Each returns the place of the first fault, or undefined.

/**
 * The place where a value has another form. `most` is set for a list with more values than it may
 * hold.
 */
export interface Misshapen {
  readonly path: string;
  readonly most?: number;
}

export type Check = (value: unknown, path: string) => Misshapen | undefined;
export type Checks = Readonly<Record<string, Check>>;

const is =
  (holds: (value: unknown) => boolean): Check =>
  (value, path) =>
    holds(value) ? undefined : { path };

export const number = is((value) => typeof value === 'number' && Number.isFinite(value));
export const boolean = is((value) => typeof value === 'boolean');
export const string = is((value) => typeof value === 'string');

export const absent = is((value) => value === null);

/** A whole number in a range. */
export const whole = (least: number, most: number) =>
  is((value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most);

/**
 * Accepts a value that passes one of the checks; otherwise the complaint is that of the check that
 * got furthest.
 */
export const either =
  (...checks: readonly Check[]): Check =>
  (value, path) => {
    const found = checks.map((check) => check(value, path));
    if (found.some((each) => each === undefined)) return undefined;
    return found.reduce((a, b) => ((b?.path.length ?? 0) > (a?.path.length ?? 0) ? b : a));
  };

/** One of these texts. */
export const oneOf = (texts: readonly string[]) =>
  is((value) => texts.some((text) => text === value));

/** A list of at most this many. */
export const list =
  (each: Check, most = Number.POSITIVE_INFINITY): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return { path };
    if (value.length > most) return { path, most };
    return first(value.entries(), ([n, member]) => each(member, `${path}[${n}]`));
  };

/** A list of two. */
export const pair =
  (each: Check): Check =>
  (value, path) =>
    list(each, 2)(value, path) ?? is((two) => (two as unknown[]).length === 2)(value, path);

/** An object whose every member is `each`. */
export const record =
  (each: Check): Check =>
  (value, path) =>
    isObject(value)
      ? first(Object.entries(value), ([name, member]) => each(member, `${path}.${name}`))
      : { path };

/** An object with these members, and perhaps those; other members do not matter. */
export const object =
  (must: Checks, may: Checks = {}): Check =>
  (value, path) => {
    if (!isObject(value)) return { path };
    const present = Object.entries(may).filter(([name]) => value[name] !== undefined);
    return first([...Object.entries(must), ...present], ([name, check]) =>
      check(value[name], `${path}.${name}`),
    );
  };

/** A text in the languages of the interface; one is enough. */
export const text: Check = (value, path) =>
  object({}, { en: string, zh: string })(value, path) ??
  is((words) => Object.keys(Object(words)).length > 0)(value, path);

/** The same words in both languages. */
export const bilingual: Check = object({ en: string, zh: string });

/** Lists of one length under these names of an object; under all, if none is named. */
export const sameLengths =
  (names?: readonly string[]): Check =>
  (value, path) => {
    const lists = value as Readonly<Record<string, readonly unknown[]>>;
    const lengths = (names ?? Object.keys(lists)).map(
      (name) => [name, lengthOf(lists[name])] as const,
    );
    const most = lengths.reduce((least, [, length]) => Math.min(least, length), Infinity);
    return first(lengths, ([name, length]) =>
      length > most ? { path: `${path}.${name}`, most } : undefined,
    );
  };

const lengthOf = (values: readonly unknown[] | undefined) => values?.length ?? 0;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text that has this form. Throws for any other text, with the place. */
export function readAs<T>(text: string, check: Check): T {
  const value = parsedJson(text);
  const found = check(value, '');
  if (found) throw new Error(`a file of another form${found.path && `, at ${found.path}`}`);
  return value as T;
}

/** The first complaint of all. */
function first<T>(
  members: Iterable<T>,
  complaint: (member: T) => Misshapen | undefined,
): Misshapen | undefined {
  for (const member of members) {
    const found = complaint(member);
    if (found) return found;
  }
  return undefined;
}
