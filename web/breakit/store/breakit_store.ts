import { createStore, type StoreApi } from 'zustand/vanilla';
import { SAFE_MB, type VerifyRequest, type VerifyTotals } from '../../engine/explore/client';
import { mergeReports } from '../../engine/explore/merge';
import type { VerifyService } from '../../engine/explore/pool';
import type { Description, Scenario } from '../../engine/protocol';
import { refusalOf as refusal } from '../../engine/protocol/errors';
import { withoutMark } from '../../model/scenario/file_kind';
import {
  declaredMutations,
  mutantsOf,
  siteMutations,
  withMutations,
} from '../../model/scenario/mutants';
import { choiceOf, sideScenario, withScheme } from '../../model/scenario/side_choice';
import { findOwn, textHash } from '../../store/browser/own_library';
import { LONGEST_OWN, OWN_PREFIX } from '../../store/page/address';
import { brokenRule } from '../model/broken_rule';
import type { BreakLink } from '../model/link';
import { savedFailure } from '../model/saved_failure';
import type { Tour } from '../model/tour';
import {
  type Break,
  type BreakSource,
  type BreakState,
  type BreakSubject,
  failureKey,
  type Shrinking,
} from './breakit_state';

export type BreakStore = StoreApi<Break>;

interface Making {
  readonly service: VerifyService;
  readonly tours: readonly Tour[];
  /** A scenario that ships with the application. */
  readonly load: (id: string) => Promise<string | undefined>;
}

/** Recoveries after which an exploration in the page gives up. */
export const MOST_RUNS = 200_000;
/** Progress is drawn at most so often. */
const REDRAW_MS = 80;

const UNEXPLORED = {
  ...{ totals: undefined, outcome: undefined, point: undefined, ways: undefined },
  ...{ running: false, failure: undefined, unstarted: false, shrinks: {} },
} as const satisfies Partial<BreakState>;

const CLOSED: BreakState = {
  ...UNEXPLORED,
  ...{ subject: undefined, opening: false, missing: false, refused: [] },
  ...{ mutations: [], model: 'adr', depth: 1, images: 0 },
  ...{ matrix: undefined, tab: 'map', tour: undefined, step: 0, guesses: {} },
};

/** One scenario at a time: how it is broken, and what the crash explorer finds. */
export function createBreakStore({ service, tours, load }: Making): BreakStore {
  /** Counts what was asked for: an answer to an older question changes nothing. */
  let turn = 0;
  /** Counts what was to be opened: of two the newer one is opened, whatever else is asked for meanwhile. */
  let openings = 0;
  let stop = new AbortController();
  let stopShrink = new AbortController();
  const halt = () => {
    stop.abort();
    stopShrink.abort();
  };
  const requestOf = ({ model, depth, images }: BreakState): VerifyRequest => ({
    ...{ model, depth, maxRuns: MOST_RUNS, maxMb: SAFE_MB },
    ...(images > 0 && { images }),
  });
  const textOf = ({ subject, mutations }: BreakState) =>
    subject ? JSON.stringify(withMutations(subject.scenario, mutations)) : '';

  /** `mine`: the opening of whoever asked, where it has had to wait for something. */
  const open = async (
    source: BreakSource,
    patch: Partial<BreakState>,
    system?: string,
    mine = ++openings,
  ): Promise<boolean> => {
    halt();
    turn++;
    store.setState({
      ...UNEXPLORED,
      opening: true,
      missing: false,
      refused: [],
      matrix: undefined,
    });
    const text = source.kind === 'own' ? source.text : await load(source.id);
    if (mine !== openings) return false;
    if (text === undefined) {
      store.setState({ opening: false, missing: true, subject: undefined });
      return false;
    }
    try {
      const subject = await subjectOf(service, source, text, system);
      if (mine !== openings) return false;
      const mutations = subject.scenario.scheme.mutations ?? [];
      store.setState({ mutations, ...patch, subject, opening: false });
      return true;
    } catch (error) {
      if (mine === openings) store.setState({ opening: false, ...refusalOf(error) });
      return false;
    }
  };

  const sourceOf = async (link: BreakLink): Promise<BreakSource | undefined> => {
    if (link.own !== undefined) return { kind: 'own', text: link.own };
    const { scenario } = link;
    if (scenario === undefined) return undefined;
    if (!scenario.startsWith(OWN_PREFIX)) return { kind: 'library', id: scenario };
    const text = await findOwn(scenario.slice(OWN_PREFIX.length));
    return text === undefined ? { kind: 'library', id: scenario } : { kind: 'own', text };
  };

  const enter = (tour: Tour | undefined, step: number): Partial<BreakState> => {
    const at = Math.max(0, Math.min(step, (tour?.steps.length ?? 1) - 1));
    const mutations = tour?.steps[at]?.mutations;
    return { tour, step: at, ...(mutations && { mutations }) };
  };

  const store: BreakStore = createStore<Break>()((set, get) => ({
    ...CLOSED,
    set,
    restore: async (link = {}) => {
      const named = tours.find(({ id }) => id === link.tour);
      const tour = named ?? (link.scenario === undefined && !link.own ? tours[0] : undefined);
      const mine = ++openings;
      const linked = await sourceOf(link);
      if (mine !== openings) return;
      const source = linked ?? (tour && { kind: 'library' as const, id: tour.scenario });
      if (!source) return;
      const { mutations, model = 'adr', depth = 1, images = 0, tab = 'map' } = link;
      const patch: Partial<BreakState> = {
        ...{ model, depth, images, tab, guesses: {} },
        ...enter(tour, link.step ?? 0),
        ...(mutations && { mutations }),
      };
      if (!(await open(source, patch, link.scheme, mine)) || !link.explored) return;
      if (link.point !== undefined) set({ point: link.point });
      await get().explore();
    },
    choose: async (source) => {
      await open(source, { tour: undefined, step: 0, guesses: {} });
    },
    chooseScheme: async (id) => {
      const { subject } = get();
      if (subject) await open(subject.source, { tour: undefined, step: 0, guesses: {} }, id);
    },
    change: (settings) => {
      halt();
      turn++;
      set({ ...UNEXPLORED, ...settings, ...(settings.mutations ? {} : { matrix: undefined }) });
    },
    explore: async () => {
      const { subject, opening, running, point, cancel } = get();
      if (!subject || opening || running) return;
      cancel(); // the matrix, if it runs
      stopShrink.abort();
      const mine = ++turn;
      stop = new AbortController();
      const { signal } = stop;
      set({ ...UNEXPLORED, running: true, point });
      let drawn = Number.NEGATIVE_INFINITY;
      const onProgress = (totals: VerifyTotals) => {
        if (mine !== turn || performance.now() - drawn < REDRAW_MS) return;
        drawn = performance.now();
        set({ totals });
      };
      try {
        const state = get();
        const outcome = await service.verify(textOf(state), requestOf(state), {
          signal,
          onProgress,
        });
        if (mine !== turn) return;
        const sites = mergeReports([{ ...outcome, sites: subject.sites }, outcome]).sites;
        set({ outcome, running: false, subject: { ...subject, sites } });
        get().show(point);
        const [first] = outcome.failures;
        if (first && !outcome.cancelled) void get().shrink(first);
      } catch (error) {
        if (mine === turn) set({ running: false, ...refusalOf(error) });
      }
    },
    shrink: async (failure) => {
      const state = get();
      if (!state.subject || !failure.replayed) return;
      stopShrink.abort();
      stopShrink = new AbortController();
      const { signal } = stopShrink;
      const mine = turn;
      const key = failureKey(failure);
      const tell = (shrinking: Shrinking) => {
        if (mine === turn) set({ shrinks: { ...get().shrinks, [key]: shrinking } });
      };
      let tried = 0;
      tell({ running: true, tried });
      const scenario = withMutations(state.subject.scenario, state.mutations);
      try {
        const smallest = await service.shrink(scenario, failure, requestOf(state), {
          signal,
          onTry: (count) => {
            tried = count;
            if (!signal.aborted) tell({ running: true, tried });
          },
        });
        tell({ running: false, tried, smallest });
      } catch (error) {
        tell({ running: false, tried });
        if (mine === turn) set(refusalOf(error));
      }
    },
    stopShrinking: () => stopShrink.abort(),
    saved: async (failure) => {
      const { subject, mutations, shrinks, outcome } = get();
      if (!subject) return undefined;
      const smallest = shrinks[failureKey(failure)]?.smallest;
      const scenario = smallest?.scenario ?? withMutations(subject.scenario, mutations);
      const found = smallest?.failure ?? failure;
      const point = smallest?.point ?? outcome?.points.find(({ at }) => at === found.cuts[0]?.at);
      const broken = brokenRule(subject.scheme, mutations, subject.sites, point, found);
      const replay = await service.replay(JSON.stringify(scenario), found.cuts);
      return savedFailure(await service.describe(), scenario, found, replay, broken);
    },
    cancel: () => {
      stop.abort();
      const { matrix } = get();
      if (matrix?.running) set({ matrix: { ...matrix, running: false } });
    },
    show: (at) => {
      const state = get();
      const index = state.outcome?.points.findLastIndex((point) => point.at <= (at ?? -1)) ?? -1;
      const point = state.outcome?.points[index]?.at;
      set({ point, ways: undefined });
      // Of an exploration that was cut short the points are not numbered as the run numbers them.
      const { outcome, images } = state;
      if (point === undefined || !outcome?.ended || !outcome.exact || images > 0) return;
      service.ways(textOf(state), requestOf(state), index).then(
        (ways) => get().point === point && set({ ways }),
        (error: unknown) => get().point === point && set(refusalOf(error)),
      );
    },
    runMatrix: async (everyLine) => {
      const { subject } = get();
      if (!subject) return;
      halt();
      stop = new AbortController();
      const { signal } = stop;
      const names = [
        ...declaredMutations(subject.scheme),
        ...(everyLine ? siteMutations(subject.sites) : []),
      ];
      const matrix = { rows: [], of: names.length, running: true, everyLine };
      set({ matrix, running: false, failure: undefined });
      const current = () => (signal.aborted ? undefined : get().matrix);
      try {
        const rows = await service.matrix(mutantsOf(subject.scenario, names), requestOf(get()), {
          signal,
          onRow: (row) => {
            const now = current();
            if (now) set({ matrix: { ...now, rows: [...now.rows, row] } });
          },
        });
        if (current()) set({ matrix: { ...matrix, rows, running: false } });
      } catch (error) {
        if (current()) set({ matrix: { ...matrix, running: false }, ...refusalOf(error) });
      }
    },
    startTour: async (id) => {
      const tour = tours.find((each) => each.id === id);
      if (!tour) return set({ tour: undefined, step: 0, guesses: {} });
      await open(
        { kind: 'library', id: tour.scenario },
        { ...enter(tour, 0), guesses: {}, tab: 'map' },
      );
    },
    goToStep: (step) => {
      const { tour, mutations } = get();
      const next = enter(tour, step);
      const same = JSON.stringify(next.mutations ?? mutations) === JSON.stringify(mutations);
      if (same) set(next);
      else get().change(next);
    },
    guess: async (guess) => {
      const { step, guesses, outcome, explore } = get();
      set({ guesses: { ...guesses, [step]: guess } });
      if (!outcome) await explore();
    },
    link: () => linkOf(get()),
    dispose: () => {
      turn++;
      openings++;
      halt();
      service.dispose();
    },
  }));
  return store;
}

async function subjectOf(
  service: VerifyService,
  source: BreakSource,
  text: string,
  system?: string,
): Promise<BreakSubject> {
  // The engine judges the text before anything reads it.
  const whole = await service.sites(text);
  const base = JSON.parse(withoutMark(text)) as Scenario;
  const description = await service.describe();
  const scenario = onSystem(description, base, system);
  const scheme = description.schemes.find(({ id }) => id === scenario.scheme.id);
  if (!scheme) throw new Error(`the engine runs ${scenario.scheme.id} but does not describe it`);
  const same = scenario === base && (scenario.scheme.mutations ?? []).length === 0;
  // A mutation hides what it changes.
  const sites = same ? whole : await service.sites(JSON.stringify(withMutations(scenario, [])));
  return { source, base, scenario, scheme, sites };
}

/** The scenario itself where no other system is named that there is. */
function onSystem(description: Description, base: Scenario, system: string | undefined): Scenario {
  const known = description.schemes.some(({ id }) => id === system);
  if (system === undefined || !known || system === base.scheme.id) return base;
  const tables = base.threads === undefined;
  return sideScenario(base, withScheme(description, choiceOf(base), system, tables));
}

function refusalOf(error: unknown): Pick<BreakState, 'refused' | 'failure' | 'unstarted'> {
  const { message, problems, unstarted = false } = refusal(error);
  return { refused: problems, failure: problems.length > 0 ? undefined : message, unstarted };
}

/** Of what is shown; undefined before anything is. */
function linkOf(state: BreakState): BreakLink | undefined {
  const { subject, mutations, model, depth, images, outcome, point, tab, tour, step } = state;
  if (!subject) return undefined;
  const { source, base, scenario } = subject;
  const theirs = tour?.steps[step]?.mutations ?? scenario.scheme.mutations ?? [];
  return {
    ...(source.kind === 'library' ? { scenario: source.id } : ownPart(source.text)),
    ...(scenario.scheme.id !== base.scheme.id && { scheme: scenario.scheme.id }),
    ...(JSON.stringify(theirs) !== JSON.stringify(mutations) && { mutations }),
    ...(model !== 'adr' && { model }),
    ...(depth !== 1 && { depth }),
    ...(images > 0 && { images }),
    ...(outcome && { explored: true }),
    ...(point !== undefined && { point }),
    ...(tab === 'matrix' && { tab }),
    ...(tour && { tour: tour.id, step }),
  };
}

function ownPart(text: string): Pick<BreakLink, 'own' | 'scenario'> {
  return text.length > LONGEST_OWN ? { scenario: OWN_PREFIX + textHash(text) } : { own: text };
}
