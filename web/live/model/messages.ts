/**
 * @file What a class server and the pages that it serves say to each other (`web/scripts/class`).
 */
import {
  boolean,
  type Check,
  list,
  number,
  object,
  record,
  string,
} from '../../model/values/shape';

/** A question as phones show it, in the words of the projector. */
export interface LiveQuestion {
  /** The identifier of the question in the room. */
  readonly id: string;
  readonly words: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  /** True where a number may be typed. */
  readonly free: boolean;
  /** The steps to put in order; the answer then consists of their places, separated by commas. */
  readonly steps: readonly string[];
  /** The order in which the projector shows the steps, by their places. */
  readonly shown: readonly number[];
}

/** Answers counted. */
export type LiveCounts = Readonly<Record<string, number>>;

/** The state of a room for phones. */
export interface PhoneState {
  /** The open question; null while there is none. */
  readonly question?: LiveQuestion | null;
  /** The answer of this phone. */
  readonly given?: string;
  /** The answers that are right, once the presenter shows them. */
  readonly right?: readonly string[];
  readonly counts?: LiveCounts;
  /** True once the room is closed. */
  readonly over?: boolean;
}

/** The state of a room for its presenter. */
export interface HallState {
  readonly clients: number;
  /** The time at which the room closes, in milliseconds since 1970. */
  readonly ends: number;
  /** The question that is asked. */
  readonly question?: string;
  readonly counts?: LiveCounts;
  readonly over?: boolean;
}

const counts = record(number);
const QUESTION: Check = object({
  id: string,
  words: string,
  choices: list(object({ id: string, label: string }), 100),
  free: boolean,
  steps: list(string, 100),
  shown: list(number, 100),
});
const PHONE: Check = object(
  {},
  {
    question: (value, path) => (value === null ? undefined : QUESTION(value, path)),
    given: string,
    right: list(string, 100),
    counts,
    over: boolean,
  },
);
const HALL: Check = object(
  { clients: number, ends: number },
  { question: string, counts, over: boolean },
);
const ROOM: Check = object({ code: string, key: string, ends: number });
const INFO: Check = object({ addresses: list(string, 100), open: boolean });

/** A room, as the server describes it to the client that opened it. */
export interface OpenedRoom {
  readonly code: string;
  readonly key: string;
  readonly ends: number;
}

/** The addresses at which phones reach the server, and whether this page may open a room. */
export interface ServerInfo {
  readonly addresses: readonly string[];
  readonly open: boolean;
}

function reader<T>(check: Check): (text: string) => T | undefined {
  return (text) => {
    try {
      const value: unknown = JSON.parse(text);
      return check(value, '') ? undefined : (value as T);
    } catch {
      return undefined;
    }
  };
}

/** Readers of messages; each is undefined for a text of another shape. */
export const readPhoneState = reader<PhoneState>(PHONE);
export const readHallState = reader<HallState>(HALL);
export const readRoom = reader<OpenedRoom>(ROOM);
export const readInfo = reader<ServerInfo>(INFO);

/** The code of a room as it was typed, or as a link has it. */
export const tidyCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 10);

/** The address that a phone opens. */
export const joinAddress = (server: string, code: string): string => `${server}/join#${code}`;
