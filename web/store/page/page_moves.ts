import type { StoreApi } from 'zustand/vanilla';
import type { Text } from '../../engine/protocol';
import type { Latest } from '../../engine/worker/latest';
import { decodeLink, EMPTY_LINK } from '../../link/link';
import type { DecodedLink, LinkProblem, LinkState } from '../../link/link_state';
import { ofView } from '../../link/view_links';
import { type PreferencesStore, prefer } from '../browser/preferences';
import { setAttempt } from '../lecture/lecture_moves';
import { chooseStep, dismiss, notify, putInSight } from '../stage/stage_controls';
import type { Messages, Notice, StageStore } from '../stage/stage_state';
import {
  type Address,
  type AddressStore,
  fillsIn,
  go,
  linkOf,
  pagePlace,
  standsAlone,
  VIEWS,
} from './address';
import { type AddressBar, isBare } from './address_bar';
import { type LectureLibrary, type LinkOpener, namesScenario } from './link_opener';

/** The continuation of a lecture that is an entry of something else than the course. */
export interface Onward {
  /** Goes there; returns true if it has. */
  readonly go?: (() => boolean) | undefined;
  /** The label of the way there. */
  readonly word?: string | undefined;
  /** The title of the target. */
  readonly title?: string | undefined;
  /** The lecturer's own notes on the lecture as a whole. */
  readonly notes?: Text | undefined;
}

/** Sets the continuation of the open lecture; empty where it stands alone. */
export const goOnTo = (onward: StoreApi<Onward>, next: Onward): void => onward.setState(next, true);

/** The progress of the page. */
export interface Progress {
  /** The page does not need the stage, and has opened nothing on it yet. */
  unopened: boolean;
  /** A link is being opened. */
  restoring: boolean;
  begun: boolean;
  /** The first page is shown, and no engine has been asked for. */
  asleep: boolean;
}

/** The tools that the moves of the page have in common. */
export interface PageWork {
  readonly stage: StageStore;
  readonly address: AddressStore;
  readonly preferences: PreferencesStore;
  readonly library: LectureLibrary;
  readonly opening: LinkOpener;
  readonly bar: AddressBar;
  readonly onward: StoreApi<Onward>;
  readonly now: Progress;
  /** Work that opens something on the stage waits for earlier requests. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** The latest link: of those that come while one is being opened, only the newest counts. */
  readonly links: Latest;
}

/** The link of the present page. */
export const stateOf = ({
  stage,
  preferences,
  address,
}: Pick<PageWork, 'stage' | 'preferences' | 'address'>) =>
  linkOf(stage.getState(), preferences.getState(), address.getState());

/** Starts the engine, once; returns true the first time. */
export function wake({ stage, inTurn, bar, now }: PageWork): boolean {
  if (!now.asleep) return false;
  now.asleep = false;
  void inTurn(() => stage.getState().start());
  bar.watch();
  return true;
}

/** Limits the stage to the view that is shown. */
export function followView(work: PageWork): void {
  const { stage, address, opening, inTurn, now } = work;
  address.subscribe(({ view }, before) => {
    if (view === 'stage' && before.view === 'lectures') void inTurn(opening.leaveStandIn);
    const { inSight, onStage } = stage.getState();
    if (inSight !== (view === 'stage')) putInSight(stage, view === 'stage');
    if (standsAlone(view) || !now.unopened) return;
    now.unopened = false;
    // A link opens its target itself.
    if (!onStage && !now.restoring) void inTurn(() => opening.openLink(EMPTY_LINK, stateOf(work)));
  });
}

/**
 * Shows the page that a link names before its scenario is open: from then on the reader's actions
 * count.
 */
function arrive({ stage, address, preferences }: PageWork, link: LinkState): void {
  if (link.lang) prefer(preferences, { language: link.lang });
  prefer(preferences, { layout: link.layout ?? 'desk' });
  go(address, pageOf(link));
  if (link.step) chooseStep(stage, link.step);
}

/** Opens the target of a link on the stage. */
async function openNamed(work: PageWork, link: LinkState): Promise<void> {
  const { stage, address, opening, now } = work;
  const { engine, onStage } = stage.getState();
  const alone = standsAlone(address.getState().view) && !namesScenario(link);
  if (alone && !onStage) now.unopened = true;
  else if (engine === 'ready') await opening.openLink(link, stateOf(work));
  // A lecture goes from mark to mark by itself: the step size is that of its finer steps.
  if (link.step && link.step !== 'mark') setAttempt(stage, { fine: link.step });
}

/** Opens one link after the other; of those that come meanwhile only the newest counts. */
export function applyLink(
  work: PageWork,
  { state: link, problems }: DecodedLink,
  again = false,
): Promise<void> {
  const { stage, address, bar, now } = work;
  const mine = work.links.begin();
  now.restoring = true;
  dismiss(stage, 'notice');
  // An open comparison must not see the link before the link's scenario is there.
  const waits = link.view === 'compare' && stage.getState().onStage !== undefined;
  if (!waits && !again) arrive(work, link);
  let before = address.getState();
  return work.inTurn(async () => {
    if (mine.aborted) return;
    try {
      const { refused } = stage.getState().messages;
      await openNamed(work, link);
      if (waits && address.getState() === before) {
        arrive(work, link);
        before = address.getState();
      }
      const notice = mine.aborted ? undefined : noticeOf(link, problems);
      if (notice && !tellsOfLink(stage.getState().messages, refused)) notify(stage, notice);
    } finally {
      if (!mine.aborted) {
        now.restoring = false;
        // The reader's place in the meantime is another entry of the history than the link's.
        const [there, here] = [pagePlace(before), pagePlace(address.getState())];
        bar.write(here !== there && !fillsIn(here, there));
      }
    }
  });
}

/**
 * Opens something and shows it, unless the reader went elsewhere meanwhile. Returns true if it is
 * open.
 */
export async function openAndShow(work: PageWork, open: () => Promise<boolean>): Promise<boolean> {
  const { address } = work;
  const { view } = address.getState();
  wake(work);
  const opened = await work.inTurn(open);
  if (opened && address.getState().view === view)
    go(address, { view: 'stage', compare: undefined });
  return opened;
}

/** Opens the next lecture of the course; after the last one the list of all. */
export async function goOn(work: PageWork, id: string): Promise<void> {
  const { library, address, opening, onward } = work;
  if (onward.getState().go?.()) return;
  const next = library.ids[library.ids.indexOf(id) + 1];
  if (next === undefined) go(address, { view: 'lectures' });
  else await openAndShow(work, () => opening.openLecture(next));
}

/** Shows the first page, which needs no engine until the reader leaves it. */
function sleep(work: PageWork): void {
  const { address, now } = work;
  now.asleep = true;
  go(address, { view: 'start' });
  address.subscribe(({ view }) => {
    if (view !== 'start' && wake(work))
      void applyLink(work, { state: EMPTY_LINK, problems: [] }, true);
  });
}

/** Starts the engine and opens the address; called again where the engine could not be started. */
export async function begin(work: PageWork): Promise<void> {
  const { stage, bar, inTurn, now } = work;
  const again = now.begun;
  now.begun = true;
  if (!again)
    bar.follow((link) => {
      wake(work);
      void applyLink(work, link);
    });
  if (!again && isBare()) return sleep(work);
  const link = decodeLink(window.location.hash || window.location.search);
  void inTurn(() => stage.getState().start());
  await applyLink(work, link, again);
  if (stage.getState().engine === 'ready') bar.watch();
}

/** The notice about a link, beside the stage's own about its scenario. */
function noticeOf(link: LinkState, problems: readonly LinkProblem[]): Notice | undefined {
  if (problems.length > 0) {
    const fields = problems.map(({ field }) => field);
    return { kind: 'link-broken', fields, newer: fields.includes('v') };
  }
  const { view } = link;
  if (view === undefined || view === 'start' || VIEWS.some((each) => each === view))
    return undefined;
  return { kind: 'link-unknown', what: 'view', name: view };
}

/**
 * True if the stage says already that the link's target could not be opened: one sentence is
 * enough.
 */
const tellsOfLink = ({ notice, refused }: Messages, before: Messages['refused']) =>
  (refused && refused !== before) ||
  notice?.kind === 'link-missing' ||
  notice?.kind === 'link-unknown';

/** The page that a link names. */
function pageOf(link: LinkState): Address {
  const first = link.view === 'start' && window.location.hash === '';
  const view = first ? 'start' : (VIEWS.find((each) => each === link.view) ?? 'stage');
  return { view, ...ofView(view, link) };
}
