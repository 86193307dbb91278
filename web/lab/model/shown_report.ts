import type {
  ExperimentFile,
  ExperimentPlan,
  PointPlan,
  PointResult,
} from '../../engine/protocol/experiment';
import { pricedRun } from '../../panels/model/cost';
import type { Prices } from '../../panels/model/cost_choice';
import { pricesReport, runCost } from '../../panels/model/cost_report';
import { experimentReport, measuredPoints } from './experiment_result';
import type { ShownResult } from './first_look';
import { pointsCsv, samplesCsv } from './points_csv';

/** The laboratory's view of an experiment. */
export interface ShownExperiment {
  readonly file: ExperimentFile;
  readonly plan: ExperimentPlan;
  /** The results by the keys of the plan. */
  readonly shown: ReadonlyMap<string, ShownResult>;
  /** The transactions of a point at first look. */
  readonly look: number | undefined;
  readonly prices: Prices;
  readonly machine: Prices;
}

/**
 * The report in the runner's form, with results of first looks, and the costs at the prices that
 * were set.
 */
export function shownReport({ prices, machine, ...open }: ShownExperiment) {
  const { plan, results, transactions, early } = asRun(open);
  const measured = measuredPoints(plan, results);
  const { points, ...report } = experimentReport(open.file, plan, measured);
  return {
    ...report,
    cancelled: report.cancelled || early.size > 0,
    prices: pricesReport(prices, machine),
    points: points.map((point, n) => {
      const run = pricedRun(point.metrics);
      return {
        ...point,
        transactions: transactions(measured[n]?.plan),
        firstLook: early.has(point.key),
        ...(run && { cost: runCost(run, prices) }),
      };
    }),
  };
}

/** The report as lines. */
export function shownCsv({ prices, ...open }: Omit<ShownExperiment, 'machine'>): string {
  const { plan, results, transactions } = asRun(open);
  return pointsCsv(open.file, plan, results, {
    heads: [
      'transactions measured',
      'NVM set at [$/GB]',
      'price at that [$]',
      'throughput per dollar at that [txn/s/$]',
    ],
    of: (point, { metrics }) => {
      const run = pricedRun(metrics);
      const cost = run && runCost(run, prices);
      return [
        transactions(point),
        prices.ratio * prices.disk,
        ...(cost ? [cost.dollars, cost.throughputPerDollar] : ['', '']),
      ];
    },
  });
}

/** The samples of the points as lines. */
export function shownSamplesCsv({ prices: _none, ...open }: Omit<ShownExperiment, 'machine'>) {
  const { plan, results } = asRun(open);
  return samplesCsv(open.file, plan, results);
}

type Run = Pick<ShownExperiment, 'file' | 'plan' | 'shown' | 'look'>;

/** The plan with the keys of the runs that its numbers belong to. */
function asRun({ file, plan, shown, look }: Run) {
  const early = new Set([...shown.values()].filter((each) => each.early).map(({ key }) => key));
  const points = plan.points.map((point) => ({
    ...point,
    key: shown.get(point.key)?.key ?? point.key,
  }));
  const results: ReadonlyMap<string, PointResult> = new Map(
    [...shown.values()].map(({ key, result }) => [key, result]),
  );
  const transactions = (point: PointPlan | undefined) => {
    if (point && look !== undefined && early.has(point.key)) return look;
    const clients = file.per_thread ? Number(point?.assignment.threads ?? file.threads) : 1;
    return clients * Number(point?.assignment.transactions ?? file.transactions);
  };
  return { plan: { ...plan, points }, results, early, transactions };
}
