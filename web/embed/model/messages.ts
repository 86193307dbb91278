// The messages between a page and a lecture embedded in it; docs/embedding.md describes them to
// authors of such pages.
import type { FirstTry } from '../../model/lecture/lecture_state';
import { boolean, type Check, number, object, oneOf, string } from '../../model/values/shape';

/**
 * The version of every message here. A message of another version is answered with the supported
 * ones.
 */
export const API_VERSION = 1;

/** The longest message that is read, as JSON: a link that holds a whole scenario fits. */
export const LONGEST_MESSAGE = 200_000;

/** The commands that the page around it sends to a frame. */
export type Command =
  | { readonly type: 'ping' }
  /** A lecture by its name, or the part of a link of the site after `#`. */
  | {
      readonly type: 'load';
      readonly lecture?: string;
      readonly link?: string;
      readonly language?: 'en' | 'zh';
    }
  | { readonly type: 'go'; readonly to: 'next' | 'back' | 'start' }
  /** The mark, counted from 1, as the lecture shows it. */
  | { readonly type: 'go'; readonly mark: number }
  | { readonly type: 'state' }
  | { readonly type: 'score' }
  /** Turns the frame's reports of its wanted height on or off. */
  | { readonly type: 'fit'; readonly on: boolean };

/** The fields of a host's message beside its command. */
export interface Request {
  readonly command: Command;
  /** The identifier that the answer repeats. */
  readonly id: string | number | undefined;
}

/** The state of an embedded lecture. */
export interface FrameState {
  /** The lecture's name; null while none is open. */
  readonly lecture: string | null;
  readonly title: string;
  /** The mark, counted from 1; 0 before the first mark. */
  readonly mark: number;
  readonly marks: number;
  /** True while a question is open. */
  readonly asking: boolean;
  /** True once the lecture sums up, or has done so. */
  readonly ended: boolean;
  readonly language: 'en' | 'zh';
}

/** An answer that has just been given. */
export interface Answered {
  readonly lecture: string;
  /** The digest of the lecture's questions; another digest means other questions. */
  readonly digest: string;
  /** The mark that asks, counted from 1 in the order of the lecture. */
  readonly mark: number;
  readonly kind: string;
  /** The answer as the engine grades it; '' where the reader asked to be shown. */
  readonly answer: string;
  /** The right answer; several right ones are separated by |. */
  readonly right: string;
  readonly result: FirstTry;
  /** True the first time that this question is closed: only this try counts. */
  readonly first: boolean;
  /** Milliseconds since the question was opened. */
  readonly took: number;
}

/** The score of the first tries, over all that is open in the frame. */
export interface Score {
  readonly right: number;
  readonly wrong: number;
  readonly shown: number;
  /** The number of questions. */
  readonly of: number;
  /** The fraction of questions answered right, from 0 to 1; 0 where there is no question. */
  readonly scaled: number;
  /** True once every lecture has been gone through to its end. */
  readonly complete: boolean;
}

/** The problem of a message, with its place. */
export interface MessageProblem {
  readonly path: string;
  readonly reason: string;
}

/** The messages that a frame sends. */
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

/** The description of each member's type, for the author of a wrong message. */
const WANTED: Readonly<Record<string, string>> = {
  lecture: 'the name of a lecture: 1 to 64 of a-z, 0-9 and -',
  link: 'a text: what a link of the site says after #',
  language: '"en" or "zh"',
  to: '"next", "back" or "start"',
  mark: 'a whole number from 1 on',
  on: 'true or false',
};

/**
 * The request in a host's message, or its problem; undefined for a message that is not meant for a
 * lecture.
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

/** Only texts can be long: other members of a message are not measured. */
const isTooLong = ({ link, id }: Record<string, unknown>): boolean =>
  [link, id].some((each) => typeof each === 'string' && each.length > LONGEST_MESSAGE);
