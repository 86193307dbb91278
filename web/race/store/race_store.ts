import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LabEngine } from '../../engine/measure/pool';
import type { Description } from '../../engine/protocol';
import { refusalOf } from '../../engine/protocol/errors';
import type { PointPlan, PointProgress, PointResult } from '../../engine/protocol/experiment';
import { Latest } from '../../engine/worker/latest';
import { NO_SAMPLES, reached, withSlice } from '../../model/experiment/race_series';
import { NO_CHOICE } from '../../panels/model/measure_choice';
import type { RaceLink } from '../model/link';
import { cutExperiment, type RaceSetup, raceExperiment, setupOf } from '../model/race';
import type { OpenRace, Race, RacerRun, RaceState } from './race_state';

export type RaceStore = StoreApi<Race>;

/** Shortest power cut that a run can have, ns. */
const FIRST_CUT = 1000;

/** Virtual time that all runs are known for; 0 before any is. */
export function knownTime({ runs }: OpenRace): number {
  return Math.min(...runs.map((run) => (run ? reached(run.series) : 0)));
}

/** Where the playhead is. */
export function playhead({ race, at }: Pick<RaceState, 'race' | 'at'>): number {
  if (!race) return 0;
  return at === undefined ? knownTime(race) : Math.min(at, race.setup.duration);
}

/** Several schemes on one workload and one virtual clock. */
export function createRaceStore(engine: LabEngine, description: Description): RaceStore {
  const [judging, measuring, restoring] = [new Latest(), new Latest(), new Latest()];

  const judge = (setup: RaceSetup) =>
    judging.ask(
      () => engine.plan(JSON.stringify(raceExperiment(description, setup))),
      () => store.setState({ problems: [] }),
      (error) => store.setState({ problems: refusalOf(error).problems }),
    );
  const racersOf = (race: OpenRace, { key }: PointPlan) =>
    race.plan.points.flatMap((point, n) => (point.key === key ? [n] : []));
  const update = (point: PointPlan, change: (run: RacerRun | undefined) => RacerRun) => {
    const { race } = store.getState();
    if (!race) return;
    const racers = racersOf(race, point);
    const runs = race.runs.map((run, n) => (racers.includes(n) ? change(run) : run));
    store.setState({ race: { ...race, runs } });
  };
  const onProgress = (point: PointPlan, { stage, samples }: PointProgress) =>
    update(point, (run) => {
      // What comes on its way may come after the result.
      if (run?.result) return run;
      const series = run?.series ?? NO_SAMPLES;
      return { stage, series: samples ? withSlice(series, samples) : series };
    });
  const onResult = (point: PointPlan, result: PointResult) =>
    update(point, () => ({
      stage: 'ended',
      result,
      series: result.samples ? withSlice(NO_SAMPLES, result.samples) : NO_SAMPLES,
    }));

  const cutAt = async (at: number) => {
    const { race } = store.getState();
    const signal = measuring.begin();
    if (!race || signal.aborted) return;
    const time = Math.max(FIRST_CUT, Math.round(at));
    const results: (PointResult | undefined)[] = race.runs.map(() => undefined);
    const show = (running: boolean) =>
      store.setState({ cut: { time, running, results: [...results] } });
    store.setState({ playing: false, running: false, failure: undefined });
    show(true);
    try {
      const text = JSON.stringify(cutExperiment(description, race.setup, time));
      const { points } = await engine.run(text, results.length, {
        signal,
        onPoint: ({ scheme }, result) => {
          results[scheme] = result;
          if (!signal.aborted) show(true);
        },
      });
      // Racers that are alike were measured once.
      for (const { plan, ...result } of points) results[plan.scheme] = result;
    } catch (error) {
      const failure = refusalOf(error);
      if (!signal.aborted) store.setState({ failure, problems: failure.problems });
    } finally {
      if (!signal.aborted) show(false);
    }
  };

  /** Returns whether it came to its end. */
  const measure = async () => {
    const signal = measuring.begin();
    if (signal.aborted) return false;
    const { setup } = store.getState();
    const text = JSON.stringify(raceExperiment(description, setup));
    store.setState({ running: true, failure: undefined, cut: undefined, playing: false });
    const runs = setup.racers.map(() => undefined);
    try {
      // No plan is asked for first: the workers that run it have one each.
      await engine.run(text, setup.racers.length, {
        signal,
        onPlan: (plan) =>
          !signal.aborted && store.setState({ problems: [], race: { setup, plan, runs } }),
        onPointProgress: (point, progress) => !signal.aborted && onProgress(point, progress),
        onPoint: (point, result) => !signal.aborted && onResult(point, result),
      });
    } catch (error) {
      const failure = refusalOf(error);
      if (!signal.aborted) store.setState({ failure, problems: failure.problems });
    } finally {
      if (!signal.aborted) store.setState({ running: false });
    }
    return !signal.aborted;
  };

  const store: RaceStore = createStore<Race>()((set, get) => ({
    description,
    setup: setupOf(description),
    problems: [],
    race: undefined,
    restoring: false,
    running: false,
    failure: undefined,
    at: undefined,
    playing: false,
    cut: undefined,
    shown: undefined,
    measures: NO_CHOICE,
    set,
    restore: async (link, atOnce = false) => {
      measuring.stop();
      const signal = restoring.begin();
      const setup = setupOf(description, link);
      set({ setup, problems: [], race: undefined, running: false, failure: undefined });
      set({ measures: link?.measures ?? NO_CHOICE });
      set({ at: link?.at, cut: undefined, playing: false, shown: link?.shown, restoring: true });
      const mine = () => !signal.aborted && get().setup === setup;
      const ran = link?.run ? await measure() : false;
      // Whoever runs it judges it, too.
      if (!link?.run && !atOnce) await judge(setup);
      if (ran && link?.cut !== undefined && mine()) await cutAt(link.cut);
      if (!signal.aborted) set({ restoring: false });
      if (atOnce && mine()) await measure();
    },
    change: async (setup) => {
      set({ setup });
      await judge(setup);
    },
    run: async () => {
      await measure();
    },
    cancel: () => {
      measuring.stop();
      const { cut } = get();
      set({ running: false, ...(cut?.running && { cut: { ...cut, running: false } }) });
    },
    goTo: (at) => {
      const { race } = get();
      const most = race?.setup.duration ?? 0;
      set({ at: at === undefined ? at : Math.round(Math.max(0, Math.min(at, most))) });
    },
    cutAll: () => cutAt(playhead(get())),
    link: () => linkOf(get()),
    dispose: () => {
      for (const each of [judging, measuring, restoring]) each.dispose();
      engine.dispose();
    },
  }));
  return store;
}

function linkOf({ setup, race, at, cut, shown, measures }: RaceState): RaceLink {
  return {
    ...setup,
    ...(race?.setup === setup && {
      run: true,
      ...(at !== undefined && { at }),
      ...(cut && { cut: cut.time }),
      ...(shown !== undefined && { shown }),
    }),
    ...(Object.keys(measures).length > 0 && { measures }),
  };
}
