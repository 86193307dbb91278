import { type MarkStop, markAt } from '../model/marks';
import { useStage } from '../store/stage_context';

/** The question at the playhead that the student has not answered yet. */
export function useOpenQuestion(): MarkStop | undefined {
  return useStage((state) => {
    if (!state.narration || !state.session) return undefined;
    const stop = markAt(state.session.marks, state.at);
    const open = stop?.mark.ask && stop.position === state.at && !(stop.index in state.answers);
    return open ? stop : undefined;
  });
}
