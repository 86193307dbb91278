import { refusalOf } from '../../engine/protocol/errors';
import type { PointPlan } from '../../engine/protocol/experiment';
import { isChanged } from '../../model/experiment/experiment_changes';
import { readExperiment } from '../../model/experiment/experiment_text';
import { coarseFirst } from '../model/first_look';
import { followed as follow } from '../model/point_timeline';
import type { LabActions, OpenExperiment } from './lab_state';
import type { LabWork } from './lab_work';
import { keepLastMeasured } from './last_measured';

/**
 * Measures what is not known yet of the points, or of their first look, which a point that is known
 * needs no more.
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
  store.setState({ looking: plan !== open.plan, progress: undefined });
  if (left.length === 0) return;
  let lastKept = Promise.resolve();
  const begun = performance.now();
  await engine.run(text, new Set(left.map(({ key }) => key)).size, {
    signal,
    wanted,
    known: results,
    order: (points) => coarseFirst(open.file, points),
    ...(open.log && { input: open.log.text }),
    onProgress: (progress) => !signal.aborted && store.setState({ progress }),
    onPoint: ({ key }, result) => {
      store.setState({ results: new Map(store.getState().results).set(key, result) });
      lastKept = kept.keep(plan.version, key, result);
    },
  });
  const each = left.reduce((sum, { transactions }) => sum + transactions, 0);
  if (!signal.aborted && each > 0)
    store.setState({ pace: (performance.now() - begun) / 1000 / each });
  // Who reloads the page when the run has ended finds all of it.
  await lastKept;
}

/** Remembers when an experiment of the library was measured to its end. */
function noteMeasured({ store }: LabWork, { source, changes, plan }: OpenExperiment): void {
  const { results } = store.getState();
  const whole = plan.points.every((point) => results.has(point.key));
  if (whole && source.kind === 'library' && !isChanged(changes))
    keepLastMeasured({ experiment: source.id, engine: plan.version, when: Date.now() });
}

/** The moves that measure. */
export function runMoves(work: LabWork): Pick<LabActions, 'run' | 'follow' | 'cancel'> {
  const { store, engine, measuring, following } = work;
  return {
    run: async () => {
      const { open, running } = store.getState();
      if (!open || running) return;
      const signal = measuring.begin();
      if (signal.aborted) return;
      store.setState({ running: true, failure: undefined });
      try {
        if (open.look) await measure(work, open, open.look, signal);
        if (!signal.aborted) await measure(work, open, open, signal);
        noteMeasured(work, open);
      } catch (error) {
        if (!signal.aborted) store.setState({ failure: refusalOf(error) });
      } finally {
        store.setState({ running: false, looking: false });
      }
    },
    follow: async ({ key, index }, looking) => {
      const { open, followed } = store.getState();
      if (!open || followed?.key === key) return;
      const file = looking && open.look ? readExperiment(open.look.text) : open.file;
      const text = JSON.stringify(follow(file));
      const log = open.log && { input: open.log.text };
      const wanted = (point: PointPlan) => point.index === index;
      await following.ask(
        (signal) => {
          store.setState({ followed: { key } });
          return engine.run(text, 1, { signal, wanted, ...log });
        },
        ({ points }) => {
          const samples = points[0]?.samples;
          store.setState({ followed: samples && { key, samples } });
        },
        (error) => store.setState({ followed: undefined, failure: refusalOf(error) }),
      );
    },
    cancel: () => measuring.stop(),
  };
}
