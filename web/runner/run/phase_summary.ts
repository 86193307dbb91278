import type { Description, PhaseTrace, SessionInfo } from '../../engine/protocol';

/** The numbers of one phase. */
export interface PhaseSummary {
  readonly phase: number;
  readonly start: number;
  readonly events: number;
  readonly eventsByKind: Readonly<Record<string, number>>;
  /** The virtual nanoseconds until the last event or span ends. */
  readonly durationNs: number;
  /**
   * The virtual nanoseconds by actor (its English name) and category; the parts sum to `totalNs`.
   */
  readonly ledger: readonly {
    readonly actor: string;
    readonly totalNs: number;
    readonly ns: Readonly<Record<string, number>>;
  }[];
  readonly trap?: { readonly at: number; readonly message: string };
}

/** Counts the events of a phase and adds up its spans. */
export function summarize(
  part: PhaseTrace,
  description: Description,
  info: SessionInfo,
): PhaseSummary {
  const { events, spans, phase, start, trap } = part;
  const last = events.time.reduce((latest, time) => Math.max(latest, time), 0);
  return {
    phase,
    start,
    events: events.length,
    eventsByKind: countKinds(part, description),
    durationNs: spans.reduce((latest, { end }) => Math.max(latest, end), last),
    ledger: info.actors.flatMap(({ id, name }) => {
      const ns = ledgerOf(part, id, description);
      const totalNs = Object.values(ns).reduce((sum, each) => sum + each, 0);
      return totalNs > 0 ? [{ actor: name.en, totalNs, ns }] : [];
    }),
    ...(trap && { trap }),
  };
}

function countKinds({ events }: PhaseTrace, description: Description): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of events.kind) {
    const name = description.eventKinds[kind] ?? `kind-${kind}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function ledgerOf({ spans }: PhaseTrace, actor: number, description: Description) {
  const ns: Record<string, number> = {};
  for (const span of spans) {
    if (span.actor !== actor) continue;
    const name = description.categories[span.category]?.id ?? `category-${span.category}`;
    ns[name] = (ns[name] ?? 0) + span.end - span.start;
  }
  return ns;
}
