// The engine's answer to a litmus program (engine-wasm/run/litmus/).
import type { FailureModelId } from './exploration';

/** A word's or a store's place in the text, counted from 1. */
export type TextLine = number;

export interface LitmusWord {
  readonly name: string;
  readonly cacheLine: number;
}

/** A step of an execution. */
export type LitmusMove =
  /** The thread's statement runs; or its store reaches the medium by itself. */
  | { readonly kind: 'run' | 'persist'; readonly thread: number; readonly line: TextLine }
  /** A clwb of the thread begins, which had only been promised. */
  | { readonly kind: 'promise'; readonly thread: number; readonly cacheLine: number };

/** A possible state of memory after a power cut. */
export interface LitmusImage {
  /** By word. */
  readonly words: readonly number[];
  /** By acknowledgement: whether the world outside had been told. */
  readonly acks: readonly boolean[];
  /** The shortest execution that leaves it. */
  readonly way: readonly LitmusMove[];
}

/** A moment, by what has run. */
export interface LitmusPoint {
  /** Statements of each thread. */
  readonly done: readonly number[];
  /** Indexes of images. */
  readonly images: readonly number[];
}

/** A rule, or a statement, that an answer rests on. */
export type LitmusGround =
  | { readonly rule: 'line-order' }
  | { readonly thread: number; readonly line: TextLine };

export interface LitmusAnswer {
  readonly quantifier: 'exists' | 'never' | 'forall';
  readonly line: TextLine;
  /** The verdict over all images at all moments. */
  readonly verdict: 'always' | 'sometimes' | 'never';
  /** True if the claim of the quantifier holds. */
  readonly satisfied: boolean;
  /** The index of an image in which the condition holds. */
  readonly witness?: number;
  /** The index of an image in which it does not hold. */
  readonly counter?: number;
  readonly groundsTried: boolean;
  /** The smallest sets without which the verdict would fall. */
  readonly grounds: readonly (readonly LitmusGround[])[];
}

export interface LitmusReply {
  /** The failure model that it is answered under. */
  readonly model: FailureModelId;
  readonly words: readonly LitmusWord[];
  readonly acks: readonly string[];
  /** The text's line of each statement, by thread. */
  readonly threads: readonly (readonly TextLine[])[];
  readonly fences: number;
  readonly writeBacks: number;
  /** False: executions were drawn, for there are too many. */
  readonly whole: boolean;
  readonly states: number;
  readonly images: readonly LitmusImage[];
  readonly points: readonly LitmusPoint[];
  /** Stores, by lines of the text, of which the first persists before the second. */
  readonly order: readonly { readonly from: TextLine; readonly to: TextLine }[];
  readonly answer?: LitmusAnswer;
  /** Write-backs and fences each of which could be left out alone. */
  readonly needless: readonly LitmusGround[];
}
