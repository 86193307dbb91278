import { DEVICE, PATH } from './calibrated_prices';
import type { ServerFacts } from './server_facts';

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

/** All prices that are set, each with the line that it comes from. */
export function serverPrices(facts: ServerFacts): SetPrice[] {
  const { value, line } = facts.cores;
  return [
    { price: 'cpu.cores', value, ...(line !== undefined && { line }) },
    ...flushPrices(facts),
  ];
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
  const path = overrides[PATH];
  const told = serverPrices(facts).map((each) => {
    const value = overrides[each.price] ?? each.value;
    return value === each.value || !one ? each : { ...each, value, line: one.line };
  });
  const device = told.some(({ price }) => price === DEVICE) ? undefined : overrides[DEVICE];
  return [
    ...told,
    ...(device === undefined || !one ? [] : [{ price: DEVICE, value: device, line: one.line }]),
    ...(path === undefined
      ? []
      : [{ price: PATH, value: path, ...(oneOff && { line: oneOff.line }) }]),
  ];
}

/** As an experiment's machine takes them. */
export const overridesOf = (prices: readonly SetPrice[]): Readonly<Record<string, number>> =>
  Object.fromEntries(prices.map(({ price, value }) => [price, value]));

/** How much of the machine is the reader's own. */
export function machineIs(facts: ServerFacts): 'yours' | 'partly' | 'not-yours' {
  const told = [facts.flush !== undefined, facts.cores.line !== undefined];
  if (told.every(Boolean)) return 'yours';
  return told.some(Boolean) ? 'partly' : 'not-yours';
}
