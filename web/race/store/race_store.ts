import { createStore } from 'zustand/vanilla';
import type { LabEngine } from '../../engine/measure/pool';
import type { Description } from '../../engine/protocol';
import { Latest } from '../../engine/worker/latest';
import { reached } from '../../model/experiment/race_series';
import { systemOf } from '../../model/experiment/system_of';
import { NO_CHOICE } from '../../panels/model/measure_choice';
import type { RaceLink } from '../model/link';
import { runsText, setupOf } from '../model/race';
import { restoreLog, takeLog } from './race_log';
import { cutAt, judge, measure, type RaceStore, type RaceWork } from './race_run';
import type { OpenRace, Race, RaceState } from './race_state';

export type { RaceStore } from './race_run';

/**
 * The virtual time until which all runs are known; 0 before any is. A run at the end of its log has
 * ended, and does not limit the others.
 */
export function knownTime({ runs }: OpenRace): number {
  const times = runs.map((run) => (run ? reached(run.series) : 0));
  const open = times.filter((_, n) => runs[n]?.stage !== 'ended');
  return open.length > 0 ? Math.min(...open) : Math.max(...times);
}

/** The position of the playhead. */
export function playhead({ race, at }: Pick<RaceState, 'race' | 'at'>): number {
  if (!race) return 0;
  return at === undefined ? knownTime(race) : Math.min(at, race.setup.duration);
}

/** The state of a race before anything runs. */
const unrun = (description: Description): RaceState => ({
  description,
  setup: setupOf(description),
  problems: [],
  race: undefined,
  log: { is: 'none' },
  restoring: false,
  work: 'none',
  failure: undefined,
  at: undefined,
  playing: false,
  shown: undefined,
  measures: NO_CHOICE,
});

/** Restores the race of a link, and with `atOnce` runs it. */
async function restore(
  work: RaceWork,
  restoring: Latest,
  link: RaceLink | undefined,
  atOnce: boolean,
): Promise<void> {
  const { store, measuring } = work;
  measuring.stop();
  const signal = restoring.begin();
  if (link?.racers.some(({ scheme }) => !systemOf(work.description, scheme))) {
    store.setState({ restoring: true });
    await work.whole();
    if (signal.aborted) return;
  }
  const { description } = work;
  const setup = setupOf(description, link);
  store.setState({
    ...unrun(description),
    setup,
    measures: link?.measures ?? NO_CHOICE,
    log: store.getState().log,
    at: link?.at,
    shown: link?.shown,
    restoring: true,
  });
  await restoreLog(work, link?.log, signal);
  if (signal.aborted) return;
  const mine = () => !signal.aborted && store.getState().setup === setup;
  const ran = link?.run ? await measure(work) : false;
  // A run judges the race, too.
  if (!link?.run && !atOnce) await judge(work, setup);
  if (ran && link?.cut !== undefined && mine()) await cutAt(work, link.cut);
  if (!signal.aborted) store.setState({ restoring: false });
  if (atOnce && mine()) await measure(work);
  // This step comes last, as it starts an engine that plans: no reader chooses a system before
  // there is a picture.
  if (!signal.aborted) await work.whole();
}

/**
 * Asks the race's engine once for a description that includes the system that users write; the
 * engine that gave the first description may lack it.
 */
function wholeOf(
  engine: LabEngine,
  description: Description,
  set: (description: Description) => void,
): () => Promise<void> {
  let asked: Promise<void> | undefined = description.own && Promise.resolve();
  return () => {
    asked ??= engine.describe().then(
      ({ own }) => own && set({ ...description, own }),
      // The error is ignored here: running the race reports a missing engine.
      () => {},
    );
    return asked;
  };
}

/** The store of a race: several schemes on one workload and one virtual clock. */
export function createRaceStore(engine: LabEngine, description: Description): RaceStore {
  const moments = { judging: new Latest(), measuring: new Latest(), reading: new Latest() };
  const { measuring } = moments;
  const restoring = new Latest();
  return createStore<Race>()((set, get, store) => {
    const work: RaceWork = {
      engine,
      store,
      ...moments,
      get description() {
        return get().description;
      },
      whole: wholeOf(engine, description, (described) => set({ description: described })),
    };
    return {
      ...unrun(description),
      play: (playing) => set({ playing }),
      show: (shown) => set({ shown }),
      measure: (measures) => set({ measures }),
      restore: (link, atOnce = false) => restore(work, restoring, link, atOnce),
      change: async (setup) => {
        set({ setup });
        await judge(work, setup);
      },
      takeLog: (file) => takeLog(work, file),
      run: async () => {
        await measure(work);
      },
      cancel: () => {
        measuring.stop();
        set({ work: 'none' });
      },
      goTo: (at) => {
        const { race } = get();
        const most = race?.setup.duration ?? 0;
        set({ at: at === undefined ? at : Math.round(Math.max(0, Math.min(at, most))) });
      },
      cutAll: () => cutAt(work, playhead(get())),
      link: () => linkOf(get()),
      dispose: () => {
        for (const each of [...Object.values(moments), restoring]) each.dispose();
        engine.dispose();
      },
    };
  });
}

function linkOf({ description, setup, race, at, shown, measures }: RaceState): RaceLink {
  const { log, ...others } = setup;
  return {
    ...others,
    ...(log !== undefined && runsText(description, setup) && { log }),
    ...(race?.setup === setup && {
      run: true,
      ...(at !== undefined && { at }),
      ...(race.cut && { cut: race.cut.time }),
      ...(shown !== undefined && { shown }),
    }),
    ...(Object.keys(measures).length > 0 && { measures }),
  };
}
