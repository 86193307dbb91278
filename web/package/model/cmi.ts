/** @file What is told to a course system, in the words of SCORM 1.2's data model. */
import type { Answered, Score } from '../../embed/model/messages';

/** A name of the data model with its value. */
export type CmiValue = readonly [name: string, value: string];

/** The longest answer that a course system accepts. */
export const LONGEST_RESPONSE = 255;

/** An answer that fits: a longer one is cut, with the number of its characters. */
export function responseOf(answer: string): string {
  // A course system keeps a single line.
  const line = answer.replace(/\s+/g, ' ').trim();
  if (line.length <= LONGEST_RESPONSE) return line;
  const end = ` … (${line.length})`;
  return line.slice(0, LONGEST_RESPONSE - end.length).replace(/\p{Surrogate}$/u, '') + end;
}

/**
 * The name of an interaction: printable, without spaces. Different questions have different names.
 */
export const interactionId = ({
  lecture,
  mark,
  digest,
}: Pick<Answered, 'lecture' | 'mark' | 'digest'>): string =>
  `${lecture.replace(/[^\w-]/g, '-').slice(0, 200)}-${mark}-${digest}`;

const two = (number: number) => String(number).padStart(2, '0');

/** A time span in the form of SCORM 1.2: `HHHH:MM:SS.SS`. */
export function timespan(ms: number): string {
  const hundredths = Math.max(0, Math.round(ms / 10));
  const seconds = Math.floor(hundredths / 100);
  const hours = Math.min(9999, Math.floor(seconds / 3600));
  const minutes = `${String(hours).padStart(4, '0')}:${two(Math.floor(seconds / 60) % 60)}`;
  return `${minutes}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}

/** A time of day: `HH:MM:SS`. */
export const timeOfDay = (when: Date): string =>
  [when.getHours(), when.getMinutes(), when.getSeconds()].map(two).join(':');

const RESULTS = { right: 'correct', wrong: 'wrong', shown: 'neutral' } as const;

/**
 * A first answer as the interaction with this number. `id` comes first, as course systems require.
 */
export function interactionOf(answered: Answered, number: number, when: Date): readonly CmiValue[] {
  const of = (name: string, value: string): CmiValue => [
    `cmi.interactions.${number}.${name}`,
    value,
  ];
  return [
    of('id', interactionId(answered)),
    of('type', 'fill-in'),
    of('time', timeOfDay(when)),
    of('correct_responses.0.pattern', responseOf(answered.right)),
    of('student_response', responseOf(answered.answer)),
    of('result', RESULTS[answered.result]),
    of('weighting', '1'),
    of('latency', timespan(answered.took)),
  ];
}

/**
 * The score and the status. A course without questions has no score; it is completed when all of it
 * was gone through.
 */
export function standing({ scaled, of, complete }: Score): readonly CmiValue[] {
  const score: readonly CmiValue[] = [
    ['cmi.core.score.min', '0'],
    ['cmi.core.score.max', '100'],
    ['cmi.core.score.raw', String(Math.round(scaled * 100))],
  ];
  const status: CmiValue = ['cmi.core.lesson_status', complete ? 'completed' : 'incomplete'];
  return of === 0 ? [status] : [...score, status];
}
