import { type Answer, type Beside, besideMeasured, hasLoadPrice, type Measured } from './answer';
import type { ServerFacts } from './server_facts';
import { pathRate } from './server_prices';

// Judges how far an answer can be trusted: by the facts that it had, and by how well the model fits
// the server.

/** Beyond this, the model's order of magnitude is all that counts. */
const FAR = 0.25;
/** Cores that are busier bind. */
const CORES_BOUND = 0.9;

/** By how much the model is off; undefined where nothing was measured. */
export const differenceOf = ({ measured, predicted }: Beside): number | undefined =>
  measured === undefined ? undefined : predicted / measured - 1;

/** The rate that the model is furthest off, where it is far; those of so many clients first. */
export function farOf(runs: readonly Beside[], clients?: number): Beside | undefined {
  const off = (run: Beside) => Math.abs(differenceOf(run) ?? 0);
  const far = runs.filter((run) => off(run) > FAR).sort((a, b) => off(b) - off(a));
  return far.find((run) => run.clients === clients) ?? far[0];
}

/** Tells if cores bind a run in the model: then a flush of its disk explains no difference. */
export const areCoresBusy = ({ busy = 0 }: Beside): boolean => busy > CORES_BOUND;

/** The share of a transaction's time that counts as much. */
const MUCH = 0.2;

/** Tells if several clients make more in the model because they keep each other's cores awake. */
export const doWakesDecide = (run: Beside): boolean =>
  run.clients > 1 && (run.wakes ?? 0) > MUCH && (differenceOf(run) ?? 0) > 0;

export type LackingOne = 'path' | 'wakes';

type Overrides = Readonly<Record<string, number>>;

export interface Trust {
  /** True if the server's bound, and its ceiling, may be stated as a fact. */
  readonly isTold: boolean;
  /** The run that would tell most, by its commits; none is missing where both were measured. */
  readonly missing?: 'off' | 'asIs';
  /** The prices that the rates of one client would set, where only several were measured. */
  readonly needsOne?: LackingOne;
  readonly far?: Beside;
}

/**
 * Tells if a price lacks that a run of more clients would set: the model is off where commits of
 * several clients wait.
 */
export const lacksMore = (run: Beside, { loaded }: ServerFacts): boolean =>
  run.clients > 1 && !run.off && loaded === undefined;

/**
 * The prices that two rates of one client would set, where several clients were measured and one
 * was not: what a statement takes or, where several have set that, idle cores and a flush.
 */
export function lacksOne(facts: ServerFacts, set: Overrides): LackingOne | undefined {
  const { rates, clients, loaded } = facts;
  const { today, todayOff, one, oneOff } = rates;
  const several = today ?? todayOff ?? (loaded && 'tps' in loaded ? loaded : undefined);
  if (clients.value === 1 || several === undefined || (one && oneOff)) return undefined;
  return todayOff !== undefined && pathRate(facts, set) === todayOff ? 'wakes' : 'path';
}

/**
 * One client alone waits for nobody and shares no core, so a model by its runs alone tells neither
 * what bounds several nor their ceiling. A run of several whose commits do not wait does, and so
 * does one that has set a price.
 */
export function trustOf(answer: Answer, measured: Measured, facts: ServerFacts): Trust {
  const { clients, loaded } = facts;
  const isOwn = clients.value === answer.clients;
  const { today, todayOff, oneOff } = isOwn ? facts.rates : {};
  const off = todayOff ?? (answer.clients === 1 ? oneOff : undefined);
  const set = measured.file.machine.overrides ?? {};
  const bySeveral = loaded !== undefined && 'tps' in loaded && hasLoadPrice(set);
  const far = farOf(besideMeasured(measured, facts), answer.clients);
  const isKnown = off !== undefined || (bySeveral && answer.clients > 1);
  const needsOne = lacksOne(facts, set);
  const missing = off === undefined ? 'off' : today === undefined ? 'asIs' : undefined;
  return {
    isTold: answer.ceilingIsMeasured || (isKnown && far === undefined),
    ...(missing && { missing }),
    ...(needsOne && { needsOne }),
    ...(far && { far }),
  };
}
