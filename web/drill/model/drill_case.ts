import type { EventPattern, Scenario, Text } from '../../engine/protocol';
import type { StagePicture } from '../../model/frame/stage_picture';

/** What a drill can ask, in the order in which pages list it. */
export const DRILL_KINDS = [
  'value',
  'fate',
  'order',
  'undone-next',
  'cut',
  'faster',
  'leave-out',
] as const;
export type DrillKind = (typeof DRILL_KINDS)[number];

/** Kinds that a drill asks where nobody chooses; the others take the engine longer. */
export const USUAL_KINDS: readonly DrillKind[] = ['value', 'fate', 'order', 'undone-next'];

/** What a drill or an exam is made of: the same plan gives the same questions everywhere. */
export interface DrillPlan {
  /** Lectures whose systems are asked about, in turn. */
  readonly lectures: readonly string[];
  readonly kinds: readonly DrillKind[];
  readonly seed: number;
  readonly count: number;
}

/** More questions than this are no exercise; a seed is a whole number that one can type. */
export const MOST_QUESTIONS = 100;
export const MOST_LECTURES = 60;
export const USUAL_COUNT = 10;
export const LARGEST_SEED = 999_999;

/**
 * Where an answer comes from: the right one from the engine; wrong ones from the run of a system
 * with a mistake, of which every question has one, or from what one may misread in the same run,
 * where mistakes do not fill the answers.
 */
export type OptionSource = 'engine' | 'mutation' | 'reader';

/** An answer to choose. */
export interface DrillOption {
  /** As it is graded. */
  readonly answer: string;
  readonly text: Text;
  readonly right: boolean;
  /** Why it is right or wrong, in whole sentences. */
  readonly reason: Text;
  readonly source: OptionSource;
  /** Where it comes from a system with a mistake: its mutations, and how it looks there. */
  readonly mutations?: readonly string[];
  readonly picture?: StagePicture;
}

/**
 * A question that nobody wrote: what runs, where the power fails, what is asked, and the answers.
 */
export interface DrillCase {
  readonly lecture: string;
  readonly kind: DrillKind;
  readonly seed: number;
  /** From 1. */
  readonly number: number;
  /**
   * What runs, with its power cut; its mark asks the question, or one at each place of a choice.
   */
  readonly scenario: Scenario;
  /** The event at which the question is asked. */
  readonly at: EventPattern;
  /** The system, and what of it is not as its paper has it. */
  readonly system: Text;
  readonly mistakes: readonly Text[];
  readonly question: Text;
  /** What is to be put in order, lettered from a. */
  readonly steps: readonly Text[];
  readonly options: readonly DrillOption[];
  /** The stage at the question, in small; none where the answer does not hang on a place. */
  readonly picture?: StagePicture;
}

/** The letter of an answer, or of a step, by its place. */
export const letterOf = (place: number): string => String.fromCharCode(97 + place);

/** The place of the right answer. */
export const rightPlace = ({ options }: Pick<DrillCase, 'options'>): number =>
  options.findIndex(({ right }) => right);
