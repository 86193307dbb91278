/** @file Whether a value that comes from a file has the form that is expected. */

/** A problem of a file, and the value that has it. */
export interface FormProblem {
  readonly path: string;
  readonly reason: string;
}

export type FormProblems = readonly FormProblem[];
export type Members = Readonly<Record<string, unknown>>;

/** Checks an object that has these members, perhaps those, and no others. */
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

/** The problems of the members of an object, which must have at least one. */
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

/** Checks that the member of this name has this value. */
export const exactly = (value: Members, name: string, wanted: string | number): FormProblems =>
  value[name] === wanted
    ? []
    : [{ path: name, reason: `the ${name} is ${JSON.stringify(wanted)}` }];

export const below = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
