import type {
  Ask,
  FateReason,
  PendingUnit,
  PhaseTrace,
  SessionInfo,
  Survive,
  Text,
} from '../../engine/protocol';
import type { VerifyFailure } from '../../engine/protocol/exploration';
import type { Trace } from '../trace/trace';

/** The answer for an absent record. */
export const ABSENT = 'absent';
/**
 * The truth where the engine has no answer: a recovery that does not end, an event that does not
 * come.
 */
export const UNKNOWN = 'unknown';
/** The separator between several right answers. */
export const OR = '|';
/** The truth of `faster` where no side is. */
export const SAME = 'same';
/** The answers to `cut`: the outcome for the transaction. */
export const LOST = 'lost';
export const SURVIVED = 'survived';

/** The number of legal images after a power cut, and whether all were tried. */
export interface OfImages {
  /** The number as a decimal string: the product can be huge. */
  readonly images: string;
  /** The crash-and-recover runs that stand for them. */
  readonly runs: number;
  readonly exact: boolean;
  /** The way in which they were sampled, where they were. */
  readonly policy?: Text;
}

/** A power cut whose outcome contradicts the answer. */
export interface ImageWitness extends OfImages {
  readonly kind: 'image';
  /** Position at which the power is cut. */
  readonly at: number;
  readonly survive: Survive;
  /** True where this one image refutes the answer; otherwise all of them do, and this is one. */
  readonly by: 'one' | 'all';
  /** The reason for a transaction's fate. */
  readonly reason?: FateReason;
  /** Another image, with the outcome of the given answer. */
  readonly elsewhere?: Survive;
}

/** The times of a question's steps, in the order in which they came. */
export interface OrderWitness {
  readonly kind: 'order';
  readonly steps: readonly {
    readonly index: number;
    readonly position: number;
    readonly phase: number;
    /** The virtual nanoseconds since the start of the phase. */
    readonly time: number;
  }[];
}

/** The records that recovery undoes from the question on. */
export interface UndoneWitness {
  readonly kind: 'undone';
  readonly undone: readonly { readonly key: number; readonly position: number }[];
}

/** The time of each side's last answer to a client; undefined where there is none. */
export interface FasterWitness {
  readonly kind: 'faster';
  readonly ends: readonly (number | undefined)[];
}

/** A failing case as it runs, up to its last power cut. */
export interface FailingRun {
  readonly trace: Trace;
  readonly info: SessionInfo;
  readonly parts: readonly PhaseTrace[];
  /** The pending stores at each power cut. */
  readonly pending: readonly (readonly PendingUnit[])[];
}

/** The smallest case in which leaving out a line breaks a promise. */
export interface FailureWitness {
  readonly kind: 'failure';
  readonly mutation: string;
  readonly failure: VerifyFailure;
  /** The scenario that fails, as text, without its mutations. */
  readonly text: string;
  /** The case; undefined where it could not be run again. */
  readonly run?: FailingRun;
}

export type Witness = ImageWitness | OrderWitness | UndoneWitness | FasterWitness | FailureWitness;

/** The engine's judgement of a guess; '' asks for the answer without one. */
export interface Judgement {
  readonly truth: string;
  readonly right: boolean;
  /** The reason why a guess is wrong; for a measurement, the measured values. */
  readonly witness?: Witness;
}

/** An answer to a mark's question, and the engine's judgement. */
export interface Answer extends Judgement {
  readonly kind: Ask['kind'];
  /** '': asked for without a guess. */
  readonly guess: string;
}

/** True where the answer was requested without a guess, or cannot be graded: it does not count. */
export const isShown = ({ guess, truth }: Pick<Answer, 'guess' | 'truth'>): boolean =>
  guess === '' || truth === UNKNOWN;

/** True if an answer was given that the engine refutes. */
export const isWrong = (answer: Answer): boolean => !isShown(answer) && !answer.right;

const KINDS: Readonly<Record<Ask['kind'], true>> = {
  fate: true,
  'value-after-crash': true,
  'undone-next': true,
  'leave-out': true,
  order: true,
  faster: true,
  cut: true,
};

/**
 * A kept answer, read back; undefined for any other value. Its witness is not kept: it is computed
 * anew on request.
 */
export function readAnswer(value: unknown): Answer | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, guess, truth, right } = value as Record<string, unknown>;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) return undefined;
  if (typeof guess !== 'string' || typeof truth !== 'string' || typeof right !== 'boolean')
    return undefined;
  return { kind: kind as Ask['kind'], guess, truth, right };
}
