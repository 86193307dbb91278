import { useMemo } from 'react';
import { findPattern } from '../../model/trace/anchor';
import { useOnStage, usePosition } from '../../store/stage/stage_context';
import type { LectureDraft } from '../model/change_lecture';

export interface PlacedMark {
  /** The place in the draft. */
  readonly place: number;
  readonly position: number;
}

/**
 * Returns the marks of a draft in the order of the run, and the one that the playhead is at or
 * behind.
 */
export function useMarksPlaced(draft: LectureDraft) {
  const trace = useOnStage(({ session }) => session.trace);
  const at = usePosition();
  const placed = useMemo(() => {
    if (!trace) return [];
    const found = draft.marks.flatMap(({ mark }, place): PlacedMark[] => {
      const position = findPattern(trace, mark.when);
      return position === undefined ? [] : [{ place, position }];
    });
    return found.sort((a, b) => a.position - b.position || a.place - b.place);
  }, [trace, draft.marks]);
  const here = placed.findLastIndex(({ position }) => position <= at);
  return { placed, here, at, trace };
}
