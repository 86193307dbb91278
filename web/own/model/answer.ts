import type { Text } from '../../engine/protocol';
import { jsonOf } from '../../model/values/json_text';
import { type Check, number, object, oneOf } from '../../model/values/shape';
import { LONGEST, LONGEST_OWN } from './link';
import { type HandedIn, STANDINGS } from './standings';

/** The work that a student hands in: a program, and the steps towards it. */
export interface OwnAnswer {
  readonly format: 1;
  readonly kind: 'own-answer';
  readonly assignment: string;
  /** The text of a lecturer's own assignment, so that the answer can be graded anywhere. */
  readonly own?: string;
  /** The student's name as it was typed; it may be missing. */
  readonly name?: string;
  readonly program: string;
  /** The number of programs that were tried and did not pass. */
  readonly attempts: number;
  readonly hints: number;
  /** True if the solution was shown. */
  readonly solution?: true;
  /** The grade in the page when it was saved; it is graded again, and this one is never trusted. */
  readonly grade?: { readonly standing: HandedIn; readonly kept: number; readonly of: number };
  /** The version of the engine that graded it in the page. */
  readonly engine: string;
}

/** The longest name; the rest is cut off. */
export const LONGEST_NAME = 80;
/** The largest file that is read as an answer. */
export const LARGEST_ANSWER = 160 * 1024;

const MOST = 1_000_000;

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST;

const isGrade: Check = object({ standing: oneOf(STANDINGS), kept: number, of: number });

const FIELDS = {
  format: (value: unknown) => value === 1,
  kind: (value: unknown) => value === 'own-answer',
  assignment: (value: unknown) => typeof value === 'string' && /^[a-z0-9-]{1,64}$/.test(value),
  own: (value: unknown) =>
    value === undefined || (typeof value === 'string' && value.length <= LONGEST_OWN),
  name: (value: unknown) =>
    value === undefined || (typeof value === 'string' && value.length <= LONGEST_NAME),
  program: (value: unknown) => typeof value === 'string' && value.length <= LONGEST,
  attempts: isCount,
  hints: isCount,
  solution: (value: unknown) => value === undefined || value === true,
  grade: (value: unknown) => value === undefined || isGrade(value, '') === undefined,
  engine: (value: unknown) => typeof value === 'string' && value.length <= 32,
} satisfies Record<keyof OwnAnswer, (value: unknown) => boolean>;

const isAnswer = (value: object): value is OwnAnswer =>
  Object.entries(FIELDS).every(([name, good]) => good(Reflect.get(value, name))) &&
  Object.keys(value).every((name) => Object.hasOwn(FIELDS, name));

/** Reads an answer from a file's text, or returns its problem. */
export function readAnswer(text: string): OwnAnswer | { readonly problem: Text } {
  if (text.length > LARGEST_ANSWER)
    return { problem: { en: 'larger than 160 KB', zh: '超过 160 KB' } };
  const value = jsonOf(text);
  if (value === undefined) return { problem: { en: 'not JSON', zh: '不是 JSON' } };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: { en: 'not an object', zh: '不是对象' } };
  if (isAnswer(value)) return value;
  const known = Object.entries(FIELDS).find(([name, good]) => !good(Reflect.get(value, name)));
  const wrong = known?.[0] ?? Object.keys(value).find((name) => !Object.hasOwn(FIELDS, name)) ?? '';
  return { problem: { en: `${wrong}: not as in an answer`, zh: `${wrong}：不符合答案的格式` } };
}
