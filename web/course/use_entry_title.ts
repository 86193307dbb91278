import { useCallback } from 'react';
import { useText } from '../ui/use_text';
import type { Outlines } from './model/minutes';
import { isLectureEntry, isTaskEntry, type PlanEntry } from './model/plan';

/** Returns a function that names an entry in the page's language. */
export function useEntryTitle(outlines: Outlines): (entry: PlanEntry) => string {
  const text = useText();
  return useCallback(
    (entry: PlanEntry) => {
      if (isTaskEntry(entry)) return text(entry.task);
      const id = isLectureEntry(entry) ? entry.lecture : entry.measured;
      const shipped = outlines[id]?.title ?? { en: id, zh: id };
      const own = isLectureEntry(entry) ? entry.edit?.title : undefined;
      return text({ ...shipped, ...own });
    },
    [outlines, text],
  );
}
