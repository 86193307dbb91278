import { describe, expect, it } from 'vitest';
import type { ExperimentFile } from '../../../../web/engine/protocol/experiment';
import { VERDICTS } from '../../../../web/lab/model/claims';
import { isMissed, reasonsProblems, wordsOf } from '../../../../web/lab/model/scorecard/reasons';
import { type ScorecardFile, scorecardOf } from '../../../../web/lab/model/scorecard/scorecard';
import { reasonsIn } from '../../../../web/runner/claims/reasons_file';

const formula = (id: string, kind = 'prediction') => ({
  id,
  kind,
  num: { scheme: 0 },
  den: { scheme: 1 },
  metric: 'throughput',
  reduce: 'range',
  expect: [1.2, 1.5],
});
const claims = ['inside', 'missed', 'later'].map((id) => formula(id));
const file = {
  id: 'a-fig1',
  title: { en: 'a', zh: 'a' },
  claims: [...claims, formula('shown', 'note')],
} as unknown as ExperimentFile;
const kept = (value: number) => ({ measured: [value], as: 'ratio', points: 1, of: 1 }) as const;
const card = (scale: 'quick' | 'published', values: Record<string, number>): ScorecardFile => ({
  format: 1,
  kind: 'scorecard',
  scale,
  claims: {
    'a-fig1': Object.fromEntries(Object.entries(values).map(([id, value]) => [id, kept(value)])),
  },
});
const papers = [{ id: 'a', title: 'A', source: 'X' }];
/** `later` is inside at the quick scale, and only near at the published one. */
const cards = scorecardOf(
  papers,
  [file],
  [
    card('quick', { inside: 1.3, missed: 9, later: 1.3, shown: 9 }),
    card('published', { later: 1.6 }),
  ],
);

const text = { en: 'Not known.', zh: '不清楚。' };
const good = {
  format: 1,
  kind: 'scorecard-reasons',
  claims: {
    'a-fig1': {
      inside: { instrument: text },
      later: { reason: text },
      missed: { reason: text, instrument: text },
    },
  },
};
const withClaims = (claims: unknown) => ({ ...good, claims });
/** The good file with other words beside some claims. */
const beside = (more: Record<string, unknown>) =>
  withClaims({ 'a-fig1': { ...good.claims['a-fig1'], ...more } });
const without = (id: string) => {
  const { [id]: _, ...others } = good.claims['a-fig1'] as Record<string, unknown>;
  return withClaims({ 'a-fig1': others });
};

describe('reasons', () => {
  it('are good where every claim that is missed at a scale has one', () => {
    expect(reasonsProblems(good, cards)).toEqual([]);
    expect(VERDICTS.filter(isMissed)).toEqual(['near', 'order', 'wrong-way', 'contradicted']);
  });

  it('are found by the row that they belong to', () => {
    const rows = cards[0]?.rows ?? [];
    const words = rows.map((row) => wordsOf(reasonsIn(JSON.stringify(good), 'f', cards), row));
    expect(words.map((each) => Object.keys(each))).toEqual([
      ['instrument'],
      ['reason', 'instrument'],
      ['reason'],
      [],
    ]);
  });

  it.each<[string, unknown, string, RegExp]>([
    ['no object', [], '', /object/],
    ['a list of claims', withClaims([]), 'claims', /object/],
    ['no claims at all', withClaims({}), 'claims', /empty/],
    ['a field that is missing', { format: 1, claims: good.claims }, 'kind', /missing/],
    ['another format', { ...good, format: 2 }, 'format', /is 1/],
    ['another kind', { ...good, kind: 'scorecard' }, 'kind', /scorecard-reasons/],
    ['another field', { ...good, more: 1 }, 'more', /unknown field; there are format, kind/],
    ['nothing beside a claim', beside({ missed: {} }), 'claims.a-fig1.missed', /empty/],
    [
      'another field beside a claim',
      beside({ missed: { why: text } }),
      'claims.a-fig1.missed.why',
      /there are reason, instrument/,
    ],
    [
      'one language alone',
      beside({ missed: { reason: { en: 'Not known.' } } }),
      'claims.a-fig1.missed.reason.zh',
      /missing/,
    ],
    [
      'an empty text',
      beside({ missed: { reason: { ...text, en: ' ' } } }),
      'claims.a-fig1.missed.reason.en',
      /one or two sentences/,
    ],
    [
      'a long text',
      beside({ missed: { reason: { ...text, en: 'x'.repeat(301) } } }),
      'claims.a-fig1.missed.reason.en',
      /301 characters, of at most 300/,
    ],
    [
      'an experiment that there is not',
      withClaims({ ...good.claims, 'a-fig2': { missed: { reason: text } } }),
      'claims.a-fig2',
      /no experiment/,
    ],
    [
      'a claim that there is not',
      beside({ other: { reason: text } }),
      'claims.a-fig1.other',
      /no such claim; there are inside, missed, later, shown/,
    ],
    [
      'a reason for what is inside',
      beside({ inside: { reason: text } }),
      'claims.a-fig1.inside.reason',
      /nothing to explain/,
    ],
    [
      'a reason for what is not judged',
      beside({ shown: { reason: text } }),
      'claims.a-fig1.shown.reason',
      /nothing to explain/,
    ],
    [
      'a claim without its reason',
      without('missed'),
      'claims.a-fig1.missed.reason',
      /missing: the claim is order at the quick scale/,
    ],
    [
      'a claim that is missed at the published scale alone',
      without('later'),
      'claims.a-fig1.later.reason',
      /missing: the claim is near at the published scale/,
    ],
  ])('are refused with %s', (_name, wrong, path, reason) => {
    const problems = reasonsProblems(wrong, cards);
    expect(problems.map((each) => each.path)).toEqual([path]);
    expect(problems[0]?.reason).toMatch(reason);
  });

  it('are refused with file, line and column', () => {
    const wrong = JSON.stringify(beside({ other: { reason: text } }), null, 2);
    const line = wrong.split('\n').findIndex((each) => each.includes('"other"')) + 1;
    expect(() => reasonsIn(wrong, 'mine.json', cards)).toThrow(
      `mine.json:${line}:7: claims.a-fig1.other: no such claim`,
    );
    expect(() => reasonsIn('{"format": 1,', 'mine.json', cards)).toThrow(/^mine\.json: .*JSON/);
  });
});
