import type { ExperimentProgress } from '../../engine/measure/client';
import { refusalOf } from '../../engine/protocol/errors';
import type { PointPlan, PointResult } from '../../engine/protocol/experiment';
import { isChanged } from '../../model/experiment/experiment_changes';
import { readExperiment } from '../../model/experiment/experiment_text';
import { perFrame } from '../../store/stage/paced';
import { coarseFirst } from '../model/first_look';
import { followed } from '../model/point/point_timeline';
import { IDLE, type OpenShown, openOf } from './lab_shown';
import type { OpenExperiment } from './lab_state';
import { changeOpen, type LabWork } from './lab_work';
import { keepLastMeasured } from './last_measured';

/** The least time between two pictures of a run: one of many points takes as long as a point. */
const PICTURE_MS = 250;

/**
 * Measures the unknown results among the points, or among their first looks; a known point needs no
 * first look.
 */
async function measure(
  { store, engine, kept }: LabWork,
  open: OpenExperiment,
  { text, plan }: Pick<OpenExperiment, 'text' | 'plan'>,
  signal: AbortSignal,
): Promise<void> {
  const { results } = store.getState();
  const wanted = ({ index }: PointPlan) => !results.has(open.plan.points[index]?.key ?? '');
  const left = plan.points.filter((point) => wanted(point) && !results.has(point.key));
  const tell = (progress: ExperimentProgress | undefined) =>
    changeOpen(
      { store },
      () => ({ run: { is: 'running', looking: plan !== open.plan, progress } }),
      open,
    );
  tell(undefined);
  if (left.length === 0) return;
  const fresh = new Map<string, PointResult>();
  const takeFresh = () => {
    if (fresh.size === 0) return;
    store.setState((state) => ({ results: new Map([...state.results, ...fresh]) }));
    fresh.clear();
  };
  let lastKept = Promise.resolve();
  let running = true;
  const picture = perFrame(
    (progress: ExperimentProgress) => {
      takeFresh();
      if (running && !signal.aborted) tell(progress);
    },
    (drawn) => setTimeout(drawn, PICTURE_MS),
  );
  const begun = performance.now();
  try {
    await engine.run(text, new Set(left.map(({ key }) => key)).size, {
      signal,
      wanted,
      known: results,
      order: (points) => coarseFirst(open.file, points),
      ...(open.log && { input: open.log.text }),
      onProgress: picture,
      onPoint: ({ key }, result) => {
        fresh.set(key, result);
        lastKept = kept.keep(plan.version, key, result);
      },
    });
  } finally {
    running = false;
    takeFresh();
  }
  const each = left.reduce((sum, { transactions }) => sum + transactions, 0);
  if (!signal.aborted && each > 0)
    store.setState({ pace: (performance.now() - begun) / 1000 / each });
  // A reader who reloads the page after the run finds all of its results.
  await lastKept;
}

/** Remembers when an experiment of the library was measured to its end. */
function noteMeasured({ store }: LabWork, { source, changes, plan }: OpenExperiment): void {
  const { results } = store.getState();
  const whole = plan.points.every((point) => results.has(point.key));
  if (whole && source.kind === 'library' && !isChanged(changes))
    keepLastMeasured({ experiment: source.id, engine: plan.version, when: Date.now() });
}

/** Measures the unknown results of the open experiment, its first look before the rest. */
export async function run(work: LabWork): Promise<void> {
  const { store, measuring } = work;
  const open = openOf(store.getState());
  if (!open || open.run.is === 'running') return;
  const { experiment } = open;
  const signal = measuring.begin();
  if (signal.aborted) return;
  store.setState({ failure: undefined, looksOnly: false });
  try {
    if (experiment.look) await measure(work, experiment, experiment.look, signal);
    const goesOn = !signal.aborted && !store.getState().looksOnly;
    if (goesOn) await measure(work, experiment, experiment, signal);
    noteMeasured(work, experiment);
  } catch (error) {
    if (!signal.aborted) store.setState({ failure: refusalOf(error) });
  } finally {
    changeOpen(work, () => ({ run: IDLE }), experiment);
  }
}

/** Runs a point of the plan again, or of the first look, to follow its course. */
export async function follow(
  work: LabWork,
  { key, index }: PointPlan,
  looking: boolean,
): Promise<void> {
  const { store, engine, following } = work;
  const open = openOf(store.getState());
  if (!open || open.followed?.key === key) return;
  const { look, file, log } = open.experiment;
  const text = JSON.stringify(followed(looking && look ? readExperiment(look.text) : file));
  const wanted = (point: PointPlan) => point.index === index;
  const tell = (now: OpenShown['followed']) =>
    changeOpen(work, () => ({ followed: now }), open.experiment);
  await following.ask(
    (signal) => {
      tell({ key });
      return engine.run(text, 1, { signal, wanted, ...(log && { input: log.text }) });
    },
    ({ points }) => {
      const samples = points[0]?.samples;
      tell(samples && { key, samples });
    },
    (error) => {
      tell(undefined);
      store.setState({ failure: refusalOf(error) });
    },
  );
}
