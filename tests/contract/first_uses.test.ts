import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language, type Term } from '../../web/model/authoring/lecture_rule';
import { unexplained } from '../../web/model/authoring/term_rules';
import { courseFile, lectureFiles } from './scenario_files';
import { root } from './wording';

const { terms } = JSON.parse(readFileSync(`${root}scenarios/terms.json`, 'utf8')) as {
  terms: readonly Term[];
};
const glossary = readFileSync(`${root}docs/glossary.md`, 'utf8');
const scenarios = new Map(lectureFiles().map(({ scenario }) => [scenario.id, scenario]));

/** The first uses of a term without an explanation, in lectures whose readers have not met it. */
const unexplainedAnywhere = (term: Term, language: Language): string[] =>
  [...scenarios.values()].flatMap((scenario) =>
    unexplained(term, scenario, scenarios, language).map(({ path }) => `${scenario.id}: ${path}`),
  );

describe.each(terms)('the term $term.en', (term) => {
  it('is in the glossary, in both languages', () => {
    const rows = glossary.split('\n').filter((line) => line.startsWith('| '));
    const named = rows.some((row) => {
      const [english = '', chinese = ''] = row.slice(2).split(' | ');
      return english.includes(term.term.en) && chinese.includes(term.term.zh);
    });
    expect(named).toBe(true);
  });

  it.each(LANGUAGES)('is explained where a reader meets it first, in %s', (language) => {
    expect(unexplainedAnywhere(term, language)).toEqual([]);
  });
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
  expect(unexplainedAnywhere(term, 'en')).not.toEqual([]);
  expect(unexplainedAnywhere(term, 'zh')).not.toEqual([]);
});
