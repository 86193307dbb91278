import type { Mark, Scenario } from '../../engine/protocol';
import {
  LANGUAGES,
  type Language,
  type LectureFile,
  type LectureRule,
  markPath,
  type RuleProblem,
  type Term,
} from './lecture_rule';
import { textsIn } from './wording';

type Library = LectureFile['library'];

/**
 * All words that a reader meets at a mark. The words of a question that would reveal its answer are
 * not shown.
 */
function wordsOf({ name, say, ask, then }: Mark, language: Language): string {
  const { gives_away: _never, ...asked } = ask ?? {};
  return textsIn({ name, say, asked, then })
    .both.map((text) => String(text[language]))
    .join(' ');
}

/** The lectures that a lecture builds on, directly and indirectly. */
function before(
  { lecture }: Scenario,
  library: Library,
  found = new Set<string>(),
): ReadonlySet<string> {
  for (const id of lecture?.needs ?? []) {
    const scenario = library.get(id);
    if (!scenario || found.has(id)) continue;
    found.add(id);
    before(scenario, library, found);
  }
  return found;
}

const firstUse = ({ uses }: Term, { marks }: Scenario, language: Language): Mark | undefined =>
  marks?.find((mark) => new RegExp(uses[language] ?? '', 'u').test(wordsOf(mark, language)));

/** The places where a lecture's readers meet a term for the first time without an explanation. */
export function unexplained(
  term: Term,
  scenario: Scenario,
  library: Library,
  language: Language,
): readonly RuleProblem[] {
  const mark = firstUse(term, scenario, language);
  const known = [...before(scenario, library)].some((id) => {
    const earlier = library.get(id);
    return earlier !== undefined && firstUse(term, earlier, language) !== undefined;
  });
  if (!mark || known) return [];
  const words = wordsOf(mark, language);
  const phrases = term.explained[language];
  if (phrases.some((phrase) => words.includes(phrase))) return [];
  const path = markPath(scenario.marks?.indexOf(mark) ?? 0);
  const says = phrases.map((phrase) => `"${phrase}"`).join(' or ');
  const reason = `"${term.term[language]}" is used here first, and not explained: say ${says}`;
  return [{ path, reason }];
}

/** The rules that come from scenarios/terms.json. */
export const termRules: readonly LectureRule<LectureFile>[] = [
  {
    says: 'explains each term where a reader meets it first',
    check: ({ scenario, library, terms }) =>
      LANGUAGES.flatMap((language) =>
        terms.flatMap((term) => unexplained(term, scenario, library, language)),
      ),
  },
];
