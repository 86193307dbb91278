import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LabEngine } from '../engine/lab_engine';
import { isChanged, NO_CHANGES } from '../model/experiment_changes';
import type { LabLink } from '../model/link_state';
import type { KeptPoints } from './kept_points';
import { labLink } from './lab_link';
import { linkedText, openChanged, openFile, refusalOf } from './lab_open';
import type { ExperimentLibrary, Lab, LabState, OpenExperiment } from './lab_state';
import { keepOwn, saveDraft } from './own_library';

export type LabStore = StoreApi<Lab>;

interface Making {
  readonly engine: LabEngine;
  readonly library: ExperimentLibrary;
  readonly kept: KeptPoints;
}

const CLOSED = {
  ...{ open: undefined, typed: NO_CHANGES, problems: [], missing: false },
  ...{ progress: undefined, failure: undefined, draft: undefined },
  ...{ metric: undefined, claim: undefined, point: undefined, prediction: undefined },
} as const satisfies Partial<LabState>;

/** One experiment at a time: what it asks, what has been measured of it, and what is being measured. */
export function createLabStore({ engine, library, kept }: Making): LabStore {
  /** Counts what was asked for: an answer to an older question changes nothing. */
  let newest = 0;
  let stop = new AbortController();
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
    const found = await kept.find(open.plan.points.map(({ key }) => key));
    if (turn !== newest) return;
    stop.abort();
    const results = new Map([...store.getState().results, ...found]);
    settle(turn, { typed: open.changes, problems: [], ...patch, open, results });
    if (!pruned) void kept.prune(open.plan.version);
    pruned = true;
  };
  const openLinked = async (
    { source, text }: { source: OpenExperiment['source']; text: string },
    { changes, metric, claim, point, prediction }: LabLink,
    turn: number,
  ): Promise<boolean> => {
    const { open: _none, typed: _nothing, ...closed } = CLOSED;
    const view: Partial<LabState> = {
      ...closed,
      refused: undefined,
      metric,
      claim,
      point,
    };
    try {
      const file = await openFile(engine, source, text);
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
      const { message, problems } = refusalOf(error);
      if (problems.length > 0) settle(turn, { refused: { text, problems } });
      else settle(turn, { failure: { message, problems } });
      return false;
    }
  };
  const close = (turn: number, patch: Partial<LabState>) => {
    if (turn === newest) stop.abort();
    settle(turn, { ...CLOSED, ...patch });
  };

  const store: LabStore = createStore<Lab>()((set, get) => ({
    ...CLOSED,
    opening: false,
    refused: undefined,
    results: new Map(),
    running: false,
    set,
    restore: async (link) => {
      const turn = begin();
      if (link?.own === undefined && link?.experiment === undefined)
        return close(turn, { refused: undefined });
      const found = await linkedText(link, library);
      if (!found) close(turn, { missing: true });
      else await openLinked(found, link, turn);
    },
    openText: (text) =>
      openLinked({ source: { kind: 'own', text }, text }, { changes: NO_CHANGES }, begin()),
    change: async (changes) => {
      const { open } = get();
      if (!open) return;
      const turn = begin();
      set({ typed: changes });
      try {
        const next = await openChanged(engine, open, changes);
        // Questions are about the experiment as it is.
        const gone = { point: undefined, progress: undefined, failure: undefined };
        await show(next, { ...gone, prediction: undefined }, turn);
      } catch (error) {
        const { message, problems } = refusalOf(error);
        if (problems.length > 0) settle(turn, { problems });
        else settle(turn, { failure: { message, problems } });
      }
    },
    build: async (file) => {
      const before = get().draft?.judged;
      set({ draft: file && { file, judged: before } });
      if (!file) return;
      const text = JSON.stringify(file);
      void saveDraft(text, 'experiment');
      const judged = await engine.plan(text).then(
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
      void saveDraft(undefined, 'experiment');
      return true;
    },
    run: async () => {
      const { open, running, results } = get();
      if (!open || running) return;
      stop = new AbortController();
      const { signal } = stop;
      set({ running: true, progress: undefined, failure: undefined });
      const { version, points } = open.plan;
      const left = new Set(points.map(({ key }) => key).filter((key) => !results.has(key)));
      try {
        await engine.run(open.text, left.size, {
          signal,
          known: results,
          onProgress: (progress) => !signal.aborted && set({ progress }),
          onPoint: ({ key }, result) => {
            set({ results: new Map(get().results).set(key, result) });
            void kept.keep(version, key, result);
          },
        });
      } catch (error) {
        if (!signal.aborted) set({ failure: refusalOf(error) });
      } finally {
        set({ running: false });
      }
    },
    cancel: () => stop.abort(),
    link: () => labLink(get()),
    dispose: () => {
      newest++;
      stop.abort();
      engine.dispose();
    },
  }));
  return store;
}
