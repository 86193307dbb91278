// What the window that the class sees (the screen) and the speaker's window tell each other. Both
// may be of another release after a reload: whatever arrives is read through a checked shape, and
// what cannot be read is passed over.
import type { Text } from '../engine/protocol';

/** A mark of the lecture, as the speaker's map shows it. */
export interface MapMark {
  readonly index: number;
  readonly name: Text;
  readonly say: Text;
  /** Said once its question is closed. */
  readonly answered?: Text | undefined;
  readonly notes?: Text | undefined;
  readonly minutes?: number | undefined;
  readonly asks: boolean;
}

/** One way to answer. */
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
  /** Answers may also be typed: the class may say what is no choice. */
  readonly free: boolean;
  readonly open: boolean;
  /**
   * What the engine says, for the speaker alone while the question is open; undefined: not known
   * yet, null: it cannot say.
   */
  readonly truth?: string | null | undefined;
}

/** Hands counted, by answer. */
export type Tally = Readonly<Record<string, number>>;

/** Since when the lecture has been at a place, in milliseconds of the wall clock. */
export interface Visit {
  readonly place: number;
  readonly since: number;
}

const NEXT_STEPS = ['answer', 'mark', 'end', 'none'] as const;
/** What a press of Next does. */
export type NextStep = (typeof NEXT_STEPS)[number];

/** All that the speaker's window shows beside the picture of the screen. */
export interface ScreenState {
  readonly kind: 'state';
  readonly language: 'en' | 'zh';
  readonly title: Text;
  /** Minutes that the lecture is meant to take. */
  readonly minutes?: number | undefined;
  /** On the lecture as a whole: those of the lecturer's own plan. */
  readonly notes?: Text | undefined;
  readonly marks: readonly MapMark[];
  /**
   * Place in `marks` of the mark that was reached; -1 before the first, their number after the
   * last.
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

/** The screen as it is drawn now. */
export interface ScreenPicture {
  readonly kind: 'picture';
  readonly html: string;
  readonly language: string;
  readonly theme: string;
  readonly layout: string;
  readonly width: number;
  readonly height: number;
  /** Elements that are scrolled, by their place in the document: place, top, left. */
  readonly scrolled: readonly (readonly [number, number, number])[];
  readonly styles: readonly SheetSource[];
}

/** A style sheet: its address, or its text. */
export type SheetSource = { readonly href: string } | { readonly text: string };

/** From the screen to the speaker. */
export type ToSpeaker =
  | ScreenState
  | ScreenPicture
  /** It is there, perhaps again: whoever listens says hello. */
  | { readonly kind: 'here' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'ended' }
  /** It is going away, perhaps to come back after a reload. */
  | { readonly kind: 'leaving' };

/** From the speaker to the screen. */
export type ToScreen =
  | { readonly kind: 'hello' }
  | { readonly kind: 'ask' }
  | { readonly kind: 'press'; readonly key: SpeakerKey }
  | { readonly kind: 'go'; readonly place: number }
  | { readonly kind: 'tally'; readonly mark: number; readonly tally: Tally }
  /** Where the pointer is, in parts of the screen's width and height. */
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

/** Counts that make sense, whatever was sent or stored. */
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

/** What the speaker's window asks for; undefined: nothing that is known here. */
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

/** Visits as they were stored. */
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

/** What the screen tells; undefined: nothing that is known here. */
export function readToSpeaker(value: unknown): ToSpeaker | undefined {
  if (!isFields(value)) return undefined;
  const { kind } = value;
  if (kind === 'here' || kind === 'alive' || kind === 'ended' || kind === 'leaving')
    return { kind };
  if (kind === 'state' && isState(value)) return value as unknown as ScreenState;
  if (kind === 'picture' && isPicture(value)) return value as unknown as ScreenPicture;
  return undefined;
}
