import { createStore, type StoreApi } from 'zustand/vanilla';
import { cutToLink } from '../../link/cut_link';
import { encodeLink } from '../../link/link';
import type { LinkState } from '../../link/link_state';
import { ofView, placeInView, type ViewLinks } from '../../link/view_links';
import { attemptOf } from '../../model/lecture/lecture_state';
import { OPENING } from '../../model/link/link_value';
import { anchorAt } from '../../model/trace/anchor';
import { activeBranch } from '../../model/trace/plan';
import { textHash } from '../browser/own_library';
import type { Preferences } from '../browser/preferences';
import type { Session, StageState } from '../stage/stage_state';
import { differenceFrom } from './differences';

/** Views that have a tab. */
export const TABS = ['lectures', 'stage', 'compare', 'race', 'breakit', 'lab'] as const;
export const VIEWS = [...TABS, 'class', 'plan', 'drill', 'litmus', 'write', 'proofs'] as const;
/** `start`: the first page, which has no tab and no fragment. */
export type View = (typeof VIEWS)[number] | 'start';

export interface DroppedLog {
  readonly file: File;
  /** The experiment that is measured at once, since nothing else was asked for. */
  readonly run: boolean;
}

/** The page that is open. A view that is open follows changes of its part. */
export interface Address extends ViewLinks {
  readonly view: View;
  /** The text of a file for the laboratory, until it has taken it. */
  readonly dropped?: string | undefined;
  /** A log for the laboratory or the race, until it has taken it. */
  readonly droppedLog?: DroppedLog | undefined;
  /** Measured points, a line each. */
  readonly droppedPoints?: File | undefined;
}

export type AddressStore = StoreApi<Address>;

export function createAddress(): AddressStore {
  return createStore<Address>()(() => ({ view: 'stage' }));
}

/** Goes elsewhere; what is not named stays as it is. */
export const go = (address: AddressStore, to: Partial<Address>): void => address.setState(to);

/** A link names a longer text by its hash, and then works in this browser only. */
export const LONGEST_OWN = 24_000;
export const OWN_PREFIX = '~';

/** The hash by which a link names the reader's own scenario, if it does. */
export function ownHash(link: LinkState): string | undefined {
  return link.scenario?.startsWith(OWN_PREFIX) ? link.scenario.slice(1) : undefined;
}

/**
 * `longest` is the longest text of an own scenario in a link; a link to an experiment needs none.
 */
function sourceOf(session: Session, longest: number): Partial<LinkState> {
  const { origin, scenario, text } = session;
  if (origin.kind === 'library') {
    const { id, base, edit } = origin;
    const difference = differenceFrom(base, scenario);
    if (difference) return { scenario: id, ...(edit !== undefined && { edit }), ...difference };
  }
  const own = JSON.stringify(scenario);
  return own.length > longest ? { scenario: OWN_PREFIX + textHash(text) } : { own };
}

const ALONE: readonly string[] = [
  'lab',
  'breakit',
  'race',
  'class',
  'plan',
  'drill',
  'litmus',
  'write',
  'proofs',
  'start',
];

/** The views that do not depend on the stage. */
export const standsAlone = (view: string | undefined): boolean =>
  view !== undefined && ALONE.includes(view);

/** The link of the present page. */
export function linkOf(stage: StageState, preferences: Preferences, address: Address): LinkState {
  const { onStage, stepSize } = stage;
  const { session } = onStage ?? {};
  return {
    params: {},
    overrides: {},
    ...(address.view !== 'stage' && { view: address.view }),
    ...ofView(address.view, address),
    ...(session && sourceOf(session, standsAlone(address.view) ? 0 : LONGEST_OWN)),
    cuts: session
      ? activeBranch(session.plan).cuts.map((cut) => cutToLink(session.trace, cut))
      : [],
    ...(onStage && { at: anchorAt(onStage.session.trace, onStage.at) }),
    step: (onStage && attemptOf(onStage.lecture)?.fine) ?? stepSize,
    lang: preferences.language,
    ...(preferences.layout !== 'desk' && { layout: preferences.layout }),
    ...(onStage?.cutting && { panels: ['cut'] }),
  };
}

/** The link as a complete address, to be copied. */
export function hrefOf(link: LinkState): string {
  const here = new URL(window.location.href);
  here.search = '';
  here.hash = link.view === 'start' ? '' : encodeLink(link);
  return here.href;
}

/**
 * The state whose changes make a new entry of the browser's history; other changes replace the
 * present one.
 */
export function placeOf(stage: StageState, address: Address): string {
  const { session } = stage.onStage ?? {};
  const cuts = session
    ? activeBranch(session.plan)
        .cuts.map((cut) => cut.at)
        .join(',')
    : '';
  return `${address.view}/${session?.number ?? 0}/${cuts}${pagePlace(address)}`;
}

/** The part of a place that does not depend on the stage's session. */
export function pagePlace(address: Address): string {
  return address.view + placeInView(address.view, address);
}

/**
 * True if a place only completes what another one left open, and so makes no new entry of the
 * history.
 */
export function fillsIn(place: string, before: string): boolean {
  return before.endsWith(OPENING) && place.startsWith(before.slice(0, -OPENING.length));
}
