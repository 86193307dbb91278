import type { Scenario } from '../../engine/protocol';
import { FILE_RULES } from './file_rules';
import { type CopyRule, LANGUAGES, type LectureFile } from './lecture_rule';

/** A rule's complaint about a lecturer's own copy of a lecture. */
export interface CopyProblem {
  readonly rule: CopyRule;
  /** The path in the scenario: `marks[2].say.en`. */
  readonly path: string;
  /** The place of its mark, from 0. */
  readonly mark: number | undefined;
  /** The words that the complaint is about. */
  readonly words: string | undefined;
}

const inLanguage = new RegExp(`\\.(${LANGUAGES.join('|')})$`);

/** The value at a path such as `marks[2].say`. */
function valueAt(value: unknown, path: string): unknown {
  let here = value;
  for (const [, name] of path.matchAll(/([\w-]+)/g)) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Readonly<Record<string, unknown>>)[name ?? ''];
  }
  return here;
}

/**
 * True for a complaint about a language that a text lacks while it has the other one: one language
 * is enough.
 */
function isOtherLanguage(scenario: Scenario, path: string): boolean {
  const match = inLanguage.exec(path);
  if (!match) return false;
  const text = valueAt(scenario, path.slice(0, match.index));
  if (typeof text !== 'object' || text === null) return false;
  return !(text as Readonly<Record<string, unknown>>)[match[1] ?? ''];
}

/** The part of a complaint that does not depend on the language. */
const spot = ({ rule, path, words }: CopyProblem) =>
  `${rule} ${path.replace(inLanguage, '')} ${words ?? ''}`;

/**
 * The complaints of the library's rules that apply to a lecturer's own copy. A copy may have one
 * language, and needs no minutes, subjects or notes.
 */
export function problemsOfCopy(scenario: Scenario): readonly CopyProblem[] {
  const file: LectureFile = {
    name: `${scenario.id}.json`,
    scenario,
    library: new Map(),
    terms: [],
    course: [],
  };
  const found = FILE_RULES.flatMap(({ copy, check }) =>
    copy === undefined ? [] : check(file).map((problem) => ({ rule: copy, ...problem })),
  )
    .filter(({ path }) => !isOtherLanguage(scenario, path))
    .map(({ rule, path, words }): CopyProblem => {
      const [, mark] = /^marks\[(\d+)\]/.exec(path) ?? [];
      return { rule, path, mark: mark === undefined ? undefined : Number(mark), words };
    });
  return [...new Map(found.map((each) => [spot(each), each])).values()];
}
