import type { Ask, Scenario, Text } from '../../../engine/protocol';
import type { MarkStop } from '../../../model/lecture/marks';
import type { Dice } from '../dice';
import type { DrillCase, DrillOption } from '../drill_case';
import type { DrillCut, DrillEngine, DrillRun } from '../drill_run';
import type { MistakenAnswer } from '../mutants';
import type { Place } from '../places';
import type { Wishes } from '../vary';

/** An answer as its kind makes it; `pictured` is the position of its picture in its own run. */
export type AskedOption = Omit<DrillOption, 'picture'> & { readonly pictured?: number };

/** A question as its kind makes it; `pictured` is the position of its picture. */
export type Asked = Pick<DrillCase, 'scenario' | 'at' | 'question' | 'steps'> & {
  readonly options: readonly AskedOption[];
  readonly pictured?: number;
};

/** Makes questions of one kind. */
export interface KindMaker {
  readonly wishes: Wishes;
  /** The number of scripts that are tried for a question, where each takes long. */
  readonly scripts?: number;
  /**
   * A question about a script, with at least one wrong answer that comes from a system with a
   * mistake. Undefined where this script gives none, and another is to be tried.
   */
  readonly make: (
    engine: DrillEngine,
    scenario: Scenario,
    dice: Dice,
  ) => Promise<Asked | undefined>;
}

/** The mark that asks a question at a place. */
export function stopAt(
  { position, at, text }: Pick<Place, 'position' | 'at' | 'text'>,
  ask: Ask,
): MarkStop {
  return { index: 0, position, mark: { when: at, say: text, ask } };
}

/** The scenario with its power cut and the question, as a file has them. */
export function asked({ scenario }: DrillRun, { mark }: MarkStop, cut?: DrillCut): Scenario {
  const faults = cut && [{ at: cut.at, crash: cut.survive }];
  return { ...scenario, ...(faults && { faults }), marks: [mark] };
}

/** The right answer, or one that comes from misreading the same run. */
export const option = (
  answer: string,
  text: Text,
  reason: Text,
  source: 'engine' | 'reader',
): AskedOption => ({ answer, text, right: source === 'engine', reason, source });

/** A wrong answer that a system with a mistake gives. */
export const mistakenOption = (
  { answer, mutations, position }: Pick<MistakenAnswer, 'answer' | 'mutations' | 'position'>,
  text: Text,
  reason: Text,
): AskedOption => ({
  answer,
  text,
  right: false,
  reason,
  source: 'mutation',
  mutations,
  ...(position !== undefined && { pictured: position }),
});
