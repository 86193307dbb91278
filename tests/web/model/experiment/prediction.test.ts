import { describe, expect, it } from 'vitest';
import type { PointPlan } from '../../../../web/engine/protocol/experiment';
import { decodeLink } from '../../../../web/link/link';
import { compareHref, lectureHref, predictionHref } from '../../../../web/link/prediction_links';
import {
  isWithin,
  type PredictedValue,
  type PredictionQuestion,
  predictedValue,
  rightChoice,
} from '../../../../web/model/experiment/prediction';

const point = (index: number, scheme: number, threads: number): PointPlan => ({
  index,
  key: `k${index}`,
  scheme,
  schemeId: 'toy',
  params: {},
  assignment: { threads },
  transactions: 1,
});
const plan = { points: [point(0, 0, 1), point(1, 0, 8), point(2, 1, 1), point(3, 1, 8)] };
const measured = (values: Record<string, number>) =>
  new Map(Object.entries(values).map(([key, speed]) => [key, { metrics: { speed } }]));
const value: PredictedValue = {
  metric: 'speed',
  of: { scheme: 1, threads: 8 },
  over: { scheme: 0, threads: 8 },
};
const words = { en: 'a', zh: '一' };
const question: PredictionQuestion = {
  say: words,
  ask: words,
  value,
  choices: [
    { text: words, expect: [null, 1], why: words },
    { text: words, expect: [1, 2], why: words },
    { text: words, expect: [3, null], why: words },
  ],
};

describe('what was predicted', () => {
  it('is one point as a multiple of another', () => {
    expect(predictedValue(value, plan, measured({ k1: 4, k3: 10 }))).toBe(2.5);
  });

  it('may be one metric as a multiple of another, at the same point', () => {
    const both = new Map([['k3', { metrics: { speed: 10, weight: 4 } }]]);
    const wanted = { ...value, over_metric: 'weight', over: value.of };
    expect(predictedValue(wanted, plan, both)).toBe(2.5);
    expect(predictedValue({ ...wanted, over_metric: 'colour' }, plan, both)).toBeUndefined();
  });

  it.each([
    ['while a point is missing', measured({ k1: 4 })],
    ['over nothing', measured({ k1: 0, k3: 10 })],
  ])('is not known %s', (_when, results) => {
    expect(predictedValue(value, plan, results)).toBeUndefined();
  });

  it('is not known of points or metrics that there are not', () => {
    const results = measured({ k0: 1, k1: 4, k2: 1, k3: 10 });
    const of = (change: Partial<PredictedValue>) =>
      predictedValue({ ...value, ...change }, plan, results);
    expect(of({ of: { scheme: 1, threads: 3 } })).toBeUndefined();
    expect(of({ over: { scheme: 2, threads: 8 } })).toBeUndefined();
    expect(of({ metric: 'colour' })).toBeUndefined();
  });

  it('makes the choice right whose range holds it, the lower bound included', () => {
    expect([0.5, 1, 1.99, 2, 3].map((found) => rightChoice(question, found))).toEqual([
      0, 1, 1, -1, 2,
    ]);
    expect(isWithin([null, null], -7)).toBe(true);
  });
});

describe('links from a prediction', () => {
  it('open the experiment with its questions', () => {
    const { state, problems } = decodeLink(
      predictionHref({ id: 'money', experiment: 'fig' }, 'desk'),
    );
    expect(problems).toEqual([]);
    expect(state).toMatchObject({ view: 'lab', lab: { experiment: 'fig', prediction: 'money' } });
    expect(state.layout).toBeUndefined();
  });

  it('open the script on both systems, in the layout that is on', () => {
    const left = { scheme: 'a', params: { frames: 8 } };
    const right = { scheme: 'b', params: {} };
    const href = compareHref('story', { left, right, sooner: 'left' }, 'projection');
    expect(decodeLink(href).state).toMatchObject({
      view: 'compare',
      scenario: 'story',
      layout: 'projection',
      compare: { left: { ...left, mutations: [] }, right: { ...right, mutations: [] } },
    });
  });

  it('open the lecture, stepped by its marks', () => {
    expect(decodeLink(lectureHref('story', 'desk')).state).toMatchObject({
      scenario: 'story',
      step: 'mark',
    });
  });
});
