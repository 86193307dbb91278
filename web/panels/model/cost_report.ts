import {
  costOf,
  dollars,
  evenAt,
  gainOf,
  type Medium,
  media,
  type PricedRun,
  perDollar,
} from './cost';
import type { Prices } from './cost_choice';

// The content of the cost panel, as data.

export interface NamedRun {
  readonly name: string;
  readonly run: PricedRun;
}

/** The dollars a GB by medium, as they were set. */
export const dollarsPerGb = ({ dram, flash, disk, ratio }: Prices): Record<Medium, number> => ({
  dram,
  nvm: ratio * disk,
  flash,
  disk,
});

/** The prices that were used, and those of the machine. */
export const pricesReport = (prices: Prices, machine: Prices) => ({
  dollarsPerGb: dollarsPerGb(prices),
  nvmToDisk: prices.ratio,
  machine: { dollarsPerGb: dollarsPerGb(machine), nvmToDisk: machine.ratio },
});

/** The cost of a run, and its throughput per dollar. */
export const runCost = (run: PricedRun, prices: Prices) => ({
  dollars: dollars(run, prices),
  throughputPerDollar: perDollar(run, prices),
});

interface Compared {
  readonly over: NamedRun;
  readonly under: NamedRun;
}

export function costReport(
  runs: readonly NamedRun[],
  prices: Prices,
  machine: Prices,
  compared?: Compared,
) {
  return {
    prices: pricesReport(prices, machine),
    runs: runs.map(({ name, run }) => ({
      name,
      throughput: run.throughput,
      bytes: run.space,
      dollarsByMedium: costOf(run, prices),
      ...runCost(run, prices),
    })),
    ...(compared && { gain: gainReport(compared, prices) }),
  };
}

function gainReport({ over, under }: Compared, prices: Prices) {
  return {
    over: over.name,
    under: under.name,
    ...gainOf(over.run, under.run, prices),
    evenAtNvmToDisk: evenAt(over.run, under.run, prices) ?? null,
  };
}

/** One line for each run, with its prices. */
export function costRows(runs: readonly NamedRun[], prices: Prices): (string | number)[][] {
  const each = dollarsPerGb(prices);
  const heads = [
    'run',
    'throughput [txn/s]',
    'throughput per dollar [txn/s/$]',
    'price [$]',
    ...media.map((medium) => `${medium} [B]`),
    ...media.map((medium) => `${medium} [$]`),
    ...media.map((medium) => `${medium} [$/GB]`),
  ];
  const lines = runs.map(({ name, run }) => {
    const cost = costOf(run, prices);
    return [
      name,
      run.throughput,
      perDollar(run, prices),
      dollars(run, prices),
      ...media.map((medium) => run.space[medium]),
      ...media.map((medium) => cost[medium]),
      ...media.map((medium) => each[medium]),
    ];
  });
  return [heads, ...lines];
}
