import type { AskStep } from '../../engine/protocol';
import { findPattern } from '../trace/anchor';
import { kindTable, phaseAt, type Trace, timeAt } from '../trace/trace';
import { type Judgement, type OrderWitness, SAME, UNKNOWN, type UndoneWitness } from './answer';

/** The times of a question's steps, in their order; undefined where one does not come. */
export function stepTimes(
  trace: Trace,
  steps: readonly AskStep[],
): OrderWitness['steps'] | undefined {
  const found = steps.map(({ when }, index) => ({ index, position: findPattern(trace, when) }));
  const times = found.flatMap(({ index, position }) =>
    position === undefined
      ? []
      : [
          {
            index,
            position,
            phase: phaseAt(trace, position)?.phase ?? 0,
            time: timeAt(trace, position),
          },
        ],
  );
  if (times.length < steps.length) return undefined;
  return times.sort((a, b) => a.position - b.position || a.index - b.index);
}

/** An order of steps in the form of answers: their places in the question. */
export const orderAnswer = (indices: readonly number[]): string => indices.join(',');

/** The places that an answer names; undefined where it does not name each of them once. */
export function orderOf(answer: string, count: number): readonly number[] | undefined {
  const indices = answer.split(',').map(Number);
  const whole = [...indices].sort((a, b) => a - b).every((index, n) => index === n);
  return indices.length === count && whole ? indices : undefined;
}

/** Judges whether a guess puts the steps in the order of their events. */
export function judgeOrder(trace: Trace, steps: readonly AskStep[], guess: string): Judgement {
  const times = stepTimes(trace, steps);
  if (!times) return { truth: UNKNOWN, right: false };
  const truth = orderAnswer(times.map(({ index }) => index));
  if (guess === '') return { truth, right: false };
  const order = orderOf(guess, steps.length);
  const at = (index: number) => times.find((each) => each.index === index)?.position ?? 0;
  // Two patterns may name one event: either may then come first.
  const right = order?.every((index, n) => n === 0 || at(order[n - 1] ?? 0) <= at(index)) ?? false;
  return { truth, right, ...(!right && { witness: { kind: 'order', steps: times } as const }) };
}

/** The log records that recovery undoes from a position to the end of the phase, in that order. */
export function undoneFrom(trace: Trace, position: number): UndoneWitness['undone'] {
  const phase = phaseAt(trace, position);
  const undo = kindTable(trace.names, ['undo']);
  const undone: { key: number; position: number }[] = [];
  for (let i = position; i < (phase?.end ?? 0); i++) {
    const key = trace.events.key[i] ?? 0;
    if (undo[trace.events.kind[i] ?? 0] !== 1 || undone.some((each) => each.key === key)) continue;
    undone.push({ key, position: i + 1 });
  }
  return undone;
}

/** Judges whether a guess names the log record that is undone next. */
export function judgeUndone(trace: Trace, position: number, guess: string): Judgement {
  const undone = undoneFrom(trace, position);
  const [next] = undone;
  if (!next) return { truth: UNKNOWN, right: false };
  const truth = String(next.key);
  const right = guess === truth;
  const wrong = !right && guess !== '';
  return { truth, right, ...(wrong && { witness: { kind: 'undone', undone } as const }) };
}

/** Judges which side answered its last client first; undefined where a side has no last answer. */
export function judgeFaster(ends: readonly (number | undefined)[], guess: string): Judgement {
  const known = ends.filter((end) => end !== undefined);
  if (known.length === 0 || known.length < ends.length) return { truth: UNKNOWN, right: false };
  const first = Math.min(...known);
  const fastest = ends.flatMap((end, side) => (end === first ? [String(side)] : []));
  const truth = fastest.length > 1 ? SAME : (fastest[0] ?? UNKNOWN);
  // The measured times are shown whatever was answered.
  return { truth, right: guess === truth, witness: { kind: 'faster', ends } };
}

/** The virtual time of the last client's answer to its commit; undefined where there is none. */
export function lastAcknowledgement({ events, names, phases }: Trace): number | undefined {
  const told = kindTable(names, ['acknowledge']);
  let last: number | undefined;
  for (let i = 0; i < (phases[0]?.end ?? 0); i++) {
    if (told[events.kind[i] ?? 0] === 1) last = Math.max(last ?? 0, events.time[i] ?? 0);
  }
  return last;
}
