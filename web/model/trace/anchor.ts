import type { EventPattern } from '../../engine/protocol';
import { kindOf, phaseAt, type Trace, type TracePhase, transactionName } from './trace';

/** A position by meaning, which lets a link survive changes of the trace. */
export interface Anchor {
  /** The event, or an edge of a phase (0 the run, 1 the first recovery, ...). */
  readonly of: EventPattern | { readonly edge: 'start' | 'end'; readonly phase?: number };
  /** The number of events after it; negative before it. */
  readonly offset?: number;
}

/** The part of an anchor that the trace does not have. */
export type Missing = 'phase' | 'transaction' | 'structure' | 'event' | 'nth' | 'offset';

export type Resolved =
  | { readonly exact: true; readonly position: number }
  /** Set where `position` is only the nearest thing that still exists. */
  | { readonly exact: false; readonly position: number; readonly missing: Missing };

/** The position just after the event that a pattern names; undefined where there is none. */
export function findPattern(trace: Trace, pattern: EventPattern): number | undefined {
  const phase = trace.phases[pattern.phase ?? 0];
  if (!phase) return undefined;
  const matches = matcher(trace, pattern);
  let left = pattern.nth ?? 1;
  for (let i = phase.start; i < phase.end; i++) {
    if (matches(i) && --left <= 0) return i + 1;
  }
  return undefined;
}

/** The pattern that names event `index`, among the events of its own phase. */
export function patternOf(trace: Trace, index: number): EventPattern {
  const { events, names } = trace;
  const phase = phaseAt(trace, index + 1);
  const of = names.structures[(events.structure[index] ?? 0) - 1]?.id;
  const tx = transactionName(names, events.txn[index] ?? 0);
  const named = { event: kindOf(trace, index), ...(of && { of }), ...(tx && { tx }) };
  const matches = matcher(trace, named);
  let nth = 0;
  for (let i = phase?.start ?? 0; i <= index; i++) if (matches(i)) nth++;
  return {
    ...named,
    ...(nth > 1 && { nth }),
    ...(phase && phase.phase > 0 && { phase: phase.phase }),
  };
}

/** The anchor of a position: its event, or the nearest event before it that carries a meaning. */
export function anchorAt(trace: Trace, position: number): Anchor {
  const at = Math.max(0, Math.min(position, trace.length));
  const phase = phaseAt(trace, at);
  if (!phase || at <= phase.start) return edge('start', phase?.phase ?? 0, 0);
  if (at === trace.length) return edge('end', phase.phase, 0);
  for (let i = at - 1; i >= phase.start; i--) {
    if (isMeaningful(trace, i)) return withOffset(patternOf(trace, i), at - 1 - i);
  }
  return edge('start', phase.phase, at - phase.start);
}

/** The position of an anchor in this trace, or of the nearest thing to it. */
export function resolveAnchor(trace: Trace, anchor: Anchor): Resolved {
  const number = anchor.of.phase ?? 0;
  const phase = trace.phases[number];
  if (!phase) return { exact: false, position: trace.length, missing: 'phase' };
  if ('edge' in anchor.of) {
    const position = anchor.of.edge === 'start' ? phase.start : phase.end;
    return shifted(position, anchor.offset ?? 0, phase);
  }
  const position = findPattern(trace, anchor.of);
  if (position !== undefined) return shifted(position, anchor.offset ?? 0, phase);
  return { exact: false, ...nearest(trace, phase, anchor.of) };
}

/** `T1.write-back.log-object.3+2`, `_.phase`, `1~start+4`: safe in a URL as it is. */
export function formatAnchor(anchor: Anchor): string {
  const { of } = anchor;
  const offset = anchor.offset ?? 0;
  const phase = of.phase ? `${of.phase}~` : '';
  const sign = offset > 0 ? `+${offset}` : offset < 0 ? `${offset}` : '';
  if ('edge' in of) return `${phase}${of.edge}${sign}`;
  // A negative offset needs the number before it; otherwise it would read as part of a name.
  const nth = (of.nth ?? 1) > 1 || offset < 0 ? `.${of.nth ?? 1}` : '';
  return `${phase}${of.tx ?? '_'}.${of.event}${of.of ? `.${of.of}` : ''}${nth}${sign}`;
}

const NAME = '[A-Za-z][A-Za-z0-9-]*';
const ANCHOR = new RegExp(
  `^(?:(\\d{1,3})~)?(?:(start|end)([+ -]\\d{1,9})?|` +
    (`([A-Za-z_][A-Za-z0-9_]*)\\.(${NAME})(?:\\.(${NAME}))?(?:\\.(\\d{1,9})([+ ` +
      `-]\\d{1,9})?|([+ ]\\d{1,9}))?)$`),
);

/** Reads what `formatAnchor` writes; undefined where the text is no anchor. */
export function parseAnchor(text: string): Anchor | undefined {
  const match = ANCHOR.exec(text);
  if (!match) return undefined;
  const [, phaseText, edgeName, edgeOffset, tx, event = '', of, nth, offsetNth, offset] = match;
  const phase = Number(phaseText ?? 0);
  // A plus sign becomes a space in form decoding.
  const shift = Number((edgeOffset ?? offsetNth ?? offset ?? '0').replace(' ', '+'));
  if (edgeName) return edge(edgeName as 'start' | 'end', phase, shift);
  const pattern: EventPattern = {
    event,
    ...(of && { of }),
    ...(tx !== '_' && { tx }),
    ...(nth && Number(nth) > 1 && { nth: Number(nth) }),
    ...(phase > 0 && { phase }),
  };
  return withOffset(pattern, shift);
}

function edge(name: 'start' | 'end', phase: number, offset: number): Anchor {
  return { of: { edge: name, ...(phase > 0 && { phase }) }, ...(offset !== 0 && { offset }) };
}

function withOffset(of: EventPattern, offset: number): Anchor {
  return { of, ...(offset !== 0 && { offset }) };
}

function isMeaningful(trace: Trace, index: number): boolean {
  const { events } = trace;
  if (kindOf(trace, index) === '') return false;
  return events.txn[index] !== 0 || events.structure[index] !== 0;
}

/** A test for one event, which is never true if the pattern has an unknown name. */
function matcher(trace: Trace, pattern: EventPattern): (index: number) => boolean {
  const { events, names } = trace;
  const kind = pattern.event === '' ? -1 : names.kinds.indexOf(pattern.event);
  const structure = pattern.of ? names.structures.findIndex(({ id }) => id === pattern.of) + 1 : 0;
  const txn = pattern.tx ? transactionId(trace, pattern.tx) : 0;
  if (kind < 0 || (pattern.of && structure === 0) || (pattern.tx && txn === 0)) return () => false;
  return (i) =>
    events.kind[i] === kind &&
    (structure === 0 || events.structure[i] === structure) &&
    (txn === 0 || events.txn[i] === txn);
}

function transactionId(trace: Trace, name: string): number {
  return trace.names.transactions.find((transaction) => transaction.name === name)?.id ?? 0;
}

function shifted(position: number, offset: number, phase: TracePhase): Resolved {
  const wanted = position + offset;
  const clamped = Math.max(phase.start, Math.min(wanted, phase.end));
  if (clamped === wanted) return { exact: true, position: clamped };
  return { exact: false, position: clamped, missing: 'offset' };
}

/** Drops one part of the pattern after the other until something matches. */
function nearest(
  trace: Trace,
  phase: TracePhase,
  pattern: EventPattern,
): { position: number; missing: Missing } {
  const { event, of, tx } = pattern;
  const looser: readonly (readonly [Missing, EventPattern])[] = [
    ['nth', pattern],
    ['structure', { event, ...(tx && { tx }) }],
    ['transaction', { event, ...(of && { of }) }],
    ['transaction', { event }],
  ];
  for (const [missing, candidate] of looser) {
    const position = lastMatch(trace, phase, candidate, pattern.nth ?? 1);
    if (position !== undefined)
      return { position, missing: tx && transactionId(trace, tx) === 0 ? 'transaction' : missing };
  }
  return { position: lastOfTransaction(trace, phase, tx), missing: 'event' };
}

/** The `nth` match in the phase, or the last one if there are fewer. */
function lastMatch(trace: Trace, phase: TracePhase, pattern: EventPattern, nth: number) {
  const matches = matcher(trace, pattern);
  let found: number | undefined;
  for (let i = phase.start, left = nth; i < phase.end && left > 0; i++) {
    if (!matches(i)) continue;
    found = i + 1;
    left--;
  }
  return found;
}

function lastOfTransaction(trace: Trace, phase: TracePhase, tx: string | undefined): number {
  const txn = tx ? transactionId(trace, tx) : 0;
  for (let i = phase.end - 1; i >= phase.start && txn !== 0; i--) {
    if (trace.events.txn[i] === txn) return i + 1;
  }
  return phase.start;
}
