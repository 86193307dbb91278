import type { Cut, Survive, UnitChoice } from '../engine/protocol';
import { anchorAt, patternOf, resolveAnchor } from '../model/trace/anchor';
import type { Trace } from '../model/trace/trace';
import type { LinkCut, LinkUnit } from './link_state';

/** The tiers whose events carry addresses of a unit's device. */
const EVENT_TIERS = { nvm: ['cache', 'nvm'], disk: ['disk'] } as const;
/** A unit is at most a sector: an event that begins within it touches it. */
const UNIT_BYTES = { nvm: 64, disk: 512 } as const;

/**
 * Names a cut by anchors: its position, and each unit chosen by hand by the event that wrote it.
 */
export function cutToLink(trace: Trace, cut: Cut): LinkCut {
  const { survive, seed, units } = cut.survive;
  return {
    at: anchorAt(trace, cut.at),
    survive,
    ...(seed !== undefined && { seed }),
    units: (units ?? []).map((unit) => unitToLink(trace, cut.at, unit)),
  };
}

/** The cut that a link names in this trace; inexact where one of its names is gone. */
export function cutFromLink(trace: Trace, link: LinkCut): { cut: Cut; exact: boolean } {
  const at = resolveAnchor(trace, link.at);
  const units = link.units.map((unit) => unitFromLink(trace, unit));
  const found = units.filter((unit) => unit !== undefined);
  const survive: Survive = {
    survive: link.survive,
    ...(link.seed !== undefined && { seed: link.seed }),
    ...(found.length > 0 && { units: found }),
  };
  const exact = at.exact && found.length === units.length;
  return { cut: { at: at.position, survive }, exact };
}

function unitToLink(trace: Trace, before: number, unit: UnitChoice): LinkUnit {
  const { tier, stores } = unit;
  for (let i = Math.min(before, trace.length) - 1; i >= 0; i--) {
    if (!touches(trace, i, unit)) continue;
    const delta = unit.address - (trace.events.address[i] ?? 0);
    return { tier, event: { of: patternOf(trace, i) }, delta, stores };
  }
  return { tier, delta: unit.address, stores };
}

function unitFromLink(trace: Trace, link: LinkUnit): UnitChoice | undefined {
  const { tier, stores } = link;
  if (!link.event) return { tier, address: link.delta, stores };
  const event = resolveAnchor(trace, link.event);
  if (!event.exact || event.position === 0) return undefined;
  const address = (trace.events.address[event.position - 1] ?? 0) + link.delta;
  return address < 0 ? undefined : { tier, address, stores };
}

function touches({ events, names }: Trace, index: number, unit: UnitChoice): boolean {
  const tiers: readonly string[] = EVENT_TIERS[unit.tier];
  const size = events.size[index] ?? 0;
  const start = events.address[index] ?? 0;
  return (
    size > 0 &&
    tiers.includes(names.tiers[events.tier[index] ?? 0] ?? '') &&
    start < unit.address + UNIT_BYTES[unit.tier] &&
    start + size > unit.address
  );
}
