import { refusalOf } from '../../engine/protocol/errors';
import {
  type ExperimentChanges,
  isChanged,
  NO_CHANGES,
} from '../../model/experiment/experiment_changes';
import { readExperiment } from '../../model/experiment/experiment_text';
import { NO_CHOICE } from '../../panels/model/measure_choice';
import { keepOwn } from '../../store/browser/own_library';
import type { LabLink } from '../model/link';
import { readResult } from '../model/server/result_file';
import { PROPOSAL, runsLog, textRunsLog } from '../model/trace_experiment';
import { labLink } from './lab_link';
import { linkedLog } from './lab_log';
import { linkedText, openChanged, openFile } from './lab_open';
import {
  baseOf,
  draftOf,
  type ExperimentView,
  experimentOf,
  LIST,
  type OpenShown,
  opened,
  openOf,
  type Shown,
  viewOf,
  withBase,
} from './lab_shown';
import type { AwaitingLog, LabState, OpenExperiment, WorkloadLog } from './lab_state';
import { begin, changeOpen, type LabWork, settle } from './lab_work';

/** A text and its origin. */
interface Sourced {
  readonly source: OpenExperiment['source'];
  readonly text: string;
}

const own = (text: string): Sourced => ({ source: { kind: 'own', text }, text });

/** Stops measuring the experiment that was open. */
function stopWork({ measuring, following, studying }: LabWork): void {
  for (const each of [measuring, following, studying]) each.stop();
}

/** Shows an experiment with the known results of its points; ends what ran before. */
async function show(
  work: LabWork,
  experiment: OpenExperiment,
  mine: AbortSignal,
  change: (state: LabState) => Partial<LabState>,
): Promise<void> {
  const { kept, pruned } = work;
  const { plan, look, log } = experiment;
  const points = [...plan.points, ...(look?.plan.points ?? [])];
  const found = await kept.find(points.map(({ key }) => key));
  if (mine.aborted) return;
  stopWork(work);
  settle(work, mine, (state) => ({
    ...change(state),
    failure: undefined,
    results: new Map([...state.results, ...found]),
    ...(log && { log }),
  }));
  if (!pruned.once) void kept.prune(plan.version);
  pruned.once = true;
}

/** Shows something else in place of the open view. */
function close(
  work: LabWork,
  mine: AbortSignal,
  shown: Shown,
  patch: Partial<LabState> = { refused: undefined },
): boolean {
  if (mine.aborted) return false;
  stopWork(work);
  settle(work, mine, () => ({ shown, failure: undefined, ...patch }));
  return true;
}

/** Shows an experiment that has no log yet. */
function wait(work: LabWork, awaiting: AwaitingLog, mine: AbortSignal): boolean {
  if (!close(work, mine, { is: 'awaiting', awaiting })) return false;
  if (awaiting.source.kind === 'own') void keepOwn(awaiting.text, 'experiment');
  return true;
}

/** Opens a file with a link's changes; changes that the engine refuses stay in the form. */
async function showLinked(
  work: LabWork,
  file: OpenExperiment,
  link: LabLink,
  mine: AbortSignal,
): Promise<void> {
  const { changes, prediction, metric, claim, point, measures = NO_CHOICE } = link;
  const view = { metric, claim, point, measures };
  const shown = (open: OpenShown) =>
    show(work, open.experiment, mine, () => ({ shown: open, refused: undefined }));
  if (!isChanged(changes)) return shown(opened(file, { ...view, prediction }));
  await openChanged(work.engine, file, changes).then(
    (experiment) => shown(opened(experiment, view)),
    (error: unknown) => {
      const { problems } = refusalOf(error);
      if (problems.length === 0) throw error;
      return shown(opened(file, view, { typed: changes, problems }));
    },
  );
}

/** Opens a text as a link says; false where it was refused, which changes nothing. */
export async function openLinked(
  work: LabWork,
  { source, text }: Sourced,
  link: LabLink,
  mine: AbortSignal,
  given?: WorkloadLog,
): Promise<boolean> {
  const { engine, store } = work;
  const answer = readResult(text);
  if (answer) return close(work, mine, { is: 'answer', answer: { text, result: answer } });
  try {
    const needed = textRunsLog(text);
    const log = needed
      ? (given ?? (await linkedLog(engine, link.log, store.getState().log)))
      : undefined;
    if (needed && !log) return wait(work, { source, text, link, file: readExperiment(text) }, mine);
    await showLinked(work, await openFile(engine, source, text, log), link, mine);
    if (source.kind === 'own') await keepOwn(text, 'experiment');
    return true;
  } catch (error) {
    const failure = refusalOf(error);
    const { problems } = failure;
    settle(work, mine, () => {
      if (problems.length === 0) return { failure };
      if (given) return { refusedLog: { name: given.name, problems, unfit: given } };
      return { refused: { text, problems } };
    });
    return false;
  }
}

/** Opens a new experiment on a log, which may need measurements first. */
export async function openProposal(
  work: LabWork,
  log: WorkloadLog,
  mine: AbortSignal,
  all = false,
): Promise<void> {
  const { server } = work.store.getState();
  try {
    const file = await work.propose(log, { server, all });
    if (mine.aborted) return;
    const text = `${JSON.stringify(file, null, 2)}\n`;
    await openLinked(work, own(text), { changes: NO_CHANGES }, mine, log);
  } catch (error) {
    settle(work, mine, () => ({ failure: refusalOf(error) }));
  }
}

/** Gives a log that was read to the experiment that runs one now, else to a new experiment. */
export async function placeLog(work: LabWork, log: WorkloadLog, mine: AbortSignal): Promise<void> {
  const state = work.store.getState();
  const draft = draftOf(state);
  const base = baseOf(state);
  if (draft && runsLog(draft.file)) {
    settle(work, mine, () => ({ log }));
    return state.build(draft.file);
  }
  if (base.is === 'awaiting')
    return void (await openLinked(work, base.awaiting, base.awaiting.link, mine, log));
  const open = experimentOf(state);
  const proposed = open?.file.id === PROPOSAL;
  if (draft || !open || proposed || !runsLog(open.file)) return openProposal(work, log, mine);
  const { changes, source, whole } = open;
  const text = source.kind === 'own' ? source.text : JSON.stringify(whole);
  const { point: _other, ...link } = labLink(state) ?? { changes };
  await openLinked(work, { source, text }, { ...link, changes }, mine, log);
}

/** Opens the experiment that a link names; undefined means the list. */
export async function restore(work: LabWork, link: LabLink | undefined): Promise<void> {
  const mine = begin(work);
  if (link?.own === undefined && link?.experiment === undefined) {
    const scale = link?.scorecard;
    close(work, mine, scale ? { is: 'scorecard', scale } : LIST);
    return;
  }
  work.store.setState(({ shown }) =>
    shown.is === 'list' || shown.is === 'scorecard' ? { shown: { is: 'opening' } } : {},
  );
  const found = await linkedText(link, work.library);
  if (!found) close(work, mine, { is: 'list', missing: true }, {});
  else await openLinked(work, found, link, mine);
}

/** Opens a text of the reader's own; a refusal of the engine changes nothing. */
export const openText = (work: LabWork, text: string): Promise<boolean> =>
  openLinked(work, own(text), { changes: NO_CHANGES }, begin(work));

/** The view of an experiment whose parameters have changed. */
function viewAfter({ metric, claim, measures }: ExperimentView): Partial<ExperimentView> {
  // The places belong to the old plan; prices and the meaning of a cell do not.
  const { costAt: _cost, wearAt: _wear, ...others } = measures;
  // The questions are about the unchanged experiment, so they are dropped.
  return { metric, claim, measures: others };
}

/** Opens the same experiment with other parameters; refused ones stay in the form. */
export async function change(work: LabWork, changes: ExperimentChanges): Promise<void> {
  const open = openOf(work.store.getState());
  if (!open) return;
  const mine = begin(work);
  changeOpen(work, ({ form }) => ({ form: { ...form, typed: changes } }));
  try {
    const next = await openChanged(work.engine, open.experiment, changes);
    await show(work, next, mine, (state) => ({
      shown: withBase(state, opened(next, viewAfter(viewOf(state)))),
    }));
  } catch (error) {
    const failure = refusalOf(error);
    const { problems } = failure;
    if (problems.length === 0) return settle(work, mine, () => ({ failure }));
    if (!mine.aborted) changeOpen(work, ({ form }) => ({ form: { ...form, problems } }));
    settle(work, mine, () => ({}));
  }
}
