import { describe, expect, it } from 'vitest';
import type { ClaimFormula, ExperimentFile } from '../../../../web/engine/protocol/experiment';
import {
  hangingRows,
  type JudgedClaim,
  keptOf,
  type ScorecardFile,
  type ScorecardRow,
  scorecardOf,
  verdictCounts,
  withKept,
} from '../../../../web/lab/model/scorecard/scorecard';
import { scorecardProblems } from '../../../../web/lab/model/scorecard/scorecard_file';
import { type BesideClaims, scorecardText } from '../../../../web/runner/claims/scorecard';

const formula = (id: string, more: Partial<ClaimFormula> = {}): ClaimFormula => ({
  id,
  num: { scheme: 0 },
  den: { scheme: 1 },
  metric: 'throughput',
  reduce: 'range',
  expect: [1.2, 1.5],
  ...more,
});
const file = (id: string, claims: readonly ClaimFormula[]) =>
  ({ id, title: { en: id, zh: id }, claims }) as unknown as ExperimentFile;
const judged = (id: string, measured: readonly number[] | null): JudgedClaim => ({
  experiment: 'a-fig2',
  id,
  claim: id,
  kind: 'prediction',
  metric: 'throughput',
  reduce: 'range',
  as: 'ratio',
  expected: [1.2, 1.5],
  measured,
  points: 2,
  of: 5,
  verdict: 'unknown',
});
const NOTHING: BesideClaims = {
  reasons: { format: 1, kind: 'scorecard-reasons', claims: {} },
  ranges: { format: 1, kind: 'price-ranges', ranges: [] },
  sensitivity: { format: 1, kind: 'sensitivity', measured: {}, turns: {} },
};
const empty: ScorecardFile = { format: 1, kind: 'scorecard', scale: 'quick', claims: {} };
const cardsOf = (rows: readonly ScorecardRow[]) =>
  papers.slice(0, 1).map((paper) => ({ paper, rows }));
const papers = [
  { id: 'a', title: 'A', source: 'X' },
  { id: 'ab', title: 'AB', source: 'Y' },
];

describe('what is kept of claims', () => {
  it('leaves out what was not measured, and rounds to six digits', () => {
    const kept = keptOf([judged('one', [1.23456789, 2]), judged('two', null)]);
    expect(kept).toEqual({
      'a-fig2': {
        one: { measured: [1.23457, 2], as: 'ratio', points: 2, of: 5 },
      },
    });
  });

  it('has of several seeds what each gives, rounded alike', () => {
    const by_seed = { 1: [1.23456789], 2: [1.3] };
    const seeds = { seeds: 2, spread: [1.23456789, 1.3] as const, by_seed };
    const kept = keptOf([{ ...judged('one', [1.267283945]), ...seeds }]);
    expect(kept['a-fig2']?.one).toEqual({
      measured: [1.26728],
      as: 'ratio',
      points: 2,
      of: 5,
      seeds: 2,
      spread: [1.23457, 1.3],
      by_seed: { 1: [1.23457], 2: [1.3] },
    });
    expect(scorecardProblems(withKept(empty, kept), 'quick')).toEqual([]);
  });

  it('takes the place of what was known of the same claims, and of nothing else', () => {
    const first = withKept(empty, keptOf([judged('one', [1]), judged('two', [2])]));
    const then = withKept(first, keptOf([judged('two', [3])]));
    const known = Object.entries(then.claims['a-fig2'] ?? {});
    expect(known.map(([id, { measured }]) => [id, measured])).toEqual([
      ['one', [1]],
      ['two', [3]],
    ]);
    expect(first.claims['a-fig2']?.two?.measured).toEqual([2]);
  });
});

describe('the scorecard', () => {
  const files = [
    file('a-fig10', [formula('late')]),
    file('a-fig2', [formula('one'), formula('two'), formula('shown', { kind: 'note' })]),
    file('ab-fig1', [formula('other')]),
    file('mine', [formula('own')]),
  ];
  const all = ['one', 'two', 'shown'].map((id, n) => judged(id, [[1.3], [0.98], [9]][n] ?? []));
  const cards = scorecardOf(papers, files, [withKept(empty, keptOf(all))]);

  it('has the claims of each paper in the order of its figures', () => {
    expect(cards.map(({ paper, rows }) => [paper.id, rows.map((row) => row.formula.id)])).toEqual([
      ['a', ['one', 'two', 'shown', 'late']],
      ['ab', ['other']],
    ]);
  });

  it('judges what was kept by the rules of now', () => {
    const rows = cards[0]?.rows ?? [];
    expect(rows.map(({ at }) => at.quick?.verdict)).toEqual([
      'inside',
      'wrong-way',
      'note',
      undefined,
    ]);
    expect(rows[0]?.at).not.toHaveProperty('published');
    expect(verdictCounts(rows, 'quick')).toEqual([
      { verdict: 'inside', count: 1 },
      { verdict: 'wrong-way', count: 1 },
      { verdict: 'note', count: 1 },
    ]);
    expect(verdictCounts(rows, 'published')).toEqual([]);
  });

  it('finds the verdicts that hang on the seed, which the files do not say', () => {
    const by_seed = { 1: [1.3], 2: [1.6] };
    const seeds = { seeds: 2, spread: [1.3, 1.6] as const, by_seed };
    const kept = keptOf([
      { ...judged('one', [1.45]), ...seeds },
      { ...judged('shown', [1.45]), ...seeds },
      judged('two', [1.3]),
    ]);
    const rows = scorecardOf(papers, files, [withKept(empty, kept)])[0]?.rows ?? [];
    expect(hangingRows(rows, 'quick').map(({ formula }) => formula.id)).toEqual(['one']);
    expect(hangingRows(rows, 'published')).toEqual([]);
    expect(JSON.stringify(kept)).not.toMatch(/inside|near|hang/);
    const text = scorecardText(cardsOf(rows), NOTHING);
    expect(text).toContain('* quick scale: 2 inside, 1 note; hanging on the seed: 1');
    expect(text).toContain(
      '| 1.2 to 1.5 | 1.45 (2 of 5; 2 seeds: 1.3 to 1.6) | inside; hangs on the seed: 1 inside, 1 near |',
    );
    expect(text).toContain('| 1.2 to 1.5 | 1.45 (2 of 5; 2 seeds: 1.3 to 1.6) | note |');
    expect(text).toContain('| 1.2 to 1.5 | 1.3 (2 of 5) | inside |');
  });
});
