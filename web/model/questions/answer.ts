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

/** How an absent record is written in answers. */
export const ABSENT = 'absent';
/**
 * The truth where the engine cannot say: a recovery that does not end, an event that does not come.
 */
export const UNKNOWN = 'unknown';
/** Between several answers of which each is right. */
export const OR = '|';
/** The truth of `faster` where no side is. */
export const SAME = 'same';
/** The answers to `cut`: what became of the transaction. */
export const LOST = 'lost';
export const SURVIVED = 'survived';

/** How many legal images a power cut may leave, and whether all were tried. */
export interface OfImages {
  /** As a decimal string: the product can be huge. */
  readonly images: string;
  /** Crash-and-recover runs that stand for them. */
  readonly runs: number;
  readonly exact: boolean;
  /** How they were sampled, where they were. */
  readonly policy?: Text;
}

/** A power cut whose outcome is not as the answer says. */
export interface ImageWitness extends OfImages {
  readonly kind: 'image';
  /** Position at which the power is cut. */
  readonly at: number;
  readonly survive: Survive;
  /** This one image refutes the answer; or all do, and this is one of them. */
  readonly by: 'one' | 'all';
  /** Of a transaction: why it has the fate that it has. */
  readonly reason?: FateReason;
  /** Another image, which gives what was answered. */
  readonly elsewhere?: Survive;
}

/** When the steps of a question came, in the order in which they came. */
export interface OrderWitness {
  readonly kind: 'order';
  readonly steps: readonly {
    readonly index: number;
    readonly position: number;
    readonly phase: number;
    /** Virtual nanoseconds since the start of the phase. */
    readonly time: number;
  }[];
}

/** What recovery undoes from the question on. */
export interface UndoneWitness {
  readonly kind: 'undone';
  readonly undone: readonly { readonly key: number; readonly position: number }[];
}

/** When each side told its last client; undefined where it does not come to that. */
export interface FasterWitness {
  readonly kind: 'faster';
  readonly ends: readonly (number | undefined)[];
}

/** A failing case as it runs, up to its last power cut. */
export interface FailingRun {
  readonly trace: Trace;
  readonly info: SessionInfo;
  readonly parts: readonly PhaseTrace[];
  /** What was pending at each power cut. */
  readonly pending: readonly (readonly PendingUnit[])[];
}

/** The smallest case in which leaving out a line breaks what was promised. */
export interface FailureWitness {
  readonly kind: 'failure';
  readonly mutation: string;
  readonly failure: VerifyFailure;
  /** The scenario that fails, as text, without its mutations. */
  readonly text: string;
  /** Undefined where the case could not be run again. */
  readonly run?: FailingRun;
}

export type Witness = ImageWitness | OrderWitness | UndoneWitness | FasterWitness | FailureWitness;

/** What the engine says of a guess; '' is asked without one. */
export interface Judgement {
  readonly truth: string;
  readonly right: boolean;
  /** Why a wrong guess is wrong; of a measurement, what was measured. */
  readonly witness?: Witness;
}

/** An answer to a mark's question, and what the engine says. */
export interface Answer extends Judgement {
  readonly kind: Ask['kind'];
  /** '': asked for without a guess. */
  readonly guess: string;
}

/** Asked for without a guess, or not to be graded: it does not count. */
export const isShown = ({ guess, truth }: Pick<Answer, 'guess' | 'truth'>): boolean =>
  guess === '' || truth === UNKNOWN;

/** Whether an answer was given that the engine refutes. */
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
 * A kept answer, read back; undefined where it is none. Its witness is left behind: it is computed
 * anew when it is asked for.
 */
export function readAnswer(value: unknown): Answer | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, guess, truth, right } = value as Record<string, unknown>;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) return undefined;
  if (typeof guess !== 'string' || typeof truth !== 'string' || typeof right !== 'boolean')
    return undefined;
  return { kind: kind as Ask['kind'], guess, truth, right };
}
