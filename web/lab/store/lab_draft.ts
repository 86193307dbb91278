import type { LogInput } from '../../engine/measure/log_pieces';
import { refusalOf } from '../../engine/protocol/errors';
import { saveDraft } from '../../store/browser/own_library';
import { runsLog, textRunsLog } from '../model/trace_experiment';
import type { ExperimentDraft, LabActions } from './lab_state';
import type { LabWork } from './lab_work';

/** The moves of an experiment that is being put together. */
export function draftMoves(work: LabWork): Pick<LabActions, 'build' | 'check' | 'openDraft'> {
  const { store, engine } = work;

  const judge = async (text: string, log?: LogInput): Promise<ExperimentDraft['judged']> => {
    try {
      const { points } = await engine.plan(text, log);
      return { points: points.length, problems: [] };
    } catch (error) {
      const { problems, message } = refusalOf(error);
      const told = { path: '', reason: { en: message, zh: message } };
      return { points: 0, problems: problems.length > 0 ? problems : [told] };
    }
  };

  return {
    check: async (text) => {
      const { log } = store.getState();
      const runs = textRunsLog(text);
      // Without its log nothing can be said of such a file.
      if (runs && !log) return [];
      return engine.plan(text, runs ? log?.text : undefined).then(
        () => [],
        (error: unknown) => refusalOf(error).problems,
      );
    },
    build: async (file) => {
      const before = store.getState().draft?.judged;
      store.setState({ draft: file && { file, judged: before } });
      if (!file) return;
      const text = JSON.stringify(file);
      void saveDraft('experiment', text);
      const judged = await judge(text, runsLog(file) ? store.getState().log?.text : undefined);
      // Something newer may have been typed meanwhile.
      if (store.getState().draft?.file === file) store.setState({ draft: { file, judged } });
    },
    openDraft: async () => {
      const { draft, openText } = store.getState();
      if (!draft || !(await openText(`${JSON.stringify(draft.file, null, 2)}\n`))) return false;
      void saveDraft('experiment', undefined);
      return true;
    },
  };
}
