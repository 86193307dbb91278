import { expect, it } from 'vitest';
import { followed, stretchesOf } from '../../../../web/lab/model/point/point_timeline';
import { file } from '../toy_experiment';

it('a run that is followed differs in nothing but that it tells', () => {
  const { samples, ...rest } = followed(file);
  expect(rest).toEqual(file);
  expect(samples).toBeGreaterThan(10);
});

it('a stretch has its own commits and time, not what came before', () => {
  const slice = {
    from: 0,
    frames: [],
    columns: {
      elapsed: [1000, 3000, 3000],
      commits: [2, 3, 3],
      'time.logic': [300, 700, 700],
      'time.wait': [100, 300, 300],
    },
  };
  expect(stretchesOf(slice, ['logic', 'log-io', 'wait'])).toEqual([
    { from: 0, to: 1000, rate: 2e6, shares: [0.75, 0, 0.25] },
    { from: 1000, to: 3000, rate: 0.5e6, shares: [400 / 600, 0, 200 / 600] },
  ]);
});

it('where nobody spent time there are no shares', () => {
  const slice = { from: 0, frames: [], columns: { elapsed: [5], commits: [0] } };
  expect(stretchesOf(slice, ['logic'])).toEqual([{ from: 0, to: 5, rate: 0, shares: [0] }]);
});
