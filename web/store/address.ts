import { createStore, type StoreApi } from 'zustand/vanilla';
import { anchorAt } from '../model/anchor';
import { cutToLink } from '../model/cut_link';
import { attemptOf } from '../model/lecture_state';
import { encodeLink } from '../model/link';
import type {
  BreakLink,
  CompareLink,
  LabLink,
  LibraryLink,
  LinkState,
  RaceLink,
} from '../model/link_state';
import { activeBranch } from '../model/plan';
import { differenceFrom } from './differences';
import { textHash } from './own_library';
import type { Preferences } from './preferences';
import type { Session, StageState } from './stage_state';

export const VIEWS = ['lectures', 'stage', 'compare', 'race', 'breakit', 'lab'] as const;
/** `start`: the first page, which has no tab and no fragment. */
export type View = (typeof VIEWS)[number] | 'start';

export interface DroppedLog {
  readonly file: File;
  /** Measured at once: nothing else was asked for. */
  readonly run: boolean;
}

/** Which page is open. */
export interface Address {
  readonly view: View;
  /** What the comparison shows, once it has opened; it follows where this changes. */
  readonly compare?: CompareLink | undefined;
  /** The experiment of the laboratory, in the same way; undefined: the list of all. */
  readonly lab?: LabLink | undefined;
  /** What the crash explorer is set to, in the same way. */
  readonly breakit?: BreakLink | undefined;
  /** The race, in the same way. */
  readonly race?: RaceLink | undefined;
  /** What the library is narrowed to. */
  readonly library?: LibraryLink | undefined;
  /** Text of a file for the laboratory, until it has taken it. */
  readonly dropped?: string | undefined;
  /** A log for the laboratory, until it has taken it. */
  readonly droppedLog?: DroppedLog | undefined;
  /** Measured points, a line each. */
  readonly droppedPoints?: File | undefined;
}

export type AddressStore = StoreApi<Address>;

export function createAddress(): AddressStore {
  return createStore<Address>()(() => ({ view: 'stage' }));
}

/** A link names a longer text by its hash; it then opens in this browser only. */
export const LONGEST_OWN = 24_000;
export const OWN_PREFIX = '~';

/** The hash that a link names an own scenario by, if it does. */
export function ownHash(link: LinkState): string | undefined {
  return link.scenario?.startsWith(OWN_PREFIX) ? link.scenario.slice(1) : undefined;
}

/** `longest`: of an own scenario's text in a link; a link to an experiment need not carry any. */
function sourceOf(session: Session, longest: number): Partial<LinkState> {
  const { origin, scenario, text } = session;
  if (origin.kind === 'library') {
    const difference = differenceFrom(origin.base, scenario);
    if (difference) return { scenario: origin.id, ...difference };
  }
  const own = JSON.stringify(scenario);
  return own.length > longest ? { scenario: OWN_PREFIX + textHash(text) } : { own };
}

/** Views that have nothing to do with what stands on the stage. */
export const standsAlone = (view: string | undefined): boolean =>
  view === 'lab' || view === 'breakit' || view === 'race' || view === 'start';

/** The link of what is on the page now. */
export function linkOf(stage: StageState, preferences: Preferences, address: Address): LinkState {
  const { session } = stage;
  return {
    params: {},
    overrides: {},
    ...(address.view !== 'stage' && { view: address.view }),
    ...(address.view === 'compare' && address.compare && { compare: address.compare }),
    ...(address.view === 'lab' && address.lab && { lab: address.lab }),
    ...(address.view === 'breakit' && address.breakit && { breakit: address.breakit }),
    ...(address.view === 'race' && address.race && { race: address.race }),
    ...(address.view === 'lectures' && address.library && { library: address.library }),
    ...(session && sourceOf(session, standsAlone(address.view) ? 0 : LONGEST_OWN)),
    cuts: session
      ? activeBranch(session.plan).cuts.map((cut) => cutToLink(session.trace, cut))
      : [],
    ...(session && { at: anchorAt(session.trace, stage.at) }),
    step: attemptOf(stage.lecture)?.fine ?? stage.stepSize,
    lang: preferences.language,
    ...(preferences.layout !== 'desk' && { layout: preferences.layout }),
    ...(stage.cutPanel && { panels: ['cut'] }),
  };
}

/** The same as a whole address, to be copied. */
export function hrefOf(link: LinkState): string {
  const here = new URL(window.location.href);
  here.search = '';
  here.hash = link.view === 'start' ? '' : encodeLink(link);
  return here.href;
}

/** What makes a new entry of the browser's history; everything else changes the one that is there. */
export function placeOf(stage: StageState, address: Address): string {
  const { session } = stage;
  const cuts = session
    ? activeBranch(session.plan)
        .cuts.map((cut) => cut.at)
        .join(',')
    : '';
  return `${address.view}/${session?.number ?? 0}/${cuts}${pagePlace(address)}`;
}

/** The part of a place that does not hang on what the stage has open. */
export function pagePlace(address: Address): string {
  return `${address.view}${comparePlace(address)}${labPlace(address)}${breakPlace(address)}${racePlace(address)}${libraryPlace(address)}`;
}

/** Sides and power cuts of a comparison; one that has just been asked for, or with sides alone, has none yet. */
function comparePlace({ view, compare }: Address): string {
  if (view !== 'compare') return '';
  if (!compare) return OPENING;
  const { left, right, at, cuts } = compare;
  const opening = at === undefined && cuts.length === 0;
  return `/${JSON.stringify([left, right])}${opening ? OPENING : `/${JSON.stringify(cuts)}`}`;
}

/** Which experiment; what is changed or chosen in it is the same place. */
function labPlace({ view, lab }: Address): string {
  if (view !== 'lab') return '';
  return lab ? `/${JSON.stringify([lab.experiment, lab.own, lab.prediction])}` : '/';
}

/** Which scenario and how it is broken; what is chosen in the result is the same place. */
function breakPlace({ view, breakit }: Address): string {
  if (view !== 'breakit') return '';
  if (!breakit) return OPENING;
  const { scenario, own, scheme, mutations, model, depth, images, tab, tour, step } = breakit;
  const how = [scheme, mutations, model, depth, images];
  return `/${JSON.stringify([scenario, own, how, tab, tour, step])}`;
}

/** Who races on what, and a power cut; the playhead is the same place. */
function racePlace({ view, race }: Address): string {
  if (view !== 'race') return '';
  if (!race) return OPENING;
  const { at: _at, run: _run, shown: _shown, measures: _measures, ...place } = race;
  return `/${JSON.stringify(place)}`;
}

/** The path through the course; what is searched for is the same place. */
function libraryPlace({ view, library }: Address): string {
  return view === 'lectures' && library?.path ? `/${library.path}` : '';
}

const OPENING = '/opening';

/** Whether a place only fills in what another one left open: no new entry of the history. */
export function fillsIn(place: string, before: string): boolean {
  return before.endsWith(OPENING) && place.startsWith(before.slice(0, -OPENING.length));
}
