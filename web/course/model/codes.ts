/**
 * @file Short codes of lectures, for links and answers that have to be short
 * (scenarios/codes.json).
 */
import file from '../../../scenarios/codes.json';

export { CODE_DIGITS, digitsOf, numberOf, shortHash } from '../../model/edit/short_code';

/** The number of letters of a lecture's code. */
export const CODE_LENGTH = 2;

/** The names that a lecture has had, by code; the last one is that of its file. */
export type CodeNames = Readonly<Record<string, readonly string[]>>;

/** Maps codes and names of lectures to lectures. */
export interface LectureCodes {
  /** All codes that were ever given. */
  readonly all: readonly string[];
  /** The code of a lecture, by its name or a former name. */
  codeOf(lecture: string): string | undefined;
  /** True if a lecture of this name is a measured one. */
  isMeasured(lecture: string): boolean;
  /** The lecture's present name; undefined where no lecture has had this code. */
  lectureOf(code: string): string | undefined;
  /**
   * The present name of a lecture that may have had this one before; the name itself where it has
   * no code.
   */
  nameOf(lecture: string): string;
}

/** Reads a table of codes: a lecture keeps its code whatever its name becomes. */
export function lectureCodes(lectures: CodeNames, measured: CodeNames = {}): LectureCodes {
  const names = { ...lectures, ...measured };
  const byName = new Map(
    Object.entries(names).flatMap(([code, all]) => all.map((name) => [name, code] as const)),
  );
  const lectureOf = (code: string) =>
    Object.hasOwn(names, code) ? names[code]?.at(-1) : undefined;
  return {
    all: Object.keys(names),
    codeOf: (lecture) => byName.get(lecture),
    isMeasured: (lecture) => Object.hasOwn(measured, byName.get(lecture) ?? ''),
    lectureOf,
    nameOf: (lecture) => lectureOf(byName.get(lecture) ?? '') ?? lecture,
  };
}

/** The codes of the shipped lectures. */
export const codes: LectureCodes = lectureCodes(file.lectures, file.measured);
