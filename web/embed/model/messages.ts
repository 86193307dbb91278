// What a page and a lecture embedded in it say to each other: docs/embedding.md tells it to those
// who write such pages.
import type { FirstTry } from '../../model/lecture/lecture_state';
import { boolean, type Check, number, object, oneOf, string } from '../../model/values/shape';

/**
 * The version of every message here. A message of another version is answered with those that are
 * spoken.
 */
export const API_VERSION = 1;

/** The longest message that is read, as JSON: a link that holds a whole scenario fits. */
export const LONGEST_MESSAGE = 200_000;

/** What the page around it asks of a frame. */
export type Command =
  | { readonly type: 'ping' }
  /** A lecture by its name, or whatever a link of the site says after `#`. */
  | {
      readonly type: 'load';
      readonly lecture?: string;
      readonly link?: string;
      readonly language?: 'en' | 'zh';
    }
  | { readonly type: 'go'; readonly to: 'next' | 'back' | 'start' }
  /** Marks count from 1, as the lecture shows them. */
  | { readonly type: 'go'; readonly mark: number }
  | { readonly type: 'state' }
  | { readonly type: 'score' }
  /** Whether the frame is to tell how high it wants to be. */
  | { readonly type: 'fit'; readonly on: boolean };

/** What a host's message says beside its command. */
export interface Request {
  readonly command: Command;
  /** Given back with the answer. */
  readonly id: string | number | undefined;
}

/** Where an embedded lecture is. */
export interface FrameState {
  /** The lecture's name; null while none is open. */
  readonly lecture: string | null;
  readonly title: string;
  /** Counts from 1; 0 before the first mark. */
  readonly mark: number;
  readonly marks: number;
  /** A question is open. */
  readonly asking: boolean;
  /** The lecture sums up, or has done so. */
  readonly ended: boolean;
  readonly language: 'en' | 'zh';
}

/** An answer that was just given. */
export interface Answered {
  readonly lecture: string;
  /** Of the lecture's questions: where it differs, others were asked. */
  readonly digest: string;
  /** The mark that asks: counts from 1 in the order of the lecture. */
  readonly mark: number;
  readonly kind: string;
  /** The answer as the engine grades it; '' where the reader asked to be shown. */
  readonly answer: string;
  /** What is right; several right ones with | between. */
  readonly right: string;
  readonly result: FirstTry;
  /** The first time that this question is closed: only this counts. */
  readonly first: boolean;
  /** Milliseconds since the question was opened. */
  readonly took: number;
}

/** First tries, of all that is open in the frame. */
export interface Score {
  readonly right: number;
  readonly wrong: number;
  readonly shown: number;
  /** Questions that there are. */
  readonly of: number;
  /** Right ones of all, from 0 to 1; 0 where there is no question. */
  readonly scaled: number;
  /** Every lecture has been gone through to its end. */
  readonly complete: boolean;
}

/** What is wrong with a message, with its place. */
export interface MessageProblem {
  readonly path: string;
  readonly reason: string;
}

/** What a frame says. */
export type Told =
  | { readonly type: 'ready'; readonly versions: readonly number[]; readonly state: FrameState }
  | { readonly type: 'done'; readonly state: FrameState }
  | { readonly type: 'state'; readonly state: FrameState }
  | { readonly type: 'answered'; readonly answered: Answered }
  | { readonly type: 'score'; readonly score: Score }
  | { readonly type: 'height'; readonly height: number }
  | {
      readonly type: 'error';
      readonly problem: MessageProblem;
      readonly versions: readonly number[];
    };

const name: Check = (value, path) =>
  typeof value === 'string' && /^[a-z0-9-]{1,64}$/.test(value) ? undefined : { path };
const count: Check = (value, path) =>
  number(value, path) ?? (Number.isInteger(value) && (value as number) > 0 ? undefined : { path });

const SHAPES: Readonly<Record<Command['type'], Check>> = {
  ping: object({}),
  load: object({}, { lecture: name, link: string, language: oneOf(['en', 'zh']) }),
  go: object({}, { to: oneOf(['next', 'back', 'start']), mark: count }),
  state: object({}),
  score: object({}),
  fit: object({ on: boolean }),
};

/** What each member must be, for who got it wrong. */
const WANTED: Readonly<Record<string, string>> = {
  lecture: 'the name of a lecture: 1 to 64 of a-z, 0-9 and -',
  link: 'a text: what a link of the site says after #',
  language: '"en" or "zh"',
  to: '"next", "back" or "start"',
  mark: 'a whole number from 1 on',
  on: 'true or false',
};

/**
 * A message of a host: what it asks, or what is wrong with it; undefined where it is not meant for
 * a lecture.
 */
export function readMessage(
  data: unknown,
): Request | { readonly problem: MessageProblem; readonly id?: Request['id'] } | undefined {
  if (typeof data !== 'object' || data === null || !('afterimage' in data)) return undefined;
  const message = data as Record<string, unknown>;
  const id =
    typeof message.id === 'string' || typeof message.id === 'number' ? message.id : undefined;
  const wrong = (path: string, reason: string) => ({
    problem: { path, reason },
    ...(id !== undefined && { id }),
  });
  if (message.afterimage !== API_VERSION)
    return wrong('afterimage', `this release speaks version ${API_VERSION}`);
  if (isTooLong(message)) return wrong('', `longer than ${LONGEST_MESSAGE} characters`);
  const { type } = message;
  if (typeof type !== 'string' || !Object.hasOwn(SHAPES, type))
    return wrong('type', `one of ${Object.keys(SHAPES).join(', ')}`);
  const misshapen = SHAPES[type as Command['type']](message, '');
  if (misshapen) {
    const path = misshapen.path.replace(/^\./, '');
    return wrong(path, WANTED[path] ?? 'has another form');
  }
  if (type === 'load' && (message.lecture === undefined) === (message.link === undefined))
    return wrong('lecture', 'either lecture or link is given');
  if (type === 'go' && (message.to === undefined) === (message.mark === undefined))
    return wrong('to', 'either to or mark is given');
  return { command: message as unknown as Command, id };
}

/** Texts alone can be long: what else a message holds is not read. */
const isTooLong = ({ link, id }: Record<string, unknown>): boolean =>
  [link, id].some((each) => typeof each === 'string' && each.length > LONGEST_MESSAGE);
