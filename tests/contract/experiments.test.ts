import { beforeAll, describe, expect, it } from 'vitest';
import { type PointOutcome, planExperiment, runExperiment } from '../../web/engine/measure/client';
import { LocalPointWorker } from '../../web/engine/measure/local_worker';
import type {
  ExperimentFile,
  ExperimentPlan,
  PointPlan,
  PointResult,
} from '../../web/engine/protocol/experiment';
import { experimentReport } from '../../web/lab/model/experiment_result';
import { raceExperiment, setupOf } from '../../web/race/model/race';
import { loadEngine } from '../../web/runner/node_engine';
import { day, effort, isTurn } from '../effort';
import { nativePoints } from './native_points';
import { experimentFiles } from './scenario_files';
import { formats, seen, untold } from './told_fields';

/** Transactions a point. */
const MOST = effort(100, 300);
/** The points of an experiment that are measured on days when it is not measured completely. */
const FEW = 3;
/** Points of an experiment that WebAssembly measures, too. */
const COMPARED = effort(1, Number.POSITIVE_INFINITY);

const fast = await loadEngine('fast');
/** The file with the numbers of its scale alone. */
function atScale(file: ExperimentFile): ExperimentFile {
  const opened = fast.openExperiment(JSON.stringify(file));
  if ('problems' in opened) throw new Error(JSON.stringify(opened.problems));
  return opened.plan.file;
}

/** The quick run, with no more transactions than it takes to see whether the file works. */
function shortened(text: string): ExperimentFile {
  const whole: ExperimentFile = JSON.parse(text);
  const file = atScale(whole.quick ? { ...whole, scale: 'quick' } : whole);
  const { transactions = 0, warmup = 0, crash } = file;
  const cut = crash?.after_transactions && { crash: { after_transactions: MOST } };
  return {
    ...file,
    transactions: Math.min(transactions, MOST),
    warmup: Math.min(warmup, MOST / 4),
    ...cut,
  };
}

const place = () => new LocalPointWorker(() => loadEngine('fast'));

/** All metrics whose names begin so. */
function sum(metrics: PointOutcome['metrics'], group: string): number {
  return Object.entries(metrics).reduce(
    (total, [name, value]) => total + (name.startsWith(group) ? value : 0),
    0,
  );
}

/** This many of some points, evenly spread over them: others each day. */
function spread(points: readonly PointPlan[], count: number): readonly PointPlan[] {
  const stride = Math.max(1, Math.ceil(points.length / count));
  return points.filter((_, n) => n % stride === day % stride);
}

const experiments = experimentFiles().map((each, n) => ({ ...each, whole: isTurn(n, 8) }));

describe.each(experiments)('experiment $name', ({ text, whole }) => {
  const file = shortened(text);
  let results: Map<string, PointResult>;
  let plan: ExperimentPlan;
  let looked: readonly PointPlan[] = [];
  let measured: readonly PointOutcome[] = [];
  beforeAll(async () => {
    plan = await planExperiment(place(), JSON.stringify(file));
    looked = whole ? plan.points : spread(plan.points, FEW);
    results = nativePoints(JSON.stringify(file), whole ? undefined : looked);
    measured = plan.points.flatMap((point) => {
      const result = results.get(point.key);
      return result ? [{ plan: point, ...result }] : [];
    });
  }, 120_000);

  it('gives the same natively and in WebAssembly', async () => {
    expect(new Set(results.keys())).toEqual(new Set(looked.map(({ key }) => key)));
    const compared = new Set(spread(looked, COMPARED));
    const { points } = await runExperiment([place()], JSON.stringify(file), {
      wanted: ({ index }) => [...compared].some((point) => point.index === index),
    });
    expect(points.length).toBe(compared.size);
    expect(points.length).toBeGreaterThan(0);
    for (const { plan: point, ...result } of points) {
      expect(result, point.key).toEqual(results.get(point.key));
    }
  }, 120_000);

  it('answers what its tables tell, and nothing else', () => {
    expect(untold('ExperimentPlan', plan)).toEqual([]);
    for (const result of results.values()) expect(untold('PointResult', result)).toEqual([]);
  });

  it('comes to its end, consistent where the power was cut', () => {
    const result = experimentReport(file, plan, measured);
    expect(result).toMatchObject({ consistent: file.crash ? true : null });
    expect(result.points.every(({ complete }) => complete)).toBe(true);
    for (const { plan, metrics } of measured) {
      const clients = file.per_thread ? Number(plan.assignment.threads ?? file.threads) : 1;
      const asked = clients * Number(plan.assignment.transactions ?? file.transactions);
      const there = plan.transactions - (file.warmup ?? 0);
      const { commits = 0, left_open: left = 0 } = metrics;
      expect(commits + left).toBe(Math.min(asked, there));
      expect(metrics.throughput).toBeGreaterThan(0);
    }
  });

  it.runIf(whole)('has a value for every claim', () => {
    const result = experimentReport(file, plan, measured);
    expect(result.cancelled).toBe(false);
    expect(result.claims.map(({ id }) => id)).toEqual(
      (file.claims ?? []).map(({ id }: { id: string }) => id),
    );
    // A run this short may end before the first page is written: a claim whose divisor is zero has
    // no value. Every other claim has one.
    result.claims.forEach(({ verdict }, n) => {
      const { metric = [], den_metric, num = {}, den } = file.claims?.[n] ?? {};
      const scheme = den?.scheme ?? num.scheme;
      const below = measured.filter(({ plan }) => scheme === undefined || plan.scheme === scheme);
      const nothing = below.some(({ metrics }) =>
        [den_metric ?? metric].flat().every((name) => (metrics[name] ?? 0) === 0),
      );
      if (!nothing) expect(verdict).not.toBe('unknown');
    });
  });

  it('books every nanosecond of every client once', () => {
    for (const { plan, metrics } of measured) {
      const clients = (plan.assignment.threads ?? file.threads) as number;
      expect(sum(metrics, 'time.')).toBe(clients * (metrics.elapsed ?? 0));
      expect(sum(metrics, 'share.')).toBeCloseTo(1, 6);
    }
  });
});

/** Fields of what went wrong, and of a plan that a short run may never make. */
const RARE = ['gave_up', 'too_small', 'program_fault', 'worn_out', 'planned'];

it('results have every field that is told', () => {
  const told = ['PointResult', 'SampleFrame', 'Occupancy', 'KindResult', 'RecoveryPass', 'WornMap'];
  const fields = told.flatMap((name) => formats.rows(name).map((row) => `${name}.${row.name}`));
  const missing = fields.filter((name) => !seen.has(name));
  expect(missing.filter((name) => !RARE.includes(name.split('.')[1] ?? ''))).toEqual([]);
});

describe('a point', () => {
  // A workload that asks for what the seed determines.
  const first = experimentFiles().find(({ name }) => name === 'nvl-persist-slowdown.json');
  const { chart: _drawn, ...quick } = atScale(JSON.parse(first?.text ?? ''));
  const small = {
    ...quick,
    transactions: 60,
    warmup: 10,
    claims: [],
    sweep: { threads: [1, 3] },
  };

  it('does not depend on the size of its slices', async () => {
    const whole = await runExperiment([place()], JSON.stringify(small));
    const options = { sliceMs: 0.01 };
    const sliced = [new LocalPointWorker(() => loadEngine('fast'), options)];
    const { points } = await runExperiment(sliced, JSON.stringify(small));
    expect(points).toEqual(whole.points);
  });

  it('depends on the seed', async () => {
    const of = async (seed: number) => {
      const { points } = await runExperiment([place()], JSON.stringify({ ...small, seed }));
      return points.map(({ metrics }) => metrics.elapsed);
    };
    expect(await of(5)).not.toEqual(await of(6));
  });
});

it('are the samples of a race the same natively and in WebAssembly?', async () => {
  const description = (await loadEngine('fast')).describe();
  const racers = description.schemes.slice(0, 6).map(({ id }) => ({ scheme: id, params: {} }));
  const setup = setupOf(description, { racers, params: {}, duration: 3_000_000 });
  const text = JSON.stringify({ ...raceExperiment(description, setup), crash: {} });
  const { points } = await runExperiment([place()], text);
  const found = points.map(({ plan, ...result }) => [plan.key, result] as const);
  expect(points[0]?.samples?.columns.elapsed?.at(-1)).toBe(3_000_000);
  expect(new Map(found)).toEqual(nativePoints(text));
}, 60_000);
