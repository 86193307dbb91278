import type { PointResult } from '../../../engine/protocol/experiment';
import { hasSteadyHalves } from '../server/answer';
import { type Assumption, BASE, PARTS, type Part, partRun, type StudyRun } from './study_runs';

// The results of a study's runs: nothing here is assumed, and a run that did not end is left out.

/** The results of each run, with its systems in the study's order. */
export type StudyResults = ReadonlyMap<string, readonly PointResult[]>;

const YOURS = 0;
const IN_NVM = 1;
const NEAREST = 2;

/** The answer at one end of an assumption's range. */
export interface End {
  readonly value: number;
  /** The throughput of the better system in NVM, as a multiple of the server's. */
  readonly gain: number;
}

/** A bar of the chart: the answer as an assumption goes from one end to the other. */
export interface Bar {
  readonly assumption: Assumption;
  readonly ends: readonly End[];
}

/** A value at which the order of the two systems in NVM differs from the answer's. */
export interface Turn {
  readonly assumption: Assumption;
  readonly value: number;
  /** The system that is ahead there. */
  readonly ahead: Gainer;
}

export interface Tornado {
  readonly gain: number;
  /** The bars, widest first. */
  readonly bars: readonly Bar[];
  readonly turns: readonly Turn[];
  /** The ends for which the runs give no answer. */
  readonly unsteady: readonly { readonly assumption: Assumption; readonly value: number }[];
}

/** Two systems whose rates are closer than this are equally fast. */
const TIE = 0.02;

const rateOf = (points: readonly PointResult[] | undefined, n: number) => {
  const point = points?.[n];
  return point?.complete ? point.metrics.throughput : undefined;
};

interface Rates {
  readonly gain: number;
  /**
   * The rate of the nearest system relative to the server with its log in NVM; 1 means equally
   * fast.
   */
  readonly lead: number;
}

function ratesOf(points: readonly PointResult[] | undefined): Rates | undefined {
  const [yours, inNvm, nearest] = [YOURS, IN_NVM, NEAREST].map((n) => rateOf(points, n));
  if (!yours || !inNvm || !nearest) return undefined;
  return { gain: Math.max(inNvm, nearest) / yours, lead: nearest / inNvm };
}

const isSteady = (points: readonly PointResult[] | undefined) =>
  points?.every((point) => hasSteadyHalves(point)) ?? true;

const sideOf = (lead: number) => (lead > 1 + TIE ? 1 : lead < 1 - TIE ? -1 : 0);

/** The answers as each assumption changes; undefined before the base has run. */
export function tornadoOf(runs: readonly StudyRun[], results: StudyResults): Tornado | undefined {
  const base = ratesOf(results.get(BASE));
  if (!base) return undefined;
  const bars = new Map<Assumption, End[]>();
  const turns: Turn[] = [];
  const unsteady: { assumption: Assumption; value: number }[] = [];
  for (const { id, changed } of runs) {
    const rates = changed && ratesOf(results.get(id));
    if (!changed || !rates) continue;
    const { assumption, value } = changed;
    if (!isSteady(results.get(id))) {
      unsteady.push({ assumption, value });
      continue;
    }
    bars.set(assumption, [...(bars.get(assumption) ?? []), { value, gain: rates.gain }]);
    if (sideOf(rates.lead) * sideOf(base.lead) < 0)
      turns.push({ assumption, value, ahead: rates.lead > 1 ? 'nearest' : 'in-nvm' });
  }
  const width = ({ ends }: Bar) =>
    Math.max(...ends.map(({ gain }) => Math.abs(Math.log(gain / base.gain))));
  return {
    gain: base.gain,
    bars: [...bars]
      .map(([assumption, ends]) => ({ assumption, ends }))
      .sort((a, b) => width(b) - width(a)),
    turns,
    unsteady,
  };
}

/** The server's time for a transaction, and how much of it each part takes. */
export interface Split {
  /** The run's time for each transaction, ns. */
  readonly yours: number;
  /** The gain of the system that is studied. */
  readonly best: number;
  /** The saving where one part alone costs nothing; in the order of PARTS. */
  readonly saved: readonly { readonly part: Part; readonly ns: number }[];
  /** The saving of all parts together, less the sum of their single savings. */
  readonly overlap: number;
  /** The time that clients then still wait for each other to append records to the log. */
  readonly concurrency: number;
  /** The further saving of that system, which may be negative. */
  readonly rest: number;
}

const timeOf = (rate: number) => 1e9 / rate;

/**
 * Contention is read from the ledger, since a log with many writers may be slower for other
 * reasons.
 */
const CONTENTION = 'share.log-contention';

/** The systems in NVM whose gain is known. */
export type Gainer = 'in-nvm' | 'nearest';

/** The way from the server to a system in NVM; its parts, their overlap and the rest add up. */
export function splitOf(results: StudyResults, of: Gainer): Split | undefined {
  const base = results.get(BASE);
  const yours = rateOf(base, YOURS);
  const best = rateOf(base, of === 'in-nvm' ? IN_NVM : NEAREST);
  const without = results.get(partRun('all'));
  const all = rateOf(without, YOURS);
  if (!yours || !best || !all) return undefined;
  const saved: { part: Part; ns: number }[] = [];
  for (const part of PARTS) {
    const without = rateOf(results.get(partRun(part)), YOURS);
    if (!without) return undefined;
    saved.push({ part, ns: timeOf(yours) - timeOf(without) });
  }
  const together = timeOf(yours) - timeOf(all);
  const concurrency = timeOf(all) * (without?.[YOURS]?.metrics[CONTENTION] ?? 0);
  return {
    yours: timeOf(yours),
    best: timeOf(best),
    saved,
    overlap: together - saved.reduce((sum, { ns }) => sum + ns, 0),
    concurrency,
    rest: timeOf(all) - concurrency - timeOf(best),
  };
}
