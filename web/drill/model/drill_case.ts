import type { EventPattern, Scenario, Text } from '../../engine/protocol';
import type { StagePicture } from '../../model/frame/stage_picture';

/** The kinds of a drill's questions, in the order in which pages list them. */
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

/** The kinds that are asked unless the reader chooses others; the rest take the engine longer. */
export const USUAL_KINDS: readonly DrillKind[] = ['value', 'fate', 'order', 'undone-next'];

/**
 * The choices that determine a drill or an exam: the same plan gives the same questions everywhere.
 */
export interface DrillPlan {
  /** The lectures whose systems the questions are about, in turn. */
  readonly lectures: readonly string[];
  readonly kinds: readonly DrillKind[];
  readonly seed: number;
  readonly count: number;
}

/**
 * The limits of a plan: a longer drill is no exercise, and a seed is a whole number that can be
 * typed.
 */
export const MOST_QUESTIONS = 100;
export const MOST_LECTURES = 60;
export const USUAL_COUNT = 10;
export const LARGEST_SEED = 999_999;

/**
 * The origin of an answer. The right one comes from the engine. A wrong one comes from the run of a
 * system with a mistake, as at least one of each question does; where there are too few of these,
 * from a plausible misreading of the right run.
 */
export type OptionSource = 'engine' | 'mutation' | 'reader';

/** An answer that can be chosen. */
export interface DrillOption {
  /** The answer as it is graded. */
  readonly answer: string;
  readonly text: Text;
  readonly right: boolean;
  /** The reason why it is right or wrong, in whole sentences. */
  readonly reason: Text;
  readonly source: OptionSource;
  /** The mutations of the system with a mistake that gives this answer, and its picture there. */
  readonly mutations?: readonly string[];
  readonly picture?: StagePicture;
}

/** A generated question: the script, the power cut, the question itself, and the answers. */
export interface DrillCase {
  readonly lecture: string;
  readonly kind: DrillKind;
  readonly seed: number;
  /** The number of the question, from 1. */
  readonly number: number;
  /**
   * The script with its power cut; a mark asks the question, or one mark at each place of a choice.
   */
  readonly scenario: Scenario;
  /** The event at which the question is asked. */
  readonly at: EventPattern;
  /** The system, and how it differs from its paper's. */
  readonly system: Text;
  readonly mistakes: readonly Text[];
  readonly question: Text;
  /** The steps that are to be put in order, lettered from a. */
  readonly steps: readonly Text[];
  readonly options: readonly DrillOption[];
  /** The stage at the question, in small; absent where the answer does not depend on a place. */
  readonly picture?: StagePicture;
}

/** The letter of an answer, or of a step, by its place. */
export const letterOf = (place: number): string => String.fromCharCode(97 + place);

/** The place of the right answer. */
export const rightPlace = ({ options }: Pick<DrillCase, 'options'>): number =>
  options.findIndex(({ right }) => right);
