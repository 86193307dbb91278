import {
  type CoursePlan,
  editOf,
  isLectureEntry,
  type LectureEntry,
} from '../../course/model/plan';
import type { Scenario } from '../../engine/protocol';
import { applyEdit } from '../../model/edit/lecture_edit';
import { readScenario, scenarioText } from '../../model/scenario/scenario_text';

/** The lectures of a plan under distinct names: two parts of one lecture are two. */
export interface PlannedLecture {
  /**
   * The lecture's own name, with a number appended where it is changed, a part, or taken already.
   */
  readonly name: string;
  readonly entry: LectureEntry;
}

/**
 * The entries of a plan that run on the stage, in its order. Measured lectures and tasks do not.
 */
export function plannedLectures({ entries }: CoursePlan): readonly PlannedLecture[] {
  const taken = new Set<string>();
  return entries.filter(isLectureEntry).map((entry, place) => {
    const whole = editOf(entry) === undefined && !taken.has(entry.lecture);
    const name = whole ? entry.lecture : `${entry.lecture}--${place + 1}`;
    taken.add(name);
    return { name, entry };
  });
}

/** A shipped lecture's text, changed as a plan's entry says. */
export function plannedText(shipped: string, entry: LectureEntry): string {
  const edit = editOf(entry);
  if (!edit) return shipped;
  const scenario: Scenario = applyEdit(readScenario(shipped), edit).scenario;
  return scenarioText(scenario);
}

/** A library of a plan's lectures alone, made from the shipped one. */
export function planLibrary(
  planned: readonly PlannedLecture[],
  load: (id: string) => Promise<string | undefined>,
) {
  return {
    ids: planned.map(({ name }) => name),
    load: async (id: string): Promise<string | undefined> => {
      const found = planned.find(({ name }) => name === id);
      if (!found) return undefined;
      const shipped = await load(found.entry.lecture);
      return shipped === undefined ? undefined : plannedText(shipped, found.entry);
    },
  };
}
