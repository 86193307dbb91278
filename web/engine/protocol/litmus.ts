/**
 * @file The engine's answer to a litmus program. Written by `lab -- formats` from the engine's
 * tables.
 */
import type { FailureModelId } from './replies/names';

/** A word of NVM. */
export interface LitmusWord {
  /** Its name. */
  readonly name: string;
  /** The cache line that has it. */
  readonly cacheLine: number;
}

/** A statement, or a store that reaches the medium. */
export interface LitmusStep {
  /** The thread's statement runs; or its store reaches the medium by itself. */
  readonly kind: 'run' | 'persist';
  /** The thread, from 0. */
  readonly thread: number;
  /** The line of the text, from 1. */
  readonly line: number;
}

/** A write-back that begins. */
export interface LitmusPromise {
  /** A clwb of the thread begins, which had only been promised. */
  readonly kind: 'promise';
  /** The thread, from 0. */
  readonly thread: number;
  /** The cache line. */
  readonly cacheLine: number;
}

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

/** Two stores, of which the first persists before the second. */
export interface LitmusOrder {
  /** The line of the first. */
  readonly from: number;
  /** The line of the second. */
  readonly to: number;
}

/** A rule of the machine. */
export interface LitmusRule {
  /** Stores of a cache line persist in their order. */
  readonly rule: 'line-order';
}

/** A statement. */
export interface LitmusPlace {
  /** The thread, from 0. */
  readonly thread: number;
  /** The line of the text, from 1. */
  readonly line: number;
}

/** The answer to the program's condition. */
export interface LitmusAnswer {
  /** What the program claims. */
  readonly quantifier: 'exists' | 'never' | 'forall';
  /** The line of its condition. */
  readonly line: number;
  /** The verdict over all images at all moments. */
  readonly verdict: 'always' | 'sometimes' | 'never';
  /** True if the claim of the quantifier holds. */
  readonly satisfied: boolean;
  /** The index of an image in which the condition holds. */
  readonly witness?: number;
  /** The index of an image in which it does not hold. */
  readonly counter?: number;
  /** All sets that the verdict may rest on were searched. */
  readonly groundsTried: boolean;
  /** The smallest sets without which the verdict would fall. */
  readonly grounds: readonly (readonly LitmusGround[])[];
}

/** All images that a power cut may leave of a litmus program. */
export interface LitmusReply {
  /** The failure model that it is answered under. */
  readonly model: FailureModelId;
  /** The words of NVM. */
  readonly words: readonly LitmusWord[];
  /** The acknowledgements, by name. */
  readonly acks: readonly string[];
  /** The text's line of each statement, by thread. */
  readonly threads: readonly (readonly number[])[];
  /** Fences in the text. */
  readonly fences: number;
  /** Write-backs in the text. */
  readonly writeBacks: number;
  /** False: executions were drawn, for there are too many. */
  readonly whole: boolean;
  /** The states that were met. */
  readonly states: number;
  /** All images. */
  readonly images: readonly LitmusImage[];
  /** All moments. */
  readonly points: readonly LitmusPoint[];
  /** Stores, by lines of the text, of which the first persists before the second. */
  readonly order: readonly LitmusOrder[];
  /** The answer, where the program asks. */
  readonly answer?: LitmusAnswer;
  /** Write-backs and fences each of which could be left out alone. */
  readonly needless: readonly LitmusGround[];
}

export type LitmusMove = LitmusStep | LitmusPromise;

export type LitmusGround = LitmusRule | LitmusPlace;
