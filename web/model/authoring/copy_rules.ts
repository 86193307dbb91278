import type { Scenario } from '../../engine/protocol';
import { FILE_RULES } from './file_rules';
import { type CopyRule, LANGUAGES, type LectureFile } from './lecture_rule';

/** What a rule has against a lecturer's own copy of a lecture. */
export interface CopyProblem {
  readonly rule: CopyRule;
  /** In the scenario: `marks[2].say.en`. */
  readonly path: string;
  /** The place of its mark, from 0. */
  readonly mark: number | undefined;
  /** The words that it is about. */
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
 * Whether it complains of a language that the text does not speak, while it speaks the other one:
 * one is enough.
 */
function isOtherLanguage(scenario: Scenario, path: string): boolean {
  const match = inLanguage.exec(path);
  if (!match) return false;
  const text = valueAt(scenario, path.slice(0, match.index));
  if (typeof text !== 'object' || text === null) return false;
  return !(text as Readonly<Record<string, unknown>>)[match[1] ?? ''];
}

/** What of a problem is the same in both languages. */
const spot = ({ rule, path, words }: CopyProblem) =>
  `${rule} ${path.replace(inLanguage, '')} ${words ?? ''}`;

/**
 * What the rules of the library that concern a lecturer's own copy have against it. It may speak
 * one language, and needs no minutes, subjects or notes.
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
