import { decodeLink, EMPTY_LINK } from '../../link/link';
import type { DecodedLink, LinkState } from '../../link/link_state';
import { attemptOf } from '../../model/lecture/lecture_state';
import { savePlan } from '../browser/own_library';
import type { PreferencesStore } from '../browser/preferences';
import type { StageState, StageStore } from '../stage/stage_state';
import { type AddressStore, fillsIn, hrefOf, placeOf, standsAlone } from './address';

/** The milliseconds for which the playhead must rest before the address follows it. */
const REST = 250;

interface Watched {
  readonly stage: StageStore;
  readonly address: AddressStore;
  readonly preferences: PreferencesStore;
  /** The link of the present page. */
  readonly state: () => LinkState;
  /**
   * Returns true while the page is on its way to a link: the link must not follow the page then.
   */
  readonly restoring: () => boolean;
}

/** Keeps the browser's address and history in step with the page, both ways. */
export interface AddressBar {
  /** Writes the state of the page; `push` makes a new entry of the history. */
  write(push: boolean): void;
  /**
   * Follows the address from the first moment on: a link may be followed, or Back pressed, while
   * the page still opens.
   */
  follow(apply: (link: DecodedLink) => void): void;
  /** Lets the address follow the page. */
  watch(): void;
}

/** True if the address has no content: the first page is then shown. */
export function isBare(): boolean {
  const { hash, search } = window.location;
  const { state, problems } = decodeLink(search);
  const says = problems.length > 0 || JSON.stringify(state) !== JSON.stringify(EMPTY_LINK);
  return hash === '' && !says;
}

/** The link of the present address; an address without a fragment is the first page's. */
function linkHere(): DecodedLink {
  if (window.location.hash === '') return { state: { ...EMPTY_LINK, view: 'start' }, problems: [] };
  return decodeLink(window.location.hash);
}

const fineSteps = ({ onStage }: StageState) => onStage && attemptOf(onStage.lecture)?.fine;

/** See AddressBar. */
export function createAddressBar({
  stage,
  address,
  preferences,
  state,
  restoring,
}: Watched): AddressBar {
  let place = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The address that the page knows; any other is a link that has not been handled yet. */
  let known = window.location.href;
  const write = (push: boolean) => {
    clearTimeout(timer);
    if (window.location.href !== known) return;
    place = placeOf(stage.getState(), address.getState());
    if (!stage.getState().onStage && !standsAlone(address.getState().view)) return;
    const href = hrefOf(state());
    if (href === window.location.href) return;
    window.history[push ? 'pushState' : 'replaceState'](null, '', href);
    known = window.location.href;
  };
  const changed = () => {
    if (restoring()) return;
    const next = placeOf(stage.getState(), address.getState());
    if (next !== place) write(!fillsIn(next, place));
    else {
      clearTimeout(timer);
      timer = setTimeout(() => restoring() || write(false), REST);
    }
  };
  const watch = () => {
    stage.subscribe((now, before) => {
      const [here, was] = [now.onStage, before.onStage];
      const { session } = here ?? {};
      if (
        session !== was?.session ||
        here?.at !== was?.at ||
        now.stepSize !== before.stepSize ||
        fineSteps(now) !== fineSteps(before)
      )
        changed();
      if (
        session &&
        session.plan !== was?.session.plan &&
        (session.plan.branches.length > 1 || session.number === was?.session.number)
      ) {
        void savePlan(session.text, {
          version: now.description?.version ?? '',
          plan: session.plan,
        });
      }
    });
    address.subscribe(changed);
    preferences.subscribe(changed);
    window.addEventListener('pagehide', () => write(false));
  };
  const follow = (apply: (link: DecodedLink) => void) =>
    window.addEventListener('popstate', () => {
      known = window.location.href;
      apply(linkHere());
    });
  return { write, follow, watch };
}
