// The messages between the window that the class sees (the screen) and the speaker's window. Each
// may be of another release after a reload: messages are read through a checked shape, and
// unreadable ones are skipped.
import type { Text } from '../engine/protocol';

/** A mark of the lecture, as the speaker's map shows it. */
export interface MapMark {
  readonly index: number;
  readonly name: Text;
  readonly say: Text;
  /** The text for after its question is closed. */
  readonly answered?: Text | undefined;
  readonly notes?: Text | undefined;
  readonly minutes?: number | undefined;
  readonly asks: boolean;
}

/** A possible answer. */
export interface Choice {
  /** The answer as it is graded. */
  readonly id: string;
  readonly label: string;
}

/** The question at the playhead. */
export interface AskedQuestion {
  readonly mark: number;
  readonly words: string;
  readonly choices: readonly Choice[];
  /** True where answers may also be typed: the class may give one that is no choice. */
  readonly free: boolean;
  readonly open: boolean;
  /**
   * The engine's answer, for the speaker alone while the question is open; undefined where it is
   * not known yet, null where the engine has none.
   */
  readonly truth?: string | null | undefined;
}

/** Hands counted, by answer. */
export type Tally = Readonly<Record<string, number>>;

/** The time since which the lecture has been at a place, in milliseconds of the wall clock. */
export interface Visit {
  readonly place: number;
  readonly since: number;
}

const NEXT_STEPS = ['answer', 'mark', 'end', 'none'] as const;
/** The effect of a press of Next. */
export type NextStep = (typeof NEXT_STEPS)[number];

/** Everything that the speaker's window shows beside the picture of the screen. */
export interface ScreenState {
  readonly kind: 'state';
  readonly language: 'en' | 'zh';
  readonly title: Text;
  /** The minutes that the lecture should take. */
  readonly minutes?: number | undefined;
  /** The lecturer's own notes on the whole lecture, from their plan. */
  readonly notes?: Text | undefined;
  readonly marks: readonly MapMark[];
  /**
   * The place in `marks` of the last mark that was reached; -1 before the first, their number after
   * the last.
   */
  readonly place: number;
  readonly next: NextStep;
  readonly question?: AskedQuestion | undefined;
  readonly tally: Tally;
  readonly handsShown: boolean;
  readonly black: boolean;
  readonly pointer: boolean;
  readonly visits: readonly Visit[];
}

/** The present picture of the screen. */
export interface ScreenPicture {
  readonly kind: 'picture';
  readonly html: string;
  readonly language: string;
  readonly theme: string;
  readonly layout: string;
  readonly width: number;
  readonly height: number;
  /** The elements that are scrolled, by their place in the document: place, top, left. */
  readonly scrolled: readonly (readonly [number, number, number])[];
  readonly styles: readonly SheetSource[];
}

/** A style sheet: its address, or its text. */
export type SheetSource = { readonly href: string } | { readonly text: string };

/** The messages from the screen to the speaker. */
export type ToSpeaker =
  | ScreenState
  | ScreenPicture
  /** The screen is there, perhaps again: a listener answers with hello. */
  | { readonly kind: 'here' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'ended' }
  /** The screen is going away, perhaps to come back after a reload. */
  | { readonly kind: 'leaving' };

/** The messages from the speaker to the screen. */
export type ToScreen =
  | { readonly kind: 'hello' }
  | { readonly kind: 'ask' }
  | { readonly kind: 'press'; readonly key: SpeakerKey }
  | { readonly kind: 'go'; readonly place: number }
  | { readonly kind: 'tally'; readonly mark: number; readonly tally: Tally }
  /** The place of the pointer, in fractions of the screen's width and height. */
  | { readonly kind: 'point'; readonly x: number; readonly y: number }
  | { readonly kind: 'leaving' };

export const SPEAKER_KEYS = ['next', 'back', 'black', 'pointer', 'hands', 'clock', 'end'] as const;
export type SpeakerKey = (typeof SPEAKER_KEYS)[number];

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const isPart = (value: unknown): value is number => isNumber(value) && value >= 0 && value <= 1;

/** The most hands that a hall has. */
export const MOST_HANDS = 9999;

/** Valid counts, whatever was sent or stored. */
export function readTally(value: unknown): Tally {
  if (!isFields(value)) return {};
  const counts = Object.entries(value).flatMap(([id, count]) =>
    isNumber(count) ? [[id, handsOf(count)] as const] : [],
  );
  return Object.fromEntries(counts);
}

/** A number of hands. */
export const handsOf = (count: number): number =>
  Math.max(0, Math.min(MOST_HANDS, Math.round(count)));

/** The request of the speaker's window; undefined where it is unknown. */
export function readToScreen(value: unknown): ToScreen | undefined {
  if (!isFields(value)) return undefined;
  const { kind, key, place, mark, tally, x, y } = value;
  if (kind === 'hello' || kind === 'ask' || kind === 'leaving') return { kind };
  if (kind === 'press') {
    const known = SPEAKER_KEYS.find((each) => each === key);
    return known && { kind, key: known };
  }
  if (kind === 'go' && isNumber(place)) return { kind, place };
  if (kind === 'tally' && isNumber(mark)) return { kind, mark, tally: readTally(tally) };
  if (kind === 'point' && isPart(x) && isPart(y)) return { kind, x, y };
  return undefined;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isString = (value: unknown) => typeof value === 'string';

const isAbsentOr = (is: (value: unknown) => boolean, value: unknown) =>
  value === undefined || is(value);

const isText = (value: unknown) =>
  isFields(value) &&
  (isString(value.en) || isString(value.zh)) &&
  Object.values(value).every(isString);

const isMark = (value: unknown) =>
  isFields(value) &&
  isNumber(value.index) &&
  isText(value.name) &&
  isText(value.say) &&
  isAbsentOr(isText, value.answered) &&
  isAbsentOr(isText, value.notes) &&
  isAbsentOr(isNumber, value.minutes);

const isChoice = (value: unknown) =>
  isFields(value) && typeof value.id === 'string' && typeof value.label === 'string';

const isQuestion = (value: unknown) =>
  isFields(value) &&
  isNumber(value.mark) &&
  typeof value.words === 'string' &&
  isList(value.choices) &&
  value.choices.every(isChoice) &&
  typeof value.open === 'boolean' &&
  (value.truth === null || isAbsentOr(isString, value.truth));

const isVisit = (value: unknown): value is Visit =>
  isFields(value) && isNumber(value.place) && isNumber(value.since);

/** The visits from storage. */
export const readVisits = (value: unknown): readonly Visit[] =>
  isList(value) ? value.filter(isVisit) : [];

function isState(value: Fields): boolean {
  return (
    (value.language === 'en' || value.language === 'zh') &&
    isText(value.title) &&
    isAbsentOr(isText, value.notes) &&
    isList(value.marks) &&
    value.marks.every(isMark) &&
    isNumber(value.place) &&
    NEXT_STEPS.some((step) => step === value.next) &&
    isAbsentOr(isNumber, value.minutes) &&
    isAbsentOr(isQuestion, value.question) &&
    isFields(value.tally) &&
    Object.values(value.tally).every(isNumber) &&
    isList(value.visits) &&
    value.visits.every(isVisit)
  );
}

const isSheet = (value: unknown) =>
  isFields(value) && (typeof value.href === 'string' || typeof value.text === 'string');

function isPicture(value: Fields): boolean {
  return (
    typeof value.html === 'string' &&
    isNumber(value.width) &&
    isNumber(value.height) &&
    isList(value.scrolled) &&
    isList(value.styles) &&
    value.styles.every(isSheet)
  );
}

/** The message of the screen; undefined where it is unknown. */
export function readToSpeaker(value: unknown): ToSpeaker | undefined {
  if (!isFields(value)) return undefined;
  const { kind } = value;
  if (kind === 'here' || kind === 'alive' || kind === 'ended' || kind === 'leaving')
    return { kind };
  if (kind === 'state' && isState(value)) return value as unknown as ScreenState;
  if (kind === 'picture' && isPicture(value)) return value as unknown as ScreenPicture;
  return undefined;
}
