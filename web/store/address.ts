import { createStore, type StoreApi } from 'zustand/vanilla';
import { anchorAt } from '../model/anchor';
import { cutToLink } from '../model/cut_link';
import { encodeLink } from '../model/link';
import type { CompareLink, LinkState } from '../model/link_state';
import { activeBranch } from '../model/plan';
import { differenceFrom } from './differences';
import { textHash } from './own_library';
import type { Preferences } from './preferences';
import type { Session, StageState } from './stage_state';

export const VIEWS = ['lectures', 'stage', 'compare'] as const;
export type View = (typeof VIEWS)[number];

/** Which page is open. */
export interface Address {
  readonly view: View;
  /** What the comparison shows, once it has opened; it follows where this changes. */
  readonly compare?: CompareLink | undefined;
}

export type AddressStore = StoreApi<Address>;

export function createAddress(): AddressStore {
  return createStore<Address>()(() => ({ view: 'stage' }));
}

/** A link names a longer text by its hash; it then opens in this browser only. */
const LONGEST_OWN = 24_000;
const OWN_PREFIX = '~';

/** The hash that a link names an own scenario by, if it does. */
export function ownHash(link: LinkState): string | undefined {
  return link.scenario?.startsWith(OWN_PREFIX) ? link.scenario.slice(1) : undefined;
}

function sourceOf(session: Session): Partial<LinkState> {
  const { origin, scenario, text } = session;
  if (origin.kind === 'library') {
    const difference = differenceFrom(origin.base, scenario);
    if (difference) return { scenario: origin.id, ...difference };
  }
  const own = JSON.stringify(scenario);
  return own.length > LONGEST_OWN ? { scenario: OWN_PREFIX + textHash(text) } : { own };
}

/** The link of what is on the page now. */
export function linkOf(stage: StageState, preferences: Preferences, address: Address): LinkState {
  const { session } = stage;
  return {
    params: {},
    overrides: {},
    ...(address.view !== 'stage' && { view: address.view }),
    ...(address.view === 'compare' && address.compare && { compare: address.compare }),
    ...(session && sourceOf(session)),
    cuts: session
      ? activeBranch(session.plan).cuts.map((cut) => cutToLink(session.trace, cut))
      : [],
    ...(session && { at: anchorAt(session.trace, stage.at) }),
    step: stage.stepSize,
    lang: preferences.language,
    ...(preferences.layout !== 'desk' && { layout: preferences.layout }),
    ...(stage.cutPanel && { panels: ['cut'] }),
  };
}

/** The same as a whole address, to be copied. */
export function hrefOf(link: LinkState): string {
  const here = new URL(window.location.href);
  here.search = '';
  here.hash = encodeLink(link);
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
  return `${address.view}/${session?.number ?? 0}/${cuts}${comparePlace(address)}`;
}

/** Sides and power cuts of a comparison; one that has just been asked for has none yet. */
function comparePlace({ view, compare }: Address): string {
  if (view !== 'compare') return '';
  return compare ? `/${JSON.stringify([compare.left, compare.right, compare.cuts])}` : OPENING;
}

const OPENING = '/opening';

/** Whether a place only fills in what another one left open: no new entry of the history. */
export function fillsIn(place: string, before: string): boolean {
  return before.endsWith(OPENING) && place.startsWith(before.slice(0, -OPENING.length));
}
