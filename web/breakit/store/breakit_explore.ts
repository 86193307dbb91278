import type { VerifyTotals } from '../../engine/explore/client';
import { mergeReports } from '../../engine/explore/merge';
import type { VerifyFailure } from '../../engine/protocol/exploration';
import {
  declaredMutations,
  mutantsOf,
  siteMutations,
  withDelays,
  withMutations,
} from '../../model/scenario/mutants';
import { brokenRule } from '../model/broken_rule';
import { savedFailure } from '../model/saved_failure';
import { pointOf } from '../model/verify_map';
import {
  type BreakActions,
  type BreakState,
  type BreakSubject,
  type Exploration,
  failureKey,
  outcomeIn,
  type Shrinking,
  subjectIn,
} from './breakit_state';
import { type BreakWork, halt, refusalOf, requestOf, textOf, UNEXPLORED } from './breakit_work';

/** The shortest time between two drawings of the progress. */
const REDRAW_MS = 80;

/** Tells `show` of progress, but no more often than it can be drawn. */
function drawnSeldom(mine: AbortSignal, show: (totals: VerifyTotals) => void) {
  let drawn = Number.NEGATIVE_INFINITY;
  return (totals: VerifyTotals) => {
    if (mine.aborted || performance.now() - drawn < REDRAW_MS) return;
    drawn = performance.now();
    show(totals);
  };
}

async function explore(work: BreakWork): Promise<void> {
  const { store, service, asked, exploring, shrinking } = work;
  const { opened, exploration, point, cancel } = store.getState();
  if (opened.is !== 'open' || exploration.is === 'running') return;
  const { subject } = opened;
  cancel(); // the matrix, if it runs
  shrinking.stop();
  const mine = asked.begin();
  const signal = exploring.begin();
  if (mine.aborted) return;
  store.setState({
    ...UNEXPLORED,
    exploration: { is: 'running' },
    point: point && { at: point.at },
  });
  const onProgress = drawnSeldom(mine, (totals) => {
    const { is } = store.getState().exploration;
    if (is !== 'done')
      store.setState({ exploration: { is: is === 'running' ? is : 'stopped', totals } });
  });
  try {
    const state = store.getState();
    const how = { signal, onProgress };
    const outcome = await service.verify(textOf(state), requestOf(state), how);
    if (mine.aborted) return;
    const { sites } = mergeReports([{ ...outcome, sites: subject.sites }, outcome]);
    store.setState({
      exploration: { is: 'done', outcome },
      opened: { is: 'open', subject: { ...subject, sites } },
    });
    const { show, shrink } = store.getState();
    show(point?.at);
    const [first] = outcome.failures;
    if (first && !outcome.cancelled) void shrink(first);
  } catch (error) {
    const exploration = stopped(store.getState());
    if (!mine.aborted) store.setState({ exploration, ...refusalOf(error) });
  }
}

/** The part of an exploration that is left when it has been stopped. */
const stopped = ({ exploration }: BreakState): Exploration =>
  exploration.is === 'running' ? { is: 'stopped', totals: exploration.totals } : exploration;

async function shrink(work: BreakWork, failure: VerifyFailure): Promise<void> {
  const { store, service, asked, shrinking } = work;
  const state = store.getState();
  const subject = subjectIn(state);
  if (!subject || !failure.replayed) return;
  const signal = shrinking.begin();
  const mine = asked.current;
  const key = failureKey(failure);
  const tell = (told: Shrinking) => {
    if (!mine.aborted) store.setState({ shrinks: { ...store.getState().shrinks, [key]: told } });
  };
  let tried = 0;
  tell({ running: true, tried });
  const scenario = withMutations(subject.scenario, state.mutations);
  const onTry = (count: number) => {
    tried = count;
    if (!signal.aborted) tell({ running: true, tried });
  };
  try {
    const smallest = await service.shrink(scenario, failure, requestOf(state), { signal, onTry });
    tell({ running: false, tried, smallest });
  } catch (error) {
    tell({ running: false, tried });
    if (!mine.aborted) store.setState(refusalOf(error));
  }
}

async function saved({ store, service }: BreakWork, failure: VerifyFailure) {
  const state = store.getState();
  const { mutations, shrinks } = state;
  const subject = subjectIn(state);
  if (!subject) return undefined;
  const smallest = shrinks[failureKey(failure)]?.smallest;
  const whole = withDelays(withMutations(subject.scenario, mutations), failure.delays);
  const scenario = smallest?.scenario ?? whole;
  const found = smallest?.failure ?? failure;
  const point = smallest?.point ?? pointOf(found, outcomeIn(state)?.points);
  const broken = brokenRule(subject.scheme, mutations, subject.sites, point, found);
  const replay = await service.replay(JSON.stringify(scenario), found.cuts);
  return savedFailure(await service.describe(), scenario, found, replay, broken);
}

/** Shows a point of the exploration, and asks in which ways it is reached. */
function show({ store, service, asked, showing }: BreakWork, at: number | undefined): void {
  const mine = asked.current;
  const state = store.getState();
  const outcome = outcomeIn(state);
  const index = outcome?.points.findLastIndex((point) => point.at <= (at ?? -1)) ?? -1;
  const found = outcome?.points[index];
  const point = found && { at: found.at };
  const signal = showing.begin();
  store.setState({ point });
  // An exploration that was cut short does not number its points as the run does.
  if (!point || !outcome?.ended || !outcome.exact || state.images > 0) return;
  const isShown = () => !signal.aborted && !mine.aborted;
  service.ways(textOf(state), requestOf(state), index).then(
    (ways) => isShown() && store.setState({ point: { ...point, ways } }),
    (error: unknown) => isShown() && store.setState(refusalOf(error)),
  );
}

const namesOf = ({ scheme, sites }: BreakSubject, everyLine: boolean) => [
  ...declaredMutations(scheme),
  ...(everyLine ? siteMutations(sites) : []),
];

async function runMatrix(work: BreakWork, everyLine: boolean): Promise<void> {
  const { store, service } = work;
  const subject = subjectIn(store.getState());
  if (!subject) return;
  halt(work);
  const signal = work.exploring.begin();
  const names = namesOf(subject, everyLine);
  const matrix = { rows: [], of: names.length, running: true, everyLine };
  store.setState({ matrix, exploration: stopped(store.getState()), failure: undefined });
  const current = () => (signal.aborted ? undefined : store.getState().matrix);
  try {
    const mutants = mutantsOf(subject.scenario, names);
    const rows = await service.matrix(mutants, requestOf(store.getState()), {
      signal,
      onRow: (row) => {
        const now = current();
        if (now) store.setState({ matrix: { ...now, rows: [...now.rows, row] } });
      },
    });
    if (current()) store.setState({ matrix: { ...matrix, rows, running: false } });
  } catch (error) {
    if (current()) store.setState({ matrix: { ...matrix, running: false }, ...refusalOf(error) });
  }
}

/** The moves that explore, and show what was found. */
export function exploreMoves(
  work: BreakWork,
): Pick<
  BreakActions,
  'explore' | 'shrink' | 'stopShrinking' | 'saved' | 'cancel' | 'show' | 'runMatrix'
> {
  const { store, exploring, shrinking } = work;
  return {
    explore: () => explore(work),
    shrink: (failure) => shrink(work, failure),
    stopShrinking: () => shrinking.stop(),
    saved: (failure) => saved(work, failure),
    cancel: () => {
      exploring.stop();
      const { matrix } = store.getState();
      if (matrix?.running) store.setState({ matrix: { ...matrix, running: false } });
    },
    show: (at) => show(work, at),
    runMatrix: (everyLine) => runMatrix(work, everyLine),
  };
}
