import type { MachineDescription } from '../../engine/protocol';
import type { PointResult } from '../../engine/protocol/experiment';
import type { Prices } from './cost_choice';

// The cost of runs. Throughput does not depend on prices, so results are priced anew without
// measuring.

const MEDIA = ['dram', 'nvm', 'flash', 'disk'] as const;
export type Medium = (typeof MEDIA)[number];
export const media: readonly Medium[] = MEDIA;

/** The throughput of a run, and the bytes that it holds. */
export interface PricedRun {
  readonly throughput: number;
  readonly space: Readonly<Record<Medium, number>>;
}

const GB = 2 ** 30;

/** The run; undefined where the result lacks the sizes of its devices. */
export function pricedRun(
  metrics: PointResult['metrics'],
  throughput = metrics.throughput,
): PricedRun | undefined {
  const [dram, nvm, flash, disk] = MEDIA.map((medium) => metrics[`space.${medium}`]);
  if (throughput === undefined || dram === undefined || nvm === undefined) return undefined;
  if (flash === undefined || disk === undefined) return undefined;
  return { throughput, space: { dram, nvm, flash, disk } };
}

/** The dollars for each medium. */
export function costOf({ space }: PricedRun, prices: Prices): Readonly<Record<Medium, number>> {
  const nvm = prices.ratio * prices.disk;
  const at = { dram: prices.dram, nvm, flash: prices.flash, disk: prices.disk };
  const [dram, nv, flash, disk] = MEDIA.map((medium) => (space[medium] / GB) * at[medium]);
  return { dram: dram ?? 0, nvm: nv ?? 0, flash: flash ?? 0, disk: disk ?? 0 };
}

export const dollars = (run: PricedRun, prices: Prices): number =>
  Object.values(costOf(run, prices)).reduce((sum, each) => sum + each, 0);

/** The transactions a second per dollar; 0 where nothing is paid for. */
export function perDollar(run: PricedRun, prices: Prices): number {
  const price = dollars(run, prices);
  return price > 0 ? run.throughput / price : 0;
}

/** The reasons why one run has more per dollar than another: factors, whose logarithms add up. */
export interface Gain {
  /** throughput x price. */
  readonly all: number;
  readonly throughput: number;
  /** The factor by which it is cheaper. */
  readonly price: number;
  /**
   * The fractions of ln(all), together 1; one is negative where it works against the other.
   * Undefined where all is 1.
   */
  readonly shares: { readonly throughput: number; readonly price: number } | undefined;
}

/** A gain below this counts as none, and has no parts. */
const LEAST_GAIN = 1e-6;

/** The gain; undefined where one of them costs nothing or does nothing. */
export function gainOf(over: PricedRun, under: PricedRun, prices: Prices): Gain | undefined {
  const throughput = over.throughput / under.throughput;
  const price = dollars(under, prices) / dollars(over, prices);
  const all = throughput * price;
  if (!(all > 0) || !Number.isFinite(all)) return undefined;
  const whole = Math.log(all);
  const shares =
    Math.abs(whole) < LEAST_GAIN
      ? undefined
      : { throughput: Math.log(throughput) / whole, price: Math.log(price) / whole };
  return { all, throughput, price, shares };
}

/**
 * The ratio at which both runs have the same throughput per dollar; undefined where there is none
 * above 0.
 */
export function evenAt(a: PricedRun, b: PricedRun, prices: Prices): number | undefined {
  // A cost is a line over the ratio: the cost of everything but NVM, and a slope for NVM.
  const rest = (run: PricedRun) => dollars(run, { ...prices, ratio: 0 });
  const slope = (run: PricedRun) => (run.space.nvm / GB) * prices.disk;
  const turn = a.throughput * slope(b) - b.throughput * slope(a);
  const ratio = (b.throughput * rest(a) - a.throughput * rest(b)) / turn;
  return ratio > 0 && Number.isFinite(ratio) ? ratio : undefined;
}

const PRICE_NAMES = {
  dram: 'cost.dram_gb',
  flash: 'cost.ssd_gb',
  disk: 'cost.disk_gb',
  ratio: 'cost.nvm_ratio',
} as const satisfies Record<keyof Prices, string>;

/** The prices of a machine, in dollars. */
export function pricesOf(
  machine: MachineDescription | undefined,
  overrides: Readonly<Record<string, number>> = {},
): Prices {
  const value = (id: string) =>
    overrides[id] ?? machine?.prices.find((price) => price.id === id)?.value ?? 0;
  return {
    dram: value(PRICE_NAMES.dram) / 1000,
    flash: value(PRICE_NAMES.flash) / 1000,
    disk: value(PRICE_NAMES.disk) / 1000,
    ratio: value(PRICE_NAMES.ratio),
  };
}
