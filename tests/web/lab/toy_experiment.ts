import type {
  ExperimentFile,
  ExperimentPlan,
  PointResult,
  SweptValue,
} from '../../../web/engine/protocol/experiment';

const text = (en: string) => ({ en, zh: en });

/** Two schemes over clients, with a claim that the second one is up to twice as fast. */
export const file: ExperimentFile = {
  format: 1,
  kind: 'experiment',
  id: 'toy',
  title: text('Toy'),
  scale: 'quick',
  machine: { id: 'm' },
  workload: { id: 'w' },
  threads: 1,
  transactions: 100,
  schemes: [{ id: 'a', label: text('one') }, { id: 'b' }],
  sweep: { threads: [4, 1, 16] },
  metrics: ['throughput', 'latency'],
  chart: { x: 'threads', y: 'throughput', series: 'scheme' },
  claims: [
    {
      id: 'faster',
      num: { scheme: 1, threads: [4, 16] },
      den: { scheme: 0 },
      metric: 'throughput',
      reduce: 'range',
      expect: [1.5, 2],
    },
  ],
};

/**
 * The plan that the engine would make of it: schemes, then the first swept name, then the second.
 */
export function planOf(of: ExperimentFile): ExperimentPlan {
  let assignments: Record<string, SweptValue>[] = [{}];
  for (const [name, values] of Object.entries(of.sweep ?? {})) {
    assignments = assignments.flatMap((before) =>
      values.map((value) => ({ ...before, [name]: value })),
    );
  }
  const points = of.schemes.flatMap(({ id }, scheme) =>
    assignments.map((assignment) => ({ scheme, schemeId: id, params: {}, assignment })),
  );
  return {
    id: of.id,
    version: '1',
    scale: of.scale,
    machine: 'm',
    workload: 'w',
    file: of,
    points: points.map((point, index) => ({
      ...point,
      index,
      key: JSON.stringify([point.schemeId, of.seed ?? 0, of.transactions, point.assignment]),
      transactions: of.transactions,
    })),
    claims: [
      {
        id: 'faster',
        ratio: true,
        of: 2,
        pairs: [
          [3, 0],
          [5, 2],
        ],
      },
    ],
    metrics: [
      { id: 'throughput', unit: 'txn/s', title: text('throughput') },
      { id: 'latency.mean', unit: 'ns', title: text('latency, mean') },
      { id: 'share.logic', unit: '', title: text('logic') },
    ],
    choices: [],
  };
}

export const resultOf = (throughput: number): PointResult => ({
  complete: true,
  steps: 1,
  metrics: { throughput, 'latency.mean': 1e9 / throughput, 'share.logic': 1 },
  kinds: [],
});

/** Results by key for the points of a plan, in its order; undefined: not measured. */
export function resultsFor(plan: ExperimentPlan, values: readonly (number | undefined)[]) {
  return new Map(
    plan.points.flatMap(({ key, index }) => {
      const value = values[index];
      return value === undefined ? [] : [[key, resultOf(value)] as const];
    }),
  );
}
