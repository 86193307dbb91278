import {
  COUNTED_PATH,
  DEVICE,
  IDLE_WAKE,
  LOAD,
  LOADED_DEVICE,
  PATH,
  SWITCH,
} from './calibrated_prices';
import type { Rate } from './rate_text';
import { leaveNoCore, type ServerFacts } from './server_facts';

// The prices that a server's facts set in the profile of a present-day machine.

export interface SetPrice {
  readonly price: string;
  readonly value: number;
  /** The line of what was pasted or typed; none: a guess. */
  readonly line?: string;
}

/** A durable write was measured with the call that makes it: the call is not paid twice. */
const flushPrices = ({ flush }: ServerFacts): SetPrice[] =>
  flush
    ? [
        { price: DEVICE, value: flush.chosen.ns, line: flush.chosen.line },
        { price: 'file.direct_call_ns', value: 0, line: flush.chosen.line },
      ]
    : [];

/** The device under load, where a text tells its time; a rate tells it by calibration. */
function loadPrices({ loaded }: ServerFacts): SetPrice[] {
  if (!loaded || !('ns' in loaded)) return [];
  const { ns, clients, line } = loaded;
  return [
    { price: LOADED_DEVICE, value: ns, line },
    { price: LOAD, value: clients, line },
  ];
}

/** The slices of Linux's scheduler on one core, ns, and how much more for several. */
const SCHEDULER = {
  'cpu.quantum_ns': 1_000_000,
  'cpu.sleeper_credit_ns': 2_500_000,
  'cpu.wakeup_granularity_ns': 1_000_000,
} as const;
/** More cores than this make no difference. */
const MOST_SCALED = 8;

/**
 * Linux multiplies what its scheduler has by 1 + log2 of the cores (kernel/sched/fair.c,
 * get_update_sysctl_factor): the machine's own are those of 8 cores and more.
 */
function schedulerPrices({ cores: { value, line } }: ServerFacts): SetPrice[] {
  if (line === undefined || value >= MOST_SCALED) return [];
  const factor = 1 + Math.floor(Math.log2(value));
  return Object.entries(SCHEDULER).map(([price, ns]) => ({ price, value: factor * ns, line }));
}

/** All prices that are set, each with the line that it comes from. */
export function serverPrices(facts: ServerFacts): SetPrice[] {
  const { value, line } = facts.cores;
  return [
    { price: 'cpu.cores', value, ...(line !== undefined && { line }) },
    ...schedulerPrices(facts),
    ...flushPrices(facts),
    ...loadPrices(facts),
  ];
}

/** The prices that calibration by a rate of several clients has set. */
function calibratedLoad(
  { loaded }: ServerFacts,
  overrides: Readonly<Record<string, number>>,
): SetPrice[] {
  if (!loaded || 'ns' in loaded) return [];
  return [SWITCH, LOADED_DEVICE, LOAD].flatMap((price) => {
    const value = overrides[price];
    return value === undefined ? [] : [{ price, value, line: loaded.line }];
  });
}

/**
 * The rate that has set the path of a statement: that of clients who leave no core idle, where idle
 * cores have a price or one client was not measured, else that of one client. None: a guess.
 */
export function pathRate(
  facts: ServerFacts,
  overrides: Readonly<Record<string, number>>,
): Rate | undefined {
  const { oneOff, todayOff } = facts.rates;
  const { [PATH]: path, [IDLE_WAKE]: wake } = overrides;
  if (path === undefined || path === COUNTED_PATH) return undefined;
  if (wake !== undefined) return todayOff;
  return oneOff ?? (leaveNoCore(facts) ? todayOff : undefined);
}

/**
 * The same with what an experiment has: the path of a statement, and the prices that calibration
 * has set, each with the rate that it was set by.
 */
export function pricesOf(
  facts: ServerFacts,
  overrides: Readonly<Record<string, number>>,
): SetPrice[] {
  const { one, oneOff } = facts.rates;
  const pathBy = pathRate(facts, overrides);
  const path = overrides[PATH];
  const wake = overrides[IDLE_WAKE];
  const told = serverPrices(facts).map((each) => {
    const value = overrides[each.price] ?? each.value;
    return value === each.value || !one ? each : { ...each, value, line: one.line };
  });
  const device = told.some(({ price }) => price === DEVICE) ? undefined : overrides[DEVICE];
  return [
    ...told,
    ...(device === undefined || !one ? [] : [{ price: DEVICE, value: device, line: one.line }]),
    ...calibratedLoad(facts, overrides),
    ...(path === undefined
      ? []
      : [{ price: PATH, value: path, ...(pathBy && { line: pathBy.line }) }]),
    ...(wake === undefined || !oneOff
      ? []
      : [{ price: IDLE_WAKE, value: wake, line: oneOff.line }]),
  ];
}

/** As an experiment's machine takes them. */
export const overridesOf = (prices: readonly SetPrice[]): Readonly<Record<string, number>> =>
  Object.fromEntries(prices.map(({ price, value }) => [price, value]));

/** Tells how much of the machine is the reader's own. */
export function machineIs(facts: ServerFacts): 'yours' | 'partly' | 'not-yours' {
  const told = [facts.flush !== undefined, facts.cores.line !== undefined];
  if (told.every(Boolean)) return 'yours';
  return told.some(Boolean) ? 'partly' : 'not-yours';
}
