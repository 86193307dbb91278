import { describe, expect, it } from 'vitest';
import type { Description } from '../../../../../web/engine/protocol';
import type { WorkloadInputSummary } from '../../../../../web/engine/protocol/experiment';
import { measuredOf, readResult, resultOf } from '../../../../../web/lab/model/server/result_file';
import { NO_ANSWERS } from '../../../../../web/lab/model/server/server_answers';
import { file, planOf, resultOf as pointOf } from '../../toy_experiment';

const times = { commits: 9, microseconds: 10, busiestSecond: 9, secondsWithCommits: 1 };
const volume = { bytes: 90, imageRecords: 1, imageBytes: 50, pages: 2 };
const summary = { commits: 9, times, volume } as WorkloadInputSummary;
const plan = planOf(file);
const [first] = plan.points;
const results = new Map(first ? [[first.key, pointOf(7)]] : []);
const description = { schemes: [] as Description['schemes'] } as Description;
const made = resultOf(
  { name: 'wal.txt', summary, answers: NO_ANSWERS, file, plan, results },
  description,
);

/** The same with one thing changed, as a text. */
const bent = (change: (value: Record<string, unknown>) => void) => {
  const value = JSON.parse(JSON.stringify(made));
  change(value);
  return JSON.stringify(value);
};

describe('an answer by itself', () => {
  it('has the points that are measured, and no others', () => {
    expect(made.points.map(({ key }) => key)).toEqual([first?.key]);
    const { plan: kept, results: found } = measuredOf(made);
    expect(kept.points).toHaveLength(1);
    expect(kept.points[0]).toMatchObject({ key: first?.key, scheme: first?.scheme });
    expect(found.get(first?.key ?? '')?.metrics).toEqual(made.points[0]?.metrics);
  });

  it('is read from its own text, with or without a byte order mark', () => {
    const text = JSON.stringify(made);
    expect(readResult(text)).toEqual(made);
    expect(made.log.volume).toEqual(volume);
    expect(readResult(`\ufeff${text}`)).toEqual(made);
  });

  it.each([
    ['another kind', bent((value) => Object.assign(value, { kind: 'experiment' }))],
    ['points that are no list', bent((value) => Object.assign(value, { points: 3 }))],
    [
      'a metric that is no number',
      bent((value) => {
        Object.assign(value, { points: [{ ...made.points[0], metrics: { throughput: 'fast' } }] });
      }),
    ],
    ['no answers', bent((value) => Object.assign(value, { answers: {} }))],
    ['a log without a name', bent((value) => Object.assign(value, { log: { commits: 1, times } }))],
    [
      'a log whose bytes are no number',
      bent((value) => {
        Object.assign(value, { log: { ...made.log, volume: { ...volume, bytes: 'many' } } });
      }),
    ],
    ['no systems', bent((value) => Object.assign(value, { file: { ...file, schemes: null } }))],
    ['a text that is not finished', JSON.stringify(made).slice(0, -1)],
  ])('is not read from %s', (_what, text) => {
    expect(readResult(text)).toBeUndefined();
  });
});
