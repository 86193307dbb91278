import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { planExperiment } from '../../web/engine/measure/client';
import { LocalPointWorker } from '../../web/engine/measure/local_worker';
import type { PointResult } from '../../web/engine/protocol/experiment';
import { loadEngine } from '../../web/runner/node_engine';
import { nativePoints } from './native_points';
import { experimentFiles } from './scenario_files';

/**
 * The counts that the two measured lectures on instructions and caches state are those of their
 * experiments.
 */

interface Measured {
  readonly scheme: number;
  readonly assignment: Readonly<Record<string, unknown>>;
  readonly metrics: PointResult['metrics'];
}

async function measured(experiment: string): Promise<Measured[]> {
  const file = experimentFiles().find(({ name }) => name === `${experiment}.json`);
  if (!file) throw new Error(`no experiment ${experiment}`);
  const worker = new LocalPointWorker(() => loadEngine('fast'));
  const { points } = await planExperiment(worker, file.text);
  const results = nativePoints(file.text);
  return points.map(({ key, scheme, assignment }) => {
    const metrics = results.get(key)?.metrics;
    if (!metrics) throw new Error(`no point ${key}`);
    return { scheme, assignment, metrics };
  });
}

const textOf = (id: string) => readFileSync(`scenarios/predictions/${id}.json`, 'utf8');

/** A number as texts round it: to this many significant digits. */
const rounded = (value: number, digits: number) =>
  Number(value.toPrecision(digits)).toLocaleString('en');

describe('where the instructions of an update go', () => {
  let points: Measured[];
  beforeAll(async () => {
    points = await measured('rew-instructions');
  }, 120_000);
  const metric = (scheme: number, operations: number, name: string) => {
    const point = points.find(
      (each) => each.scheme === scheme && each.assignment['workload.operations'] === operations,
    );
    const value = point?.metrics[name];
    if (value === undefined || value === null) throw new Error(`no ${name} of ${scheme}`);
    return value;
  };
  const CATEGORIES = ['logic', 'lock-manager', 'log-work', 'log-contention', 'buffer-pool'];
  const all = (scheme: number, operations: number) =>
    CATEGORIES.reduce((sum, id) => sum + metric(scheme, operations, `per_operation.${id}`), 0);

  it('nothing but instructions takes time there', () => {
    // A commit of Berkeley DB calls the kernel, at the price of copying its log.
    for (const scheme of [0, 1, 2, 3])
      for (const operations of [1, 200])
        expect(all(scheme, operations) / metric(scheme, operations, 'operations.time')).toBeCloseTo(
          1,
          1,
        );
  });

  it('the lecture says what was measured', () => {
    const text = textOf('where-instructions-go');
    const alone = metric(2, 1, 'operations.time');
    const among = metric(2, 200, 'operations.time');
    const said = [
      rounded(alone, 2),
      rounded(alone - among, 2),
      (Math.floor(among / 500) * 500).toLocaleString('en'),
      rounded(metric(0, 200, 'operations.time'), 3),
      rounded(metric(0, 200, 'per_operation.log-work'), 2),
      rounded(metric(0, 200, 'per_operation.lock-manager'), 2),
      rounded(metric(3, 200, 'per_operation.logic'), 2),
      rounded(metric(3, 200, 'per_operation.log-work'), 3),
      rounded(metric(3, 200, 'operations.time'), 2),
    ];
    for (const each of said) expect(text, each).toContain(each);
    expect(Math.round(metric(0, 200, 'operations.time') / metric(3, 200, 'operations.time'))).toBe(
      14,
    );
  });
});

describe('was the log in the cache', () => {
  let points: Measured[];
  beforeAll(async () => {
    points = await measured('rew-skip-caches');
  }, 120_000);
  /** The ratios of one layer to two, by the records between one's own. */
  const ratios = (caches: number) => {
    const own = (scheme: number) =>
      points
        .filter(
          (each) => each.scheme === scheme && each.assignment['machine.cache.processor'] === caches,
        )
        .map((each) => ({
          skip: Number(each.assignment['workload.skip']),
          ns: each.metrics['latency.own'] ?? Number.NaN,
        }));
    const two = own(1);
    return own(0).map(({ skip, ns }, i) => ({ skip, ratio: ns / (two[i]?.ns ?? Number.NaN) }));
  };
  /** The place where one layer meets two, between the points. */
  const crossing = (caches: number) => {
    const line = ratios(caches);
    const after = line.findIndex(({ ratio }) => ratio >= 1);
    const [a, b] = [line[after - 1], line[after]];
    if (!a || !b) throw new Error('they do not cross');
    return a.skip + ((1 - a.ratio) / (b.ratio - a.ratio)) * (b.skip - a.skip);
  };

  it('the lecture says where they cross', () => {
    const text = textOf('was-the-log-in-the-cache');
    for (const caches of [0, 1]) {
      const at = Math.round(crossing(caches) / 10) * 10;
      expect(text).toContain(`some ${at}`);
    }
    expect(ratios(0).find(({ skip }) => skip === 100)?.ratio).toBeCloseTo(5 / 6, 1);
  });
});
