import { refusalOf } from '../../engine/protocol/errors';
import { isChanged, NO_CHANGES } from '../../model/experiment/experiment_changes';
import { readExperiment } from '../../model/experiment/experiment_text';
import { NO_CHOICE } from '../../panels/model/measure_choice';
import { keepOwn } from '../../store/browser/own_library';
import type { LabLink } from '../model/link';
import { readResult } from '../model/server/result_file';
import { PROPOSAL, runsLog, textRunsLog } from '../model/trace_experiment';
import { labLink } from './lab_link';
import { linkedLog } from './lab_log';
import { linkedText, openChanged, openFile } from './lab_open';
import type {
  AwaitingLog,
  LabActions,
  LabState,
  OpenExperiment,
  ShownAnswer,
  WorkloadLog,
} from './lab_state';
import { begin, CLOSED, type LabWork, settle } from './lab_work';

/** A text, and where it comes from. */
interface Sourced {
  readonly source: OpenExperiment['source'];
  readonly text: string;
}

const own = (text: string): Sourced => ({ source: { kind: 'own', text }, text });

/** Shows an experiment with what is known of its points; ends what ran before. */
export async function show(
  work: LabWork,
  open: OpenExperiment,
  patch: Partial<LabState>,
  mine: AbortSignal,
): Promise<void> {
  const { kept, store, measuring, following, pruned } = work;
  const points = [...open.plan.points, ...(open.look?.plan.points ?? [])];
  const found = await kept.find(points.map(({ key }) => key));
  if (mine.aborted) return;
  measuring.stop();
  following.stop();
  const results = new Map([...store.getState().results, ...found]);
  const gone = { awaiting: undefined, answer: undefined, followed: undefined };
  const shown = { ...gone, typed: open.changes, problems: [], ...patch };
  settle(work, mine, { ...shown, open, results, ...(open.log && { log: open.log }) });
  if (!pruned.once) void kept.prune(open.plan.version);
  pruned.once = true;
}

/** Shows an experiment that has no log yet, in place of what was open. */
function wait(work: LabWork, awaiting: AwaitingLog, mine: AbortSignal): boolean {
  if (mine.aborted) return false;
  work.measuring.stop();
  settle(work, mine, { ...CLOSED, refused: undefined, awaiting });
  if (awaiting.source.kind === 'own') void keepOwn(awaiting.text, 'experiment');
  return true;
}

/** Shows an answer by itself, in place of what was open. */
function showAnswer(work: LabWork, answer: ShownAnswer, mine: AbortSignal): boolean {
  if (mine.aborted) return false;
  work.measuring.stop();
  settle(work, mine, { ...CLOSED, refused: undefined, answer });
  return true;
}

/** What is seen of an experiment, as a link says it. */
function viewOf({ metric, claim, point, measures = NO_CHOICE }: LabLink): Partial<LabState> {
  const { open: _none, typed: _nothing, awaiting: _not, answer: _gone, ...closed } = CLOSED;
  return { ...closed, refused: undefined, metric, claim, point, measures };
}

/** Opens a file with a link's changes; changes that the engine refuses stay in the form. */
async function showLinked(
  work: LabWork,
  file: OpenExperiment,
  link: LabLink,
  mine: AbortSignal,
): Promise<void> {
  const { changes, prediction } = link;
  const view = viewOf(link);
  if (!isChanged(changes)) return show(work, file, { ...view, prediction }, mine);
  await openChanged(work.engine, file, changes).then(
    (open) => show(work, open, view, mine),
    (error: unknown) => {
      const { problems } = refusalOf(error);
      if (problems.length === 0) throw error;
      return show(work, file, { ...view, typed: changes, problems }, mine);
    },
  );
}

/** Opens a text as a link says; false where it was refused, which leaves everything as it was. */
export async function openLinked(
  work: LabWork,
  { source, text }: Sourced,
  link: LabLink,
  mine: AbortSignal,
  given?: WorkloadLog,
): Promise<boolean> {
  const { engine, store } = work;
  const answer = readResult(text);
  if (answer) return showAnswer(work, { text, result: answer }, mine);
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
    if (problems.length === 0) settle(work, mine, { failure });
    else if (given)
      settle(work, mine, { refusedLog: { name: given.name, problems, unfit: given } });
    else settle(work, mine, { refused: { text, problems } });
    return false;
  }
}

/** Opens a new experiment on a log: what it is made of may have to be measured first. */
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
    settle(work, mine, { failure: refusalOf(error) });
  }
}

/** Gives a log that was read to whatever runs one now, else to a new experiment. */
export async function placeLog(work: LabWork, log: WorkloadLog, mine: AbortSignal): Promise<void> {
  const state = work.store.getState();
  const { draft, open, awaiting } = state;
  if (draft && runsLog(draft.file)) {
    settle(work, mine, { log });
    return state.build(draft.file);
  }
  if (awaiting) return void (await openLinked(work, awaiting, awaiting.link, mine, log));
  const own = open?.file.id === PROPOSAL;
  if (draft || !open || own || !runsLog(open.file)) return openProposal(work, log, mine);
  const { changes, source, whole } = open;
  const text = source.kind === 'own' ? source.text : JSON.stringify(whole);
  const { point: _other, ...link } = labLink(state) ?? { changes };
  await openLinked(work, { source, text }, { ...link, changes }, mine, log);
}

function close(work: LabWork, mine: AbortSignal, patch: Partial<LabState>): void {
  if (!mine.aborted) {
    work.measuring.stop();
    work.following.stop();
  }
  settle(work, mine, { ...CLOSED, ...patch });
}

/** The moves that change which experiment is shown. */
export function showMoves(work: LabWork): Pick<LabActions, 'restore' | 'openText' | 'change'> {
  return {
    restore: async (link) => {
      const mine = begin(work);
      if (link?.own === undefined && link?.experiment === undefined)
        return close(work, mine, { refused: undefined, scorecard: link?.scorecard });
      const found = await linkedText(link, work.library);
      if (!found) close(work, mine, { missing: true });
      else await openLinked(work, found, link, mine);
    },
    openText: (text) => openLinked(work, own(text), { changes: NO_CHANGES }, begin(work)),
    change: async (changes) => {
      const { store, engine } = work;
      const { open } = store.getState();
      if (!open) return;
      const mine = begin(work);
      store.setState({ typed: changes });
      try {
        const next = await openChanged(engine, open, changes);
        // Questions are about the experiment as it is.
        const gone = { point: undefined, progress: undefined, failure: undefined };
        // Places are of the plan that was; prices and what a cell stands for are not.
        const { costAt: _cost, wearAt: _wear, ...measures } = store.getState().measures;
        await show(work, next, { ...gone, measures, prediction: undefined }, mine);
      } catch (error) {
        const failure = refusalOf(error);
        const { problems } = failure;
        settle(work, mine, problems.length > 0 ? { problems } : { failure });
      }
    },
  };
}
