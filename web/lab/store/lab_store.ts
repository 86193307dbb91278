import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LabEngine } from '../../engine/measure/pool';
import { refusalOf } from '../../engine/protocol/errors';
import type { ExperimentFile, PointPlan } from '../../engine/protocol/experiment';
import { isChanged, NO_CHANGES } from '../../model/experiment/experiment_changes';
import { withoutMark } from '../../model/scenario/file_kind';
import { NO_CHOICE } from '../../panels/model/measure_choice';
import { keepOwn, saveDraft } from '../../store/browser/own_library';
import { coarseFirst } from '../model/first_look';
import type { LabLink } from '../model/link';
import { followed as follow } from '../model/point_timeline';
import { runsLog, textRunsLog } from '../model/trace_experiment';
import type { KeptPoints } from './kept_points';
import { labLink } from './lab_link';
import { keep, linkedLog, readLog } from './lab_log';
import { linkedText, openChanged, openFile } from './lab_open';
import type {
  AwaitingLog,
  ExperimentLibrary,
  Lab,
  LabState,
  OpenExperiment,
  WorkloadLog,
} from './lab_state';
import { keepLastMeasured } from './last_measured';
import { readLogFile } from './log_file';
import { readPointsFile } from './points_file';

const readFile = (text: string) => JSON.parse(withoutMark(text)) as ExperimentFile;

export type LabStore = StoreApi<Lab>;

interface Making {
  readonly engine: LabEngine;
  readonly library: ExperimentLibrary;
  readonly kept: KeptPoints;
  /** An experiment for a log that comes without one. */
  readonly propose: (log: WorkloadLog) => Promise<ExperimentFile>;
}

const CLOSED = {
  ...{
    open: undefined,
    scorecard: undefined,
    awaiting: undefined,
    typed: NO_CHANGES,
    problems: [],
    missing: false,
  },
  ...{ progress: undefined, failure: undefined, draft: undefined },
  ...{ metric: undefined, claim: undefined, point: undefined, prediction: undefined },
  followed: undefined,
  measures: NO_CHOICE,
} as const satisfies Partial<LabState>;

/** One experiment at a time: what it asks, what has been measured of it, and what is being measured. */
export function createLabStore({ engine, library, kept, propose }: Making): LabStore {
  /** Counts what was asked for: an answer to an older question changes nothing. */
  let newest = 0;
  let stop = new AbortController();
  let following = new AbortController();
  let pruned = false;
  const begin = () => {
    newest++;
    store.setState({ opening: true });
    return newest;
  };
  const settle = (turn: number, patch: Partial<LabState>) => {
    if (turn === newest) store.setState({ ...patch, opening: false });
  };
  /** Shows an experiment with what is known of its points; ends what ran before. */
  const show = async (open: OpenExperiment, patch: Partial<LabState>, turn: number) => {
    const points = [...open.plan.points, ...(open.look?.plan.points ?? [])];
    const found = await kept.find(points.map(({ key }) => key));
    if (turn !== newest) return;
    stop.abort();
    following.abort();
    const results = new Map([...store.getState().results, ...found]);
    const gone = { awaiting: undefined, followed: undefined };
    const shown = { ...gone, typed: open.changes, problems: [], ...patch };
    settle(turn, { ...shown, open, results, ...(open.log && { log: open.log }) });
    if (!pruned) void kept.prune(open.plan.version);
    pruned = true;
  };
  const openLinked = async (
    { source, text }: { source: OpenExperiment['source']; text: string },
    link: LabLink,
    turn: number,
    given?: WorkloadLog,
  ): Promise<boolean> => {
    const { changes, metric, claim, point, prediction, measures = NO_CHOICE } = link;
    const { open: _none, typed: _nothing, awaiting: _not, ...closed } = CLOSED;
    const view: Partial<LabState> = {
      ...closed,
      refused: undefined,
      metric,
      claim,
      point,
      measures,
    };
    try {
      const needed = textRunsLog(text);
      const log = needed
        ? (given ?? (await linkedLog(engine, link.log, store.getState().log)))
        : undefined;
      if (needed && !log) return wait({ source, text, link, file: readFile(text) }, turn);
      const file = await openFile(engine, source, text, log);
      if (isChanged(changes)) {
        await openChanged(engine, file, changes).then(
          (open) => show(open, view, turn),
          (error: unknown) => {
            const { problems } = refusalOf(error);
            if (problems.length === 0) throw error;
            return show(file, { ...view, typed: changes, problems }, turn);
          },
        );
      } else await show(file, { ...view, prediction }, turn);
      if (source.kind === 'own') await keepOwn(text, 'experiment');
      return true;
    } catch (error) {
      const failure = refusalOf(error);
      const { problems } = failure;
      if (given && problems.length > 0) {
        const { name } = given;
        settle(turn, { refusedLog: { name, problems, unfit: given } });
      } else if (problems.length > 0) settle(turn, { refused: { text, problems } });
      else settle(turn, { failure });
      return false;
    }
  };
  /** Shows an experiment that has no log yet, in place of what was open. */
  const wait = (awaiting: AwaitingLog, turn: number): boolean => {
    if (turn !== newest) return false;
    stop.abort();
    settle(turn, { ...CLOSED, refused: undefined, awaiting });
    if (awaiting.source.kind === 'own') void keepOwn(awaiting.text, 'experiment');
    return true;
  };
  const openProposal = async (log: WorkloadLog, turn: number) => {
    const text = `${JSON.stringify(await propose(log), null, 2)}\n`;
    await openLinked({ source: { kind: 'own', text }, text }, { changes: NO_CHANGES }, turn, log);
  };
  /** Gives a log that was read to whatever runs one now, else to a new experiment. */
  const place = async (log: WorkloadLog, turn: number): Promise<void> => {
    const { draft, open, awaiting } = store.getState();
    if (draft && runsLog(draft.file)) {
      settle(turn, { log });
      return store.getState().build(draft.file);
    }
    if (awaiting) return void (await openLinked(awaiting, awaiting.link, turn, log));
    if (!draft && open && runsLog(open.file)) {
      const { changes, source, whole } = open;
      const text = source.kind === 'own' ? source.text : JSON.stringify(whole);
      const { point: _other, ...link } = labLink(store.getState()) ?? { changes };
      return void (await openLinked({ source, text }, { ...link, changes }, turn, log));
    }
    await openProposal(log, turn);
  };
  /** Measures what is not known yet of the points, or of their first look, which a point that is known needs no more. */
  const measure = async (
    open: OpenExperiment,
    { text, plan }: Pick<OpenExperiment, 'text' | 'plan'>,
    signal: AbortSignal,
    looking: boolean,
  ) => {
    const { results } = store.getState();
    const wanted = ({ index }: PointPlan) => !results.has(open.plan.points[index]?.key ?? '');
    const left = plan.points.filter((point) => wanted(point) && !results.has(point.key));
    store.setState({ looking, progress: undefined });
    if (left.length === 0) return;
    let lastKept = Promise.resolve();
    await engine.run(text, new Set(left.map(({ key }) => key)).size, {
      ...{ signal, wanted, known: results },
      order: (points) => coarseFirst(open.file, points),
      ...(open.log && { input: open.log.text }),
      onProgress: (progress) => !signal.aborted && store.setState({ progress }),
      onPoint: ({ key }, result) => {
        store.setState({ results: new Map(store.getState().results).set(key, result) });
        lastKept = kept.keep(plan.version, key, result);
      },
    });
    // Who reloads the page when the run has ended finds all of it.
    await lastKept;
  };
  const close = (turn: number, patch: Partial<LabState>) => {
    if (turn === newest) {
      stop.abort();
      following.abort();
    }
    settle(turn, { ...CLOSED, ...patch });
  };

  const store: LabStore = createStore<Lab>()((set, get) => ({
    ...CLOSED,
    opening: false,
    refused: undefined,
    log: undefined,
    reading: undefined,
    refusedLog: undefined,
    taken: undefined,
    results: new Map(),
    running: false,
    looking: false,
    set,
    restore: async (link) => {
      const turn = begin();
      if (link?.own === undefined && link?.experiment === undefined)
        return close(turn, { refused: undefined, scorecard: link?.scorecard });
      const found = await linkedText(link, library);
      if (!found) close(turn, { missing: true });
      else await openLinked(found, link, turn);
    },
    openText: (text) =>
      openLinked({ source: { kind: 'own', text }, text }, { changes: NO_CHANGES }, begin()),
    takeLog: async (file, runs = false) => {
      const { name } = file;
      const turn = begin();
      set({ reading: name, refusedLog: undefined });
      const read = await readLogFile(file);
      if (turn !== newest) return;
      if ('problem' in read) {
        const refusedLog = { name, problems: [], file: read.problem };
        return settle(turn, { reading: undefined, refusedLog });
      }
      const { text } = read;
      try {
        const log = await readLog(engine, name, text);
        if (turn !== newest) return;
        set({ reading: undefined });
        void keep(log);
        await place(log, turn);
        if (runs && turn === newest && get().open?.log === log) void get().run();
      } catch (error) {
        const failure = refusalOf(error);
        const { problems } = failure;
        const why = problems.length > 0 ? {} : { failure };
        const refusedLog = problems.length > 0 ? { name, text, problems } : undefined;
        settle(turn, { reading: undefined, refusedLog, ...why });
      }
    },
    takePoints: async (file) => {
      const { open, results } = get();
      const read = await readPointsFile(file, open?.plan.points ?? [], results);
      set({ taken: read.taken });
      if (read.lines.length === 0) return;
      await Promise.all(
        read.lines.map(({ engine: version, key, result }) => kept.keep(version, key, result)),
      );
      const now = new Map(get().results);
      for (const { key, result } of read.lines) now.set(key, result);
      set({ results: now });
    },
    propose: async (log) => {
      const turn = begin();
      set({ refusedLog: undefined });
      await openProposal(log, turn);
    },
    change: async (changes) => {
      const { open } = get();
      if (!open) return;
      const turn = begin();
      set({ typed: changes });
      try {
        const next = await openChanged(engine, open, changes);
        // Questions are about the experiment as it is.
        const gone = { point: undefined, progress: undefined, failure: undefined };
        // Places are of the plan that was; prices and what a cell stands for are not.
        const { costAt: _cost, wearAt: _wear, ...measures } = get().measures;
        await show(next, { ...gone, measures, prediction: undefined }, turn);
      } catch (error) {
        const failure = refusalOf(error);
        const { problems } = failure;
        if (problems.length > 0) settle(turn, { problems });
        else settle(turn, { failure });
      }
    },
    check: async (text) => {
      const { log } = get();
      const runs = textRunsLog(text);
      // Without its log nothing can be said of such a file.
      if (runs && !log) return [];
      return engine.plan(text, runs ? log?.text : undefined).then(
        () => [],
        (error: unknown) => refusalOf(error).problems,
      );
    },
    build: async (file) => {
      const before = get().draft?.judged;
      set({ draft: file && { file, judged: before } });
      if (!file) return;
      const text = JSON.stringify(file);
      void saveDraft('experiment', text);
      const { log } = get();
      const judged = await engine.plan(text, runsLog(file) ? log?.text : undefined).then(
        ({ points }) => ({ points: points.length, problems: [] }),
        (error: unknown) => {
          const { problems, message } = refusalOf(error);
          const told = { path: '', reason: { en: message, zh: message } };
          return { points: 0, problems: problems.length > 0 ? problems : [told] };
        },
      );
      // Something newer may have been typed meanwhile.
      if (get().draft?.file === file) set({ draft: { file, judged } });
    },
    openDraft: async () => {
      const { draft, openText } = get();
      if (!draft || !(await openText(`${JSON.stringify(draft.file, null, 2)}\n`))) return false;
      void saveDraft('experiment', undefined);
      return true;
    },
    run: async () => {
      const { open, running } = get();
      if (!open || running) return;
      stop = new AbortController();
      const { signal } = stop;
      set({ running: true, failure: undefined });
      try {
        if (open.look) await measure(open, open.look, signal, true);
        if (!signal.aborted) await measure(open, open, signal, false);
        const { results } = get();
        const whole = open.plan.points.every((point) => results.has(point.key));
        if (whole && open.source.kind === 'library' && !isChanged(open.changes)) {
          const { version } = open.plan;
          keepLastMeasured({ experiment: open.source.id, engine: version, when: Date.now() });
        }
      } catch (error) {
        if (!signal.aborted) set({ failure: refusalOf(error) });
      } finally {
        set({ running: false, looking: false });
      }
    },
    follow: async ({ key, index }, looking) => {
      const { open, followed } = get();
      if (!open || followed?.key === key) return;
      following.abort();
      following = new AbortController();
      const { signal } = following;
      set({ followed: { key } });
      const file = looking && open.look ? readFile(open.look.text) : open.file;
      const text = JSON.stringify(follow(file));
      const log = open.log && { input: open.log.text };
      const wanted = (point: PointPlan) => point.index === index;
      try {
        const { points } = await engine.run(text, 1, { signal, wanted, ...log });
        if (signal.aborted) return;
        const samples = points[0]?.samples;
        set({ followed: samples && { key, samples } });
      } catch (error) {
        if (!signal.aborted) set({ followed: undefined, failure: refusalOf(error) });
      }
    },
    cancel: () => stop.abort(),
    link: () => labLink(get()),
    dispose: () => {
      newest++;
      stop.abort();
      following.abort();
      engine.dispose();
    },
  }));
  return store;
}
