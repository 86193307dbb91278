import type { Span } from '../../engine/protocol';
import type { TracePhase } from '../../model/trace/trace';

/** A segment of a lane as it is drawn; times are virtual nanoseconds of the phase. */
export interface LaneSegment {
  readonly start: number;
  readonly end: number;
  readonly category: number;
  /** 0 for none, or where several share the segment. */
  readonly txn: number;
  /** True where spans too short to be drawn were combined; `category` is then the longest. */
  readonly mixed: boolean;
  /** True where the actor waits for another actor's operation. */
  readonly waits?: boolean;
}

/** The spans of one actor in one phase, in order of time. */
export interface Lane {
  readonly actor: number;
  readonly spans: readonly Span[];
}

/** True for categories of time in which the actor did nothing. */
export const isIdle = (category: string): boolean => /idle|wait/.test(category);

/**
 * A thread of recovery has no pauses: where it does nothing, it waits for the others at a barrier.
 */
export function barrierWaits(
  actors: readonly { readonly id: number; readonly kind: string }[],
  categories: readonly { readonly id: string }[],
): (span: Span) => boolean {
  const together = new Set(actors.filter(({ kind }) => kind === 'recovery').map(({ id }) => id));
  return ({ actor, category }) => together.has(actor) && isIdle(categories[category]?.id ?? '');
}

/**
 * A lane for each of `actors`, empty where it did nothing; adjacent spans of the same kind are one.
 * `isWait` is true for a span in which the actor waited for another, though no device was busy
 * meanwhile.
 */
export function lanesOf(
  phase: TracePhase,
  actors: readonly number[],
  isWait: (span: Span) => boolean = () => false,
): Lane[] {
  const byActor = new Map<number, Span[]>(actors.map((actor) => [actor, []]));
  for (const span of phase.spans) {
    if (span.end <= span.start) continue;
    byActor.get(span.actor)?.push(isWait(span) ? { ...span, waits: true } : span);
  }
  return [...byActor].map(([actor, spans]) => ({
    actor,
    spans: joined(spans.sort((a, b) => a.start - b.start)),
  }));
}

/**
 * The segments of a lane to draw between two times; spans shorter than `finest` nanoseconds cannot
 * be seen, so adjacent ones become one mixed segment. It returns at most `2 * (to - from) / finest`
 * segments, however many spans there are.
 */
export function laneSegments(lane: Lane, from: number, to: number, finest: number): LaneSegment[] {
  const segments: LaneSegment[] = [];
  let crowd: Span[] = [];
  const flush = () => {
    if (crowd.length > 0) segments.push(mix(crowd));
    crowd = [];
  };
  for (let i = firstEndingAfter(lane.spans, from); i < lane.spans.length; i++) {
    const span = lane.spans[i] as Span;
    if (span.start >= to) break;
    const first = crowd[0];
    if (
      first &&
      (span.start - first.start >= finest || span.start - (crowd.at(-1) as Span).end >= finest)
    )
      flush();
    if (span.end - span.start >= finest) {
      flush();
      segments.push({ ...plain(span), mixed: false });
    } else {
      crowd.push(span);
    }
  }
  flush();
  return segments;
}

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (
      last &&
      last.end === span.start &&
      last.category === span.category &&
      last.txn === span.txn &&
      last.waits === span.waits
    ) {
      result[result.length - 1] = { ...last, end: span.end };
    } else {
      result.push(span);
    }
  }
  return result;
}

function plain({ start, end, category, txn, waits }: Span) {
  return { start, end, category, txn, ...(waits && { waits }) };
}

function mix(spans: readonly Span[]): LaneSegment {
  const first = spans[0] as Span;
  const last = spans.at(-1) as Span;
  if (spans.length === 1) return { ...plain(first), mixed: false };
  const timeOf = new Map<number, number>();
  for (const { category, start, end } of spans) {
    timeOf.set(category, (timeOf.get(category) ?? 0) + end - start);
  }
  const [category] = [...timeOf].reduce((best, next) => (next[1] > best[1] ? next : best));
  const txn = spans.every((span) => span.txn === first.txn) ? first.txn : 0;
  return { start: first.start, end: last.end, category, txn, mixed: true };
}

function firstEndingAfter(spans: readonly Span[], time: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).end <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
