import { describe, expect, it } from 'vitest';
import { scorecardProblems } from '../../../../web/lab/model/scorecard/scorecard_file';
import { scorecardIn } from '../../../../web/runner/claims/scorecard';

const one = { measured: [1.3], as: 'ratio', points: 1, of: 2 };
const several = {
  ...one,
  measured: [1.2, 2],
  seeds: 3,
  spread: [1.1, 2.4],
  by_seed: { 1: [1.1, 2], 2: [1.2, 1.6], 3: [1.3, 2.4] },
};
const card = (claim: unknown) => ({
  format: 1,
  kind: 'scorecard',
  scale: 'quick',
  claims: { 'a-fig1': { claim } },
});
const at = 'claims.a-fig1.claim';

describe('a file of the scorecard', () => {
  it.each([
    ['one seed, as files without repetitions have it', one],
    ['a unit', { ...one, as: 'value', unit: 'ns' }],
    ['several seeds', several],
    ['a mean that was rounded', { ...several, measured: [1.20001, 2] }],
  ])('is good with %s', (_, claim) => {
    expect(scorecardProblems(card(claim), 'quick')).toEqual([]);
  });

  it.each<[string, unknown, string, RegExp]>([
    ['half a seed', { ...several, seeds: 2.5 }, 'seeds', /a whole number from 2 to 9/],
    ['seeds in words', { ...several, seeds: 'five' }, 'seeds', /a whole number from 2 to 9/],
    ['a spread of one seed', { ...several, seeds: 1 }, 'seeds', /from 2 to 9/],
    ['other seeds than it says', { ...several, seeds: 4 }, 'seeds', /has 3 seeds, not 4/],
    ['seeds without their spread', { ...one, seeds: 3 }, 'spread', /missing/],
    ['a spread without its seeds', { ...one, spread: [1, 2] }, 'seeds', /missing/],
    ['another spread than its seeds', { ...several, spread: [1.1, 2] }, 'spread', /1.1 to 2.4/],
    ['a spread with one end', { ...several, spread: [1.1] }, 'spread', /smallest and the largest/],
    ['another mean than its seeds', { ...several, measured: [1.2, 3] }, 'measured', /1.2, 2/],
    ['no seed', { ...several, by_seed: {} }, 'by_seed', /empty/],
    ['a seed by name', { ...several, by_seed: { x: [1, 2] } }, 'by_seed.x', /a number/],
    ['too few values', { ...several, by_seed: { 1: [1] } }, 'by_seed.1', /as many numbers/],
    ['nothing measured', { ...one, measured: [] }, 'measured', /one at least/],
    ['a word measured', { ...one, measured: ['1'] }, 'measured', /numbers are expected/],
    ['another way to read it', { ...one, as: 'toString' }, 'as', /one of ratio, growth/],
    ['no comparison', { ...one, points: 0 }, 'points', /whole number from 1/],
    ['a verdict', { ...one, verdict: 'near' }, 'verdict', /unknown field; there are measured, as/],
  ])('is refused with %s', (_, claim, path, reason) => {
    const problems = scorecardProblems(card(claim), 'quick');
    expect(problems.map((each) => each.path).slice(0, 1)).toEqual([`${at}.${path}`]);
    expect(problems[0]?.reason).toMatch(reason);
  });

  it('is refused at another scale, and where it is none', () => {
    expect(scorecardProblems(card(one), 'published')).toEqual([
      { path: 'scale', reason: 'the scale is "published"' },
    ]);
    expect(scorecardProblems([], 'quick')).toMatchObject([{ path: '' }]);
  });

  it('is refused with file, line and column', () => {
    const text = JSON.stringify(card({ ...several, seeds: 2.5 }), null, 2);
    const line = text.split('\n').findIndex((each) => each.includes('"seeds"')) + 1;
    expect(() => scorecardIn(text, 'mine.json', 'quick')).toThrow(
      new RegExp(`^mine\\.json:${line}:\\d+: ${at}\\.seeds: a whole number from 2 to 9`),
    );
    expect(() => scorecardIn('{', 'mine.json', 'quick')).toThrow(/^mine\.json: .*JSON/);
  });
});
