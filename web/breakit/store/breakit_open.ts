import type { VerifyService } from '../../engine/explore/pool';
import type { Description, Scenario } from '../../engine/protocol';
import { withMutations } from '../../model/scenario/mutants';
import { readScenario } from '../../model/scenario/scenario_text';
import { choiceOf, sideScenario, withScheme } from '../../model/scenario/side_choice';
import { describedScheme } from '../../model/trace/described_scheme';
import { findOwn } from '../../store/browser/own_library';
import { OWN_PREFIX } from '../../store/page/address';
import type { BreakLink } from '../model/link';
import type { Tour } from '../model/tour';
import {
  type BreakActions,
  type BreakSource,
  type BreakState,
  type BreakSubject,
  type Opened,
  type OpenTour,
  subjectIn,
} from './breakit_state';
import { type BreakWork, halt, MOST_DELAYS, refusalOf, UNEXPLORED } from './breakit_work';

const NO_TOUR = { tour: undefined } as const satisfies Partial<BreakState>;

/** Opens a scenario; `mine` is the caller's own opening, where it has had to wait for something. */
async function open(
  work: BreakWork,
  source: BreakSource,
  patch: Partial<BreakState>,
  system?: string,
  mine = work.opening.begin(),
): Promise<boolean> {
  const { store, service } = work;
  halt(work);
  work.asked.begin();
  const before = subjectIn(store.getState());
  store.setState({
    ...UNEXPLORED,
    opened: { is: 'opening', subject: before },
    refused: [],
    matrix: undefined,
  });
  const text = source.kind === 'own' ? source.text : await work.load(source.id);
  if (mine.aborted) return false;
  if (text === undefined) {
    store.setState({ opened: { is: 'missing' } });
    return false;
  }
  try {
    const subject = await subjectOf(service, source, text, system);
    if (mine.aborted) return false;
    const mutations = subject.scenario.scheme.mutations ?? [];
    store.setState({ mutations, ...patch, opened: { is: 'open', subject } });
    return true;
  } catch (error) {
    const opened: Opened = before ? { is: 'open', subject: before } : { is: 'nothing' };
    if (!mine.aborted) store.setState({ opened, ...refusalOf(error) });
    return false;
  }
}

async function sourceOf(link: BreakLink): Promise<BreakSource | undefined> {
  if (link.own !== undefined) return { kind: 'own', text: link.own };
  const { scenario } = link;
  if (scenario === undefined) return undefined;
  if (!scenario.startsWith(OWN_PREFIX)) return { kind: 'library', id: scenario };
  const text = await findOwn(scenario.slice(OWN_PREFIX.length));
  return text === undefined ? { kind: 'library', id: scenario } : { kind: 'own', text };
}

function enter(tour: Tour | undefined, wanted: number, guesses: OpenTour['guesses'] = {}) {
  if (!tour) return NO_TOUR;
  const step = Math.max(0, Math.min(wanted, tour.steps.length - 1));
  const mutations = tour.steps[step]?.mutations;
  return { tour: { tour, step, guesses }, ...(mutations && { mutations }) };
}

async function subjectOf(
  service: VerifyService,
  source: BreakSource,
  text: string,
  system?: string,
): Promise<BreakSubject> {
  // The engine judges the text before anything reads it.
  const whole = await service.sites(text);
  const base = readScenario(text);
  const description = await service.describe();
  const scenario = onSystem(description, base, system);
  const { id, program: programText } = scenario.scheme;
  const named = { scheme: id, ...(programText !== undefined && { programText }) };
  const scheme = describedScheme(description, named);
  if (!scheme) throw new Error(`the engine runs ${id} but does not describe it`);
  const same = scenario === base && (scenario.scheme.mutations ?? []).length === 0;
  // A mutation hides what it changes.
  const sites = same ? whole : await service.sites(JSON.stringify(withMutations(scenario, [])));
  return { source, base, scenario, scheme, sites };
}

/** Returns the scenario itself where the other system that is named does not exist. */
function onSystem(description: Description, base: Scenario, system: string | undefined): Scenario {
  const known = description.schemes.some(({ id }) => id === system);
  if (system === undefined || !known || system === base.scheme.id) return base;
  const tables = base.threads === undefined;
  return sideScenario(base, withScheme(description, choiceOf(base), system, tables));
}

async function restore(work: BreakWork, link: BreakLink): Promise<void> {
  const { store, tours } = work;
  const named = tours.find(({ id }) => id === link.tour);
  const tour = named ?? (link.scenario === undefined && !link.own ? tours[0] : undefined);
  const mine = work.opening.begin();
  const linked = await sourceOf(link);
  if (mine.aborted) return;
  const source = linked ?? (tour && { kind: 'library' as const, id: tour.scenario });
  if (!source) return;
  const { mutations, model = 'adr', depth = 1, images = 0, tab = 'map' } = link;
  const schedules = Math.min(link.schedules ?? 0, MOST_DELAYS);
  const patch: Partial<BreakState> = {
    model,
    depth,
    images,
    schedules,
    tab,
    ...enter(tour, link.step ?? 0),
    ...(mutations && { mutations }),
  };
  if (!(await open(work, source, patch, link.scheme, mine)) || !link.explored) return;
  if (link.point !== undefined) store.setState({ point: { at: link.point } });
  await store.getState().explore();
}

/** The moves that change what is to be broken. */
export function openMoves(
  work: BreakWork,
): Pick<
  BreakActions,
  'restore' | 'choose' | 'chooseScheme' | 'change' | 'startTour' | 'goToStep' | 'guess'
> {
  const { store, tours } = work;
  return {
    restore: (link = {}) => restore(work, link),
    choose: async (source) => {
      await open(work, source, NO_TOUR);
    },
    chooseScheme: async (id) => {
      const subject = subjectIn(store.getState());
      if (subject) await open(work, subject.source, NO_TOUR, id);
    },
    change: (settings) => {
      halt(work);
      work.asked.begin();
      const matrix = settings.mutations ? {} : { matrix: undefined };
      store.setState({ ...UNEXPLORED, ...settings, ...matrix });
    },
    startTour: async (id) => {
      const tour = tours.find((each) => each.id === id);
      if (!tour) return store.setState(NO_TOUR);
      const source = { kind: 'library', id: tour.scenario } as const;
      await open(work, source, { ...enter(tour, 0), tab: 'map' });
    },
    goToStep: (step) => {
      const { tour, mutations, change } = store.getState();
      const next: Partial<BreakState> = enter(tour?.tour, step, tour?.guesses);
      const same = JSON.stringify(next.mutations ?? mutations) === JSON.stringify(mutations);
      if (same) store.setState(next);
      else change(next);
    },
    guess: async (guess) => {
      const { tour, exploration, explore } = store.getState();
      if (!tour) return;
      const guesses = { ...tour.guesses, [tour.step]: guess };
      store.setState({ tour: { ...tour, guesses } });
      if (exploration.is !== 'done') await explore();
    },
  };
}
