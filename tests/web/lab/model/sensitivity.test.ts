import { describe, expect, it } from 'vitest';
import type { ClaimFormula, ExperimentFile } from '../../../../web/engine/protocol/experiment';
import {
  type KeptClaim,
  type ScorecardFile,
  scorecardOf,
} from '../../../../web/lab/model/scorecard/scorecard';
import {
  type RangesFile,
  rangesProblems,
  type SensitivityFile,
  sensitivityProblems,
  turns,
  turnsOf,
  withTurns,
} from '../../../../web/lab/model/scorecard/sensitivity';
import { scorecardText } from '../../../../web/runner/claims/scorecard';

const formula: ClaimFormula = {
  id: 'one',
  num: { scheme: 0 },
  den: { scheme: 1 },
  metric: 'throughput',
  reduce: 'range',
  expect: [1.2, 1.5],
};
const kept: KeptClaim = {
  measured: [1.4],
  as: 'ratio',
  points: 1,
  of: 1,
  seeds: 2,
  spread: [1.3, 1.5],
  by_seed: { 1: [1.3], 2: [1.5] },
};
const range = {
  id: 'slow',
  price: 'cpu.instruction_ps',
  percent: 200,
  text: { en: 'a slow core', zh: '慢核' },
  source: 'somebody | 1999',
};
const ranges: RangesFile = { format: 1, kind: 'price-ranges', ranges: [range] };
const quick: ScorecardFile = {
  format: 1,
  kind: 'scorecard',
  scale: 'quick',
  claims: { 'a-fig1': { one: kept } },
};
const empty: SensitivityFile = { format: 1, kind: 'sensitivity', measured: {}, turns: {} };
const file = {
  id: 'a-fig1',
  title: { en: 'A', zh: 'A' },
  claims: [formula],
} as unknown as ExperimentFile;

describe('a verdict at another price', () => {
  it('turns where it is another one than with the same seed at the price of the machine', () => {
    expect(turns(formula, kept, [1.45])).toBe(false);
    expect(turns(formula, kept, [1.6])).toBe(true);
    expect(turns(formula, kept, [0.9])).toBe(true);
  });

  it('is kept in place of what an experiment had at that price, and beside all else', () => {
    const other = withTurns(empty, 'fast', ['a-fig1'], { 'a-fig1': { one: [0.5] } });
    const first = withTurns(other, 'slow', ['a-fig1'], { 'a-fig1': { one: [0.9] } });
    expect(first.turns).toEqual({ 'a-fig1': { one: { fast: [0.5], slow: [0.9] } } });
    const second = withTurns(first, 'slow', ['a-fig1', 'a-fig2'], {});
    expect(second.turns).toEqual({ 'a-fig1': { one: { fast: [0.5] } } });
    expect(second.measured).toEqual({ fast: ['a-fig1'], slow: ['a-fig1', 'a-fig2'] });
  });

  it('is said beside the claim, with what is measured there', () => {
    const sensitivity = withTurns(empty, 'slow', ['a-fig1'], { 'a-fig1': { one: [0.9] } });
    const papers = [{ id: 'a', title: 'A', source: 'X' }];
    const cards = scorecardOf(papers, [file], [quick]);
    const row = cards[0]?.rows[0];
    if (!row) throw new Error('no row');
    expect(turnsOf(ranges, sensitivity, row)).toEqual([
      { range, measured: [0.9], verdict: 'wrong-way' },
    ]);
    const reasons = { format: 1, kind: 'scorecard-reasons', claims: {} } as const;
    const text = scorecardText(cards, { reasons, ranges, sensitivity });
    expect(text).toContain('; turns at a slow core: 0.9, wrong-way');
    expect(text).toContain('| a slow core | `cpu.instruction_ps` | 200% | 1 | somebody \\| 1999 |');
  });
});

it('says what is wrong with the files', () => {
  expect(rangesProblems(ranges)).toEqual([]);
  expect(rangesProblems({ ...ranges, ranges: {} })).toMatchObject([{ path: 'ranges' }]);
  expect(rangesProblems({ ...ranges, ranges: [{ ...range, percent: 100 }] })).toMatchObject([
    { path: 'ranges.0.percent' },
  ]);
  const of = (more: Partial<SensitivityFile>) =>
    sensitivityProblems({ ...empty, ...more }, ranges, quick);
  expect(of({ measured: { slow: ['a-fig1'] } })).toEqual([]);
  expect(of({ measured: { none: [] } })).toMatchObject([{ path: 'measured.none' }]);
  expect(of({ turns: { 'a-fig1': { one: { none: [1] } } } })).toMatchObject([
    { path: 'turns.a-fig1.one.none' },
  ]);
  expect(of({ turns: { 'a-fig1': { two: { slow: [1] } } } })).toMatchObject([
    { path: 'turns.a-fig1.two' },
  ]);
});
