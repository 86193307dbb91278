// Answers as a code that fits a text field: ten characters for one lecture's first answers, at most
// 200 for a plan.
import type { Ask } from '../../engine/protocol';
import { BitReader, BitWriter, cyclicCheck, tidied, toBits, toCharacters } from './base32';
import { type KnownLecture, optionsOf } from './questions';
import type { First } from './record';

/** The result of the first try of a question, and the guess where it has a name. */
export interface FirstAnswer {
  readonly mark: number;
  readonly first: First;
  readonly guess?: string;
}

/** First answers in one lecture. */
export interface FirstAnswers {
  readonly lecture: Pick<KnownLecture, 'digest' | 'questions'>;
  readonly answers: readonly FirstAnswer[];
}

export const SHORT_CODE = 10;
export const LONGEST_CODE = 200;

/** The layout for one lecture: a check, the digest of its questions, its answers. */
const SHORT = { check: 10, polynomial: 0x233, digest: 24, answers: 16 } as const;
/**
 * The layout for a plan: a check, then for each lecture a digest, the number of bits of its
 * answers, and these.
 */
const LONG = { check: 15, polynomial: 0x4599, digest: 20, count: 5 } as const;

// The states of an answer: none, shown, right, wrong, or wrong in one of the ways that the question
// names.
const NONE = 0;
const SHOWN = 1;
const RIGHT = 2;
const WRONG = 3;
const NAMED = 4;

/** The encoding of a lecture's answers: the number of states that each question has. */
interface Telling {
  readonly states: readonly number[];
  readonly bits: number;
}

const bitsOf = (states: readonly number[]): number =>
  Math.ceil(states.reduce((sum, each) => sum + Math.log2(each), 0) - 1e-9);

/**
 * The most detailed encoding that fits: which wrong answer it was; else right, wrong or shown; else
 * whether it was right. Questions that still do not fit are left out. It depends on the questions
 * alone, so a reader arrives at the same one.
 */
function tellingOf(asks: readonly Ask[]): Telling {
  const all = (states: (ask: Ask) => number) => {
    const list = asks.map(states);
    return { states: list, bits: bitsOf(list) };
  };
  const named = all((ask) => optionsOf(ask).length + NAMED);
  if (named.bits <= SHORT.answers) return named;
  const plain = all(() => NAMED);
  if (plain.bits <= SHORT.answers) return plain;
  const fitting = asks.slice(0, SHORT.answers).map(() => 2);
  return { states: fitting, bits: fitting.length };
}

function stateOf(ask: Ask, answer: FirstAnswer | undefined, states: number): number {
  if (states === 2) return answer?.first === 'right' ? 1 : 0;
  if (!answer) return NONE;
  if (answer.first !== 'wrong') return answer.first === 'right' ? RIGHT : SHOWN;
  const place = optionsOf(ask).indexOf(answer.guess ?? '');
  return place >= 0 && states > NAMED ? NAMED + place : WRONG;
}

function pack({ lecture, answers }: FirstAnswers): { value: number; bits: number } {
  const { states, bits } = tellingOf(lecture.questions.map(({ ask }) => ask));
  const value = states.reduce((sum, count, place) => {
    const question = lecture.questions[place];
    const answer = answers.find(({ mark }) => mark === question?.mark);
    return sum * count + (question ? stateOf(question.ask, answer, count) : 0);
  }, 0);
  return { value, bits };
}

function answerOf(mark: number, ask: Ask, state: number, states: number): FirstAnswer[] {
  if (states === 2) return state === 1 ? [{ mark, first: 'right' }] : [];
  if (state === NONE) return [];
  if (state === SHOWN) return [{ mark, first: 'shown' }];
  if (state === RIGHT) return [{ mark, first: 'right' }];
  const guess = optionsOf(ask)[state - NAMED];
  return [{ mark, first: 'wrong', ...(guess !== undefined && { guess }) }];
}

/** The answers that a number encodes; undefined where it encodes none of this lecture. */
function unpack({ questions }: KnownLecture, value: number): readonly FirstAnswer[] | undefined {
  const { states } = tellingOf(questions.map(({ ask }) => ask));
  const found: FirstAnswer[] = [];
  let rest = value;
  for (let place = states.length - 1; place >= 0; place--) {
    const count = states[place] ?? 1;
    const question = questions[place];
    if (question) found.unshift(...answerOf(question.mark, question.ask, rest % count, count));
    rest = Math.floor(rest / count);
  }
  return rest === 0 ? found : undefined;
}

/** The first bits of a digest of ten hexadecimal digits. */
const digestBits = (digest: string, bits: number): number =>
  Math.floor(Number.parseInt(digest, 16) / 2 ** (40 - bits));

function checked(body: BitWriter, width: number, polynomial: number): string {
  const bits = body.padded();
  const check = new BitWriter();
  check.put(cyclicCheck(bits, width, polynomial), width);
  return toCharacters([...check.padded(), ...bits]);
}

/** The code of one lecture's first answers: ten characters. */
export function lectureCode(given: FirstAnswers): string {
  const body = new BitWriter();
  body.put(digestBits(given.lecture.digest, SHORT.digest), SHORT.digest);
  body.put(pack(given).value, SHORT.answers);
  return checked(body, SHORT.check, SHORT.polynomial);
}

/** The code of several lectures' first answers, and how many of them it holds: those that fit. */
export function planCode(given: readonly FirstAnswers[]): { code: string; lectures: number } {
  const body = new BitWriter();
  let lectures = 0;
  for (const each of given) {
    const { value, bits } = pack(each);
    const more = LONG.digest + LONG.count + bits;
    if (LONG.check + body.length + more > LONGEST_CODE * 5) break;
    body.put(digestBits(each.lecture.digest, LONG.digest), LONG.digest);
    body.put(bits, LONG.count);
    body.put(value, bits);
    lectures++;
  }
  return { code: checked(body, LONG.check, LONG.polynomial), lectures };
}

/** The code of the answers, and the number of lectures that it holds. */
export function codeOf(given: readonly FirstAnswers[]): { code: string; lectures: number } {
  const [only, ...others] = given;
  if (only && others.length === 0) return { code: lectureCode(only), lectures: 1 };
  return planCode(given);
}

/** The reason why a code cannot be read; `place` counts characters from 1. */
export type CodeProblem =
  | { readonly kind: 'strange'; readonly place: number; readonly character: string }
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'check' };

/** The answers to one lecture of a code; undefined where no known lecture has these questions. */
export interface ReadAnswers {
  readonly lecture: KnownLecture | undefined;
  readonly answers: readonly FirstAnswer[];
}

export type ReadCode =
  | { readonly kind: 'read'; readonly code: string; readonly lectures: readonly ReadAnswers[] }
  | { readonly kind: 'refused'; readonly problem: CodeProblem };

/** Reads a code as it was typed. */
export function readCode(typed: string, known: readonly KnownLecture[]): ReadCode {
  const refused = (problem: CodeProblem): ReadCode => ({ kind: 'refused', problem });
  const code = tidied(typed);
  const found = toBits(code);
  if ('strange' in found) {
    const character = [...code.slice(found.strange)][0] ?? '';
    return refused({ kind: 'strange', place: found.strange + 1, character });
  }
  if (code.length < SHORT_CODE || code.length > LONGEST_CODE)
    return refused({ kind: 'length', length: code.length });
  const form = code.length === SHORT_CODE ? SHORT : LONG;
  const body = found.bits.slice(form.check);
  const check = new BitReader(found.bits).take(form.check);
  if (check !== cyclicCheck(body, form.check, form.polynomial)) return refused({ kind: 'check' });
  const bits = new BitReader(body);
  const lectures = form === SHORT ? [readOne(bits, SHORT.digest, known)] : readAll(bits, known);
  return { kind: 'read', code, lectures };
}

function readOne(bits: BitReader, width: number, known: readonly KnownLecture[]): ReadAnswers {
  const digest = bits.take(width);
  const value = bits.take(width === LONG.digest ? bits.take(LONG.count) : SHORT.answers);
  const lecture = known.find((each) => digestBits(each.digest, width) === digest);
  const answers = lecture && unpack(lecture, value);
  return answers ? { lecture, answers } : { lecture: undefined, answers: [] };
}

function readAll(bits: BitReader, known: readonly KnownLecture[]): readonly ReadAnswers[] {
  const found: ReadAnswers[] = [];
  while (bits.left >= LONG.digest + LONG.count) found.push(readOne(bits, LONG.digest, known));
  return found;
}

export type CodeReader = (typed: string) => ReadCode;

/** A reader that remembers what it has read: a column of codes is looked at more than once. */
export function codeReader(known: readonly KnownLecture[]): CodeReader {
  const read = new Map<string, ReadCode>();
  return (typed) => {
    const before = read.get(typed);
    if (before) return before;
    const found = readCode(typed, known);
    read.set(typed, found);
    return found;
  };
}
