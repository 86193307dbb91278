import type { LogInput } from '../../engine/measure/log_pieces';
import type { ScenarioProblem } from '../../engine/protocol';
import { refusalOf } from '../../engine/protocol/errors';
import type { ExperimentFile } from '../../engine/protocol/experiment';
import { saveDraft } from '../../store/browser/drafts';
import { type SchemeEntry, withSchemes } from '../model/experiment_draft';
import { runsLog, textRunsLog } from '../model/trace_experiment';
import { baseOf, draftOf } from './lab_shown';
import type { ExperimentDraft } from './lab_state';
import type { LabWork } from './lab_work';

// The moves of an experiment that is being put together.

async function judge(
  { engine }: LabWork,
  text: string,
  log?: LogInput,
): Promise<ExperimentDraft['judged']> {
  try {
    const { points } = await engine.plan(text, log);
    return { points: points.length, problems: [] };
  } catch (error) {
    const { problems, message } = refusalOf(error);
    const told = { path: '', reason: { en: message, zh: message } };
    return { points: 0, problems: problems.length > 0 ? problems : [told] };
  }
}

/** Returns the problems that keep an experiment's text from being opened. */
export async function check(
  { store, engine }: LabWork,
  text: string,
): Promise<readonly ScenarioProblem[]> {
  const { log } = store.getState();
  const runs = textRunsLog(text);
  // A file that needs a log cannot be judged without it.
  if (runs && !log) return [];
  return engine.plan(text, runs ? log?.text : undefined).then(
    () => [],
    (error: unknown) => refusalOf(error).problems,
  );
}

/** Shows the draft, has it judged and keeps it; undefined discards it. */
export async function build(work: LabWork, file: ExperimentFile | undefined): Promise<void> {
  const { store } = work;
  const show = (draft: ExperimentDraft) =>
    store.setState((state) => ({ shown: { is: 'draft', draft, behind: baseOf(state) } }));
  if (!file) {
    work.drafting.stop();
    return store.setState((state) => ({ shown: baseOf(state) }));
  }
  show({ file, judged: draftOf(store.getState())?.judged });
  const text = JSON.stringify(file);
  void saveDraft('experiment', text);
  await work.drafting.ask(
    () => judge(work, text, runsLog(file) ? store.getState().log?.text : undefined),
    (judged) => draftOf(store.getState()) && show({ file, judged }),
    // The problems of a draft are its judgement, not an error.
    () => {},
  );
}

/** Puts another system at a place of the draft, as the draft is once the system is known. */
export async function putSystem(
  work: LabWork,
  index: number,
  made: Promise<SchemeEntry>,
): Promise<void> {
  const entry = await made;
  const draft = draftOf(work.store.getState());
  if (!draft) return;
  const schemes = draft.file.schemes.map((each, n) => (n === index ? entry : each));
  await build(work, withSchemes(draft.file, schemes));
}

/**
 * Gives a file with the numbers of its quick scale alone; as it is where no engine tells them,
 * which the judgement of the draft says.
 */
export async function atQuickScale(
  { engine }: LabWork,
  file: ExperimentFile,
): Promise<ExperimentFile> {
  const merged = engine.plan(JSON.stringify({ ...file, scale: 'quick' }));
  return merged.then(
    (plan) => plan.file,
    () => file,
  );
}

/** Opens the draft; false where the engine refuses it. */
export async function openDraft({ store }: LabWork): Promise<boolean> {
  const state = store.getState();
  const draft = draftOf(state);
  if (!draft || !(await state.openText(`${JSON.stringify(draft.file, null, 2)}\n`))) return false;
  void saveDraft('experiment', undefined);
  return true;
}
