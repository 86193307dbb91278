import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Mark, Scenario, Text } from '../../web/engine/protocol';
import { courseFile, lectureFiles } from './scenario_files';
import { root, textsIn } from './wording';

type Language = 'en' | 'zh';

/** A term of the glossary, how a text uses it, and how the first mark that uses it explains it. */
interface Term {
  readonly term: Text;
  readonly uses: Text;
  readonly explained: Readonly<Record<Language, readonly string[]>>;
}

const { terms } = JSON.parse(readFileSync(`${root}scenarios/terms.json`, 'utf8')) as {
  terms: readonly Term[];
};
const glossary = readFileSync(`${root}docs/glossary.md`, 'utf8');
const scenarios = new Map(lectureFiles().map(({ scenario }) => [scenario.id, scenario]));

/** All that a reader meets at a mark. The words of a question that would give it away are not shown. */
function wordsOf({ name, say, ask, then }: Mark, language: Language): string {
  const { gives_away: _never, ...asked } = ask ?? {};
  return textsIn({ name, say, asked, then })
    .both.map((text) => String(text[language]))
    .join(' ');
}

/** The lectures that a lecture builds on, and those on which they do. */
function before({ lecture }: Scenario, found = new Set<string>()): ReadonlySet<string> {
  for (const id of lecture?.needs ?? []) {
    const scenario = scenarios.get(id);
    if (!scenario || found.has(id)) continue;
    found.add(id);
    before(scenario, found);
  }
  return found;
}

const firstUse = ({ uses }: Term, scenario: Scenario, language: Language): Mark | undefined =>
  scenario.marks?.find((mark) => new RegExp(uses[language], 'u').test(wordsOf(mark, language)));

/** Where a term is used for the first time, in a lecture whose readers have not met it, without a word about it. */
const unexplained = (term: Term, language: Language): string[] =>
  [...scenarios.values()].flatMap((scenario) => {
    const mark = firstUse(term, scenario, language);
    const known = [...before(scenario)].some((id) => {
      const earlier = scenarios.get(id);
      return earlier !== undefined && firstUse(term, earlier, language) !== undefined;
    });
    if (!mark || known) return [];
    const words = wordsOf(mark, language);
    if (term.explained[language].some((phrase) => words.includes(phrase))) return [];
    return [`${scenario.id}, mark ${(scenario.marks?.indexOf(mark) ?? 0) + 1}`];
  });

describe.each(terms)('the term $term.en', (term) => {
  it('is in the glossary, in both languages', () => {
    const rows = glossary.split('\n').filter((line) => line.startsWith('| '));
    const named = rows.some((row) => {
      const [english = '', chinese = ''] = row.slice(2).split(' | ');
      return english.includes(term.term.en) && chinese.includes(term.term.zh);
    });
    expect(named).toBe(true);
  });

  it.each(['en', 'zh'] as const)(
    'is explained where a reader meets it first, in %s',
    (language) => {
      expect(unexplained(term, language)).toEqual([]);
    },
  );
});

it('what a lecture builds on comes before it in the course, so that no path meets a term too early', () => {
  const order = courseFile().chapters.flatMap(({ lectures }) => lectures);
  const late = [...scenarios.values()].flatMap((scenario) =>
    (scenario.lecture?.needs ?? [])
      .filter((id) => order.indexOf(id) > order.indexOf(scenario.id))
      .map((id) => `${scenario.id} needs ${id}`),
  );
  expect(late).toEqual([]);
});

it('and the check can fail', () => {
  const unknown = { en: 'page', zh: '页' };
  const term = { term: unknown, uses: unknown, explained: { en: ['A page is'], zh: ['页是'] } };
  expect(unexplained(term, 'en')).not.toEqual([]);
  expect(unexplained(term, 'zh')).not.toEqual([]);
});
