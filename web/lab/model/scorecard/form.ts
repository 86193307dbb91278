/** @file Whether a value that comes from a file has the form that is expected. */

/** What is wrong with a file, and with which of its values. */
export interface FormProblem {
  readonly path: string;
  readonly reason: string;
}

export type FormProblems = readonly FormProblem[];
export type Members = Readonly<Record<string, unknown>>;

/** An object with these members, maybe those, and no others. */
export function objectProblems(
  value: unknown,
  path: string,
  must: readonly string[],
  may: readonly string[] = [],
): FormProblems {
  if (!isObject(value)) return [{ path, reason: 'an object is expected' }];
  const known = [...must, ...may];
  return [
    ...must
      .filter((name) => !(name in value))
      .map((name) => ({ path: below(path, name), reason: 'missing' })),
    ...Object.keys(value)
      .filter((name) => !known.includes(name))
      .map((name) => ({
        path: below(path, name),
        reason: `unknown field; there are ${known.join(', ')}`,
      })),
  ];
}

/** What is wrong with the members of an object, of which it has one at least. */
export function eachMember(
  value: unknown,
  path: string,
  problems: (member: unknown, path: string) => FormProblems,
): FormProblems {
  if (!isObject(value)) return [{ path, reason: 'an object is expected' }];
  const members = Object.entries(value);
  if (members.length === 0) return [{ path, reason: 'empty' }];
  return members.flatMap(([name, member]) => problems(member, below(path, name)));
}

/** The member of this name is that value. */
export const exactly = (value: Members, name: string, wanted: string | number): FormProblems =>
  value[name] === wanted
    ? []
    : [{ path: name, reason: `the ${name} is ${JSON.stringify(wanted)}` }];

export const below = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
