import type { StoreApi } from 'zustand/vanilla';
import type { LabEngine } from '../../engine/measure/pool';
import type { Description } from '../../engine/protocol';
import { refusalOf } from '../../engine/protocol/errors';
import type { PointPlan, PointProgress, PointResult } from '../../engine/protocol/experiment';
import type { Latest } from '../../engine/worker/latest';
import { NO_SAMPLES, withSlice } from '../../model/experiment/race_series';
import {
  cutExperiment,
  type RaceLog,
  type RaceSetup,
  raceExperiment,
  runsText,
} from '../model/race';
import type { OpenRace, Race, RacerRun, RaceState } from './race_state';

export type RaceStore = StoreApi<Race>;

/** The tools that the moves of a race have in common. */
export interface RaceWork {
  readonly engine: LabEngine;
  readonly description: Description;
  /** Completes the description: until then, the system that users write may be missing. */
  readonly whole: () => Promise<void>;
  readonly store: RaceStore;
  readonly judging: Latest;
  readonly measuring: Latest;
  readonly reading: Latest;
}

/** Shortest power cut that a run can have, ns. */
const FIRST_CUT = 1000;

/** The text that a set-up runs; false where it needs one that is missing. */
export function logOf(
  { description, store }: RaceWork,
  setup: RaceSetup,
): RaceLog | undefined | false {
  if (!runsText(description, setup)) return undefined;
  const { log } = store.getState();
  return log.is === 'here' && log.log.hash === setup.log && log.log;
}

const inputOf = (log: RaceLog | undefined) => log && { input: log.text };

/** Asks the engine for the problems of a race; a race that waits for its log has none. */
export async function judge(work: RaceWork, setup: RaceSetup): Promise<void> {
  const { engine, description, store, judging } = work;
  const log = logOf(work, setup);
  if (log === false) return store.setState({ problems: [] });
  await judging.ask(
    () => engine.plan(JSON.stringify(raceExperiment(description, setup, log)), log?.text),
    () => store.setState({ problems: [] }),
    (error) => store.setState({ problems: refusalOf(error).problems }),
  );
}

const racersOf = (race: OpenRace, { key }: PointPlan) =>
  race.plan.points.flatMap((point, n) => (point.key === key ? [n] : []));

type Change = (run: RacerRun | undefined) => RacerRun;

/** Changes the runs of all racers that belong to a point. */
function update(store: RaceStore, point: PointPlan, change: Change): void {
  const { race } = store.getState();
  if (!race) return;
  const racers = racersOf(race, point);
  const runs = race.runs.map((run, n) => (racers.includes(n) ? change(run) : run));
  store.setState({ race: { ...race, runs } });
}

const withProgress =
  ({ stage, samples }: PointProgress): Change =>
  (run) => {
    // A sample may arrive after the result.
    if (run?.result) return run;
    const series = run?.series ?? NO_SAMPLES;
    return { stage, series: samples ? withSlice(series, samples) : series };
  };

const withResult =
  (result: PointResult): Change =>
  () => ({
    stage: 'ended',
    result,
    series: result.samples ? withSlice(NO_SAMPLES, result.samples) : NO_SAMPLES,
  });

/** Cuts the power of all racers at the same moment, and shows their recoveries. */
export async function cutAt(work: RaceWork, at: number): Promise<void> {
  const { engine, description, store, measuring } = work;
  const { race } = store.getState();
  const signal = measuring.begin();
  if (!race || signal.aborted) return;
  const log = logOf(work, race.setup);
  if (log === false) return;
  const time = Math.max(FIRST_CUT, Math.round(at));
  const results: (PointResult | undefined)[] = race.runs.map(() => undefined);
  const show = (work: RaceState['work']) =>
    store.setState({ work, race: { ...race, cut: { time, results: [...results] } } });
  store.setState({ playing: false, failure: undefined });
  show('cutting');
  try {
    const text = JSON.stringify(cutExperiment(description, race.setup, time, log));
    const { points } = await engine.run(text, results.length, {
      signal,
      ...inputOf(log),
      onPoint: ({ scheme }, result) => {
        results[scheme] = result;
        if (!signal.aborted) show('cutting');
      },
    });
    // Equal racers were measured once.
    for (const { plan, ...result } of points) results[plan.scheme] = result;
  } catch (error) {
    const failure = refusalOf(error);
    if (!signal.aborted) store.setState({ failure, problems: failure.problems });
  } finally {
    if (!signal.aborted) show('none');
  }
}

/** Runs the race. Returns true if it reached its end. */
export async function measure(work: RaceWork): Promise<boolean> {
  const { engine, description, store, measuring } = work;
  const signal = measuring.begin();
  if (signal.aborted) return false;
  const { setup } = store.getState();
  const log = logOf(work, setup);
  if (log === false) return false;
  const text = JSON.stringify(raceExperiment(description, setup, log));
  const { race: before } = store.getState();
  const race = before && { ...before, cut: undefined };
  store.setState({ work: 'measuring', failure: undefined, race, playing: false });
  const runs = setup.racers.map(() => undefined);
  try {
    // No plan is needed first: each worker makes its own.
    await engine.run(text, setup.racers.length, {
      signal,
      ...inputOf(log),
      onPlan: (plan) =>
        !signal.aborted && store.setState({ problems: [], race: { setup, plan, runs } }),
      onPointProgress: (point, progress) =>
        !signal.aborted && update(store, point, withProgress(progress)),
      onPoint: (point, result) => !signal.aborted && update(store, point, withResult(result)),
    });
  } catch (error) {
    const failure = refusalOf(error);
    if (!signal.aborted) store.setState({ failure, problems: failure.problems });
  } finally {
    if (!signal.aborted) store.setState({ work: 'none' });
  }
  return !signal.aborted;
}
