import { useState } from 'react';
import type { Mark, Scenario, ScenarioProblem } from '../../engine/protocol';
import { decodeLink } from '../../link/link';
import { scenarioText } from '../../model/scenario/scenario_text';
import { anchorAt, resolveAnchor } from '../../model/trace/anchor';
import type { Services } from '../../store/page/services';
import { useSession, useStageStore } from '../../store/stage/stage_context';
import { dismiss } from '../../store/stage/stage_controls';
import { markHere, withMark, withoutMark } from '../model/authoring';

/** A mark that is being edited; `index` is set for one of the scenario's. */
export interface MarkDraft {
  readonly mark: Mark;
  readonly index?: number;
}

/**
 * Returns the marks of the open scenario for editing: begun, changed, saved in the same way as the
 * editor's texts.
 */
export function useAuthoring(services: Services) {
  const store = useStageStore();
  const session = useSession();
  const [draft, setDraft] = useState<MarkDraft>();
  const [problems, setProblems] = useState<readonly ScenarioProblem[]>([]);
  const [saved, setSaved] = useState(false);

  const begin = (next: MarkDraft | undefined) => {
    setDraft(next);
    setProblems([]);
    setSaved(false);
  };
  /**
   * Runs the scenario with other marks, and restores the position of the playhead and the power
   * cuts.
   */
  const take = async (scenario: Scenario) => {
    if (!session) return;
    const text = scenarioText(scenario);
    const found = await store.getState().check(text);
    if (found.length > 0) return setProblems(found);
    const { cuts } = decodeLink(new URL(services.link()).hash).state;
    const at = anchorAt(session.trace, store.getState().onStage?.at ?? 0);
    if (await services.openAt(text, { kind: 'own' }, { cuts, at })) {
      begin(undefined);
      setSaved(true);
    } else {
      setProblems(store.getState().messages.refused?.problems ?? []);
      dismiss(store, 'refused');
    }
  };
  return {
    session,
    draft,
    problems,
    saved,
    cancel: () => begin(undefined),
    change: (mark: Mark) => setDraft((now) => now && { ...now, mark }),
    here: () => {
      const { onStage } = store.getState();
      const mark = session && onStage && markHere(session.trace, onStage.at);
      if (mark) begin({ mark });
    },
    edit: (index: number) => {
      const mark = session?.scenario.marks?.[index];
      if (!session || !mark) return;
      begin({ mark, index });
      store.getState().goTo(resolveAnchor(session.trace, { of: mark.when }).position);
    },
    save: () => {
      if (session && draft) return take(withMark(session.scenario, draft.mark, draft.index));
    },
    remove: (index: number) => {
      if (session) return take(withoutMark(session.scenario, index));
    },
  };
}
