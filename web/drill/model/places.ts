import type { EventPattern, Text } from '../../engine/protocol';
import { patternOf } from '../../model/trace/anchor';
import { kindOf } from '../../model/trace/trace';
import type { DrillRun } from './drill_run';
import { eventText } from './event_text';

/** A position of a run, with words that name it to a student. */
export interface Place {
  readonly position: number;
  readonly at: EventPattern;
  readonly text: Text;
  readonly txn: number;
  readonly kind: string;
}

/** The longest words that fit a phone. */
export const MOST_LETTERS = 150;

/**
 * The places of a run that have words, in its order; of places with the same words only the first.
 */
export function placesOf(run: DrillRun, phase = 0): Place[] {
  const { trace } = run;
  const part = trace.phases[phase];
  const seen = new Set<string>();
  const places: Place[] = [];
  for (let i = part?.start ?? 0; i < (part?.end ?? 0); i++) {
    const text = eventText(run, i);
    if (!text || text.en.length > MOST_LETTERS || seen.has(text.en)) continue;
    seen.add(text.en);
    const txn = trace.events.txn[i] ?? 0;
    places.push({ position: i + 1, at: patternOf(trace, i), text, txn, kind: kindOf(trace, i) });
  }
  return places;
}
