/**
 * @file What a student is called who gave no name: as the file is, or the folder that a course
 * system has put it into.
 */

/** Moodle puts the student's name before this in the name of a folder or file. */
const MOODLE = /^(.+?)_\d+_assignsubmission_file/;

const baseOf = (path: string) => (path.split('/').at(-1) ?? path).replace(/\.json$/i, '');

/** The student's name in a path, where a course system puts it there. */
function studentIn(path: string): string | undefined {
  for (const part of path.split('/')) {
    const name = MOODLE.exec(part)?.[1];
    if (name) return name;
  }
  return undefined;
}

/** Names each of these paths; files with the same name are called by their folders. */
export function fileNamer(paths: Iterable<string>): (path: string) => string {
  const named = new Map<string, number>();
  for (const path of new Set(paths)) named.set(baseOf(path), (named.get(baseOf(path)) ?? 0) + 1);
  return (path) => {
    const base = baseOf(path);
    const student = studentIn(path);
    if (student !== undefined) return student;
    const folder = path.split('/').at(-2);
    return folder && (named.get(base) ?? 0) > 1 ? folder : base;
  };
}
