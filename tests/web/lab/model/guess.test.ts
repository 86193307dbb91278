import { describe, expect, it } from 'vitest';
import type { ExperimentFile } from '../../../../web/engine/protocol/experiment';
import {
  crowds,
  curveOf,
  drawnCurve,
  guessOutcome,
  guessScale,
  knownPlaces,
  nudged,
  shareAt,
  stroked,
  valueAtShare,
  wholeGuess,
} from '../../../../web/lab/model/guess';
import type { PointName, PredictionQuestion } from '../../../../web/model/experiment/prediction';

const file = {
  schemes: [{ id: 'a' }, { id: 'b' }],
  sweep: { threads: [8, 1, 4, 2] },
  chart: { x: 'threads', y: 'elapsed' },
} as unknown as ExperimentFile;

const words = { en: '', zh: '' };
const asks = (of: PointName, over: PointName): PredictionQuestion => ({
  say: words,
  ask: words,
  value: { metric: 'elapsed', of, over },
  choices: [
    { text: words, why: words, expect: [1.5, 3] },
    { text: words, why: words, expect: [3, null] },
  ],
});
const at = (scheme: number, threads: number): PointName => ({ scheme, threads });

describe('a question as a line', () => {
  it('goes along the axis with both of its points where both are at the same place', () => {
    const curve = curveOf(asks(at(0, 4), at(1, 4)), file);
    expect(curve?.xs).toEqual([1, 2, 4, 8]);
    expect(curve?.asked).toBe(2);
    expect(curve?.values.map(({ of, over }) => [of.threads, over.threads])).toEqual([
      [1, 1],
      [2, 2],
      [4, 4],
      [8, 8],
    ]);
  });

  it('keeps the point that it is a multiple of where that is at another place', () => {
    const question = asks(at(0, 8), at(0, 1));
    expect(curveOf(question, file)?.values.map(({ over }) => over.threads)).toEqual([1, 1, 1, 1]);
    expect(knownPlaces([question], 0, file)).toEqual([true, false, false, false]);
  });

  it('is not drawn where it would answer a later question, which draws it instead', () => {
    const questions = [asks(at(0, 1), at(1, 1)), asks(at(0, 8), at(1, 8))];
    expect(drawnCurve(questions, 0, file)).toBeUndefined();
    expect(drawnCurve(questions, 1, file)).toBeDefined();
    expect(knownPlaces(questions, 1, file)).toEqual([true, false, false, false]);
  });

  it('is not drawn either where a later question asks for another multiple of the same points', () => {
    const questions = [asks(at(0, 4), at(0, 1)), asks(at(0, 8), at(0, 4))];
    expect(drawnCurve(questions, 0, file)).toBeUndefined();
    expect(knownPlaces(questions, 1, file)).toEqual([true, false, true, false]);
  });
});

it('numbers that crowd at one end are set side by side', () => {
  expect(crowds([1000, 10000, 50000, 500000, 5000000, 100000000])).toBe(true);
  expect(crowds([1, 2, 4, 8, 16])).toBe(false);
  expect(crowds([100, 200, 400, 600, 800, 1000])).toBe(false);
});

describe('a scale', () => {
  const question = asks(at(0, 8), at(0, 1));

  it('has room for every answer and for what was measured', () => {
    expect(guessScale(question, [])).toEqual({ low: 0, high: 4.5, log: false });
    const { high } = guessScale(question, [9]);
    expect(high).toBeGreaterThan(9);
  });

  it('goes by ratio where it reaches far, and finds its values again', () => {
    const scale = guessScale(question, [60]);
    expect(scale.log).toBe(true);
    for (const value of [1, 2, 12, 60])
      expect(valueAtShare(scale, shareAt(scale, value))).toBe(value);
    expect(shareAt(scale, 1000)).toBe(1);
  });

  it('moves by every press of a key, and stops at its ends', () => {
    const scale = { low: 0, high: 60, log: false };
    expect(nudged(30, 1, scale)).toBeGreaterThan(30);
    expect(nudged(30, -5, scale)).toBeLessThan(nudged(30, -1, scale));
    expect(nudged(60, 1, scale)).toBe(60);
    expect(nudged(0, -1, scale)).toBe(0);
  });
});

describe('a drawn line', () => {
  const scale = { low: 0, high: 10, log: false };
  const none = [undefined, undefined, undefined, undefined];

  it('has all that a quick hand passes over, but for what is known', () => {
    const known = [true, false, false, false];
    const from = { place: 0, value: 1 };
    const guess = stroked(none, known, from, { place: 3, value: 7 }, scale);
    expect(guess).toEqual([undefined, 3, 5, 7]);
  });

  it('is whole from the first point on, and not there before', () => {
    const given = [1, undefined, undefined, undefined];
    expect(wholeGuess(none, given)).toBeUndefined();
    expect(wholeGuess([undefined, undefined, 5, undefined], given)).toEqual([1, 3, 5, 5]);
  });

  it('is right in the range of the right answer, and told how far it is off', () => {
    const question = asks(at(0, 8), at(0, 1));
    const known = [true, false, false, false];
    const measured = [1, 1.2, 1.5, 2];
    const judged = guessOutcome(question, { asked: 3 }, [1, 1.3, 4.5, 2.8], measured, known);
    expect(judged).toEqual({ near: 1, count: 3, farthest: 2, factor: 1.4, right: true });
    const wrong = guessOutcome(question, { asked: 3 }, [1, 1.2, 1.5, 6], measured, known);
    expect(wrong.right).toBe(false);
    expect(wrong.farthest).toBe(3);
  });
});
