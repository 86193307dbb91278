import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { boolean, record } from '../model/values/shape';
import { localRecord } from '../store/browser/local_value';
import { textHash } from '../store/browser/own_library';
import { type LectureProgressStore, progressKey } from '../store/lecture/lecture_progress';
import { packedEdit } from './entry_link';
import { type CoursePlan, isLectureEntry, type PlanEntry } from './model/plan';

const KEY = 'afterimage.plan-done';

type Ticks = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

const readTicks = () => localRecord(KEY, record(boolean), 'progress') as Ticks;

/**
 * The ticks set by hand, by plan and entry: the page does not know when tasks and measured lectures
 * are done.
 */
const ticks = createStore<Ticks>()(() => readTicks());

/** The key of an entry, which does not depend on its place in a plan. */
const entryKey = (entry: PlanEntry) => textHash(JSON.stringify(entry));
const planKey = ({ title }: CoursePlan) => textHash(JSON.stringify(title));

/** Ticks an entry, or takes the tick away. */
export function tick(plan: CoursePlan, entry: PlanEntry, on: boolean): void {
  const all = readTicks();
  const own = { ...all[planKey(plan)], [entryKey(entry)]: on };
  const next = { ...all, [planKey(plan)]: own };
  ticks.setState(next, true);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // The storage may be barred; ticks then last as long as the page.
  }
}

/** The progress in an entry. */
export interface EntryDone {
  readonly done: boolean;
  /**
   * The last mark that was reached in a lecture, and the number of questions answered right at the
   * first try.
   */
  readonly mark?: number;
  readonly marks?: number;
  readonly right?: number;
  readonly of?: number;
}

/** Returns the progress in each entry of a plan, in this browser. */
export function useDone(plan: CoursePlan, progress: LectureProgressStore): readonly EntryDone[] {
  const ticked = useStore(ticks, (all) => all[planKey(plan)]);
  const lectures = useStore(progress, (state) => state.lectures);
  return useMemo(
    () =>
      plan.entries.map((entry): EntryDone => {
        if (!isLectureEntry(entry)) return { done: ticked?.[entryKey(entry)] ?? false };
        const edit = packedEdit(entry);
        const far = lectures[progressKey({ id: entry.lecture, ...(edit && { edit }) })];
        if (!far) return { done: false };
        const { ended, mark, marks, right, of } = far;
        return { done: ended, mark, marks, right, of };
      }),
    [plan, ticked, lectures],
  );
}
