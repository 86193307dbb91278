import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ByteView, TierId } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { decodeLink, EMPTY_LINK } from '../../link/link';
import type { DecodedLink, LinkProblem, LinkState } from '../../link/link_state';
import { ofView } from '../../link/view_links';
import { createPreferences, type PreferencesStore } from '../browser/preferences';
import { setAttempt } from '../lecture/lecture_moves';
import { createLectureProgress, type LectureProgressStore } from '../lecture/lecture_progress';
import { followLecture, type LectureStore } from '../lecture/lecture_store';
import type { Notice, Origin, Place, StageState, StageStore } from '../stage/stage_state';
import { inTurns } from '../stage/turns';
import {
  type Address,
  type AddressStore,
  createAddress,
  fillsIn,
  hrefOf,
  linkOf,
  pagePlace,
  standsAlone,
  VIEWS,
} from './address';
import { createAddressBar, isBare } from './address_bar';
import { createLinkOpener, type LectureLibrary, namesScenario } from './link_opener';
import { createStageStore } from './stage_store';

/** What comes after a lecture that is an entry of something else than the course. */
export interface Onward {
  /** Goes there; true if it has. */
  readonly go?: (() => boolean) | undefined;
  /** What the way there says. */
  readonly word?: string | undefined;
  /** What is there. */
  readonly title?: string | undefined;
}

/** Everything that the views call. */
export interface Services {
  readonly stage: StageStore;
  readonly preferences: PreferencesStore;
  readonly address: AddressStore;
  readonly library: LectureLibrary;
  /** Where the lecture is that is open. */
  readonly lecture: LectureStore;
  /** How far one came in each lecture, in this browser. */
  readonly progress: LectureProgressStore;
  readonly readBytes: (tier: TierId, address: number, size: number) => Promise<ByteView>;
  /** Starts the engine and opens what the address says. */
  begin(): Promise<void>;
  openLecture(id: string): Promise<boolean>;
  /** A lecture with changes, as links carry them. */
  openChanged(id: string, edit: string | undefined): Promise<boolean>;
  /** What comes after a lecture where it is not the next one of the course. */
  readonly onward: StoreApi<Onward>;
  /** Runs a text of the reader's own; true if the engine took it. */
  openText(text: string): Promise<boolean>;
  /** Runs a text of this origin and goes to the place, without showing the stage; true if the engine took it. */
  openAt(text: string, origin: Origin, place: Place): Promise<boolean>;
  /** `log`: it was given as the log of a database, whatever it looks like. */
  openFile(file: File, log?: boolean): Promise<boolean>;
  /** A log of a database to an experiment of its own, which runs. */
  runLog(file: File): void;
  /** The address of what is on the page; of the stage at another position where one is given. */
  link(at?: number): string;
  /** Makes an engine that leaves the stage's alone; whoever asks for it ends it. */
  readonly spawn: () => StageEngine;
}

interface Making {
  readonly createEngine: () => StageEngine;
  readonly library: LectureLibrary;
  readonly language: 'en' | 'zh';
}

/** Puts engine, stores, library and address together. */
export function createServices({ createEngine, library, language }: Making): Services {
  const engine = createEngine();
  const progress = createLectureProgress();
  const stage = createStageStore(engine, createEngine, undefined, {
    find: progress.find,
    goOn: (id) => void goOn(id),
  });
  const lecture = followLecture(stage, progress);
  const preferences = createPreferences(language);
  preferences.subscribe(({ layout }, before) => {
    if (layout !== before.layout) stage.setState({ presenting: layout === 'projection' });
  });
  const address = createAddress();
  /** The page is one that the stage has no part in, and has opened nothing on it yet. */
  let unopened = false;
  address.subscribe(({ view }, before) => {
    if (view === 'stage' && before.view === 'lectures') void inTurn(opening.leaveStandIn);
    const { inSight, session } = stage.getState();
    if (inSight !== (view === 'stage')) stage.setState({ inSight: view === 'stage' });
    if (standsAlone(view) || !unopened) return;
    unopened = false;
    // A link opens what it names itself.
    if (!session && !restoring) void inTurn(() => opening.openLink(EMPTY_LINK, state()));
  });
  const state = () => linkOf(stage.getState(), preferences.getState(), address.getState());
  const opening = createLinkOpener(stage, library);
  let restoring = false;
  let begun = false;
  /** The first page is shown, and no engine has been asked for. */
  let asleep = false;
  /** Starts the engine, once; true if this was the time. */
  const wake = (): boolean => {
    if (!asleep) return false;
    asleep = false;
    void inTurn(() => stage.getState().start());
    watch();
    return true;
  };

  /** Shows the page that a link names, before its scenario is open: what the reader does then counts. */
  const arrive = (link: LinkState) => {
    applyPreferences(link);
    address.setState(pageOf(link));
    if (link.step) stage.setState({ stepSize: link.step });
  };
  let newest = 0;
  /** Whatever opens something on the stage waits for what was asked for before. */
  const inTurn = inTurns();
  /** One link after the other; of those that come meanwhile only the newest counts. */
  const apply = ({ state: link, problems }: DecodedLink, again = false): Promise<void> => {
    newest++;
    const turn = newest;
    restoring = true;
    stage.setState({ notice: undefined });
    // A comparison that is open must not look at the link before the link's scenario is there.
    const waits = link.view === 'compare' && stage.getState().session !== undefined;
    if (!waits && !again) arrive(link);
    let before = address.getState();
    return inTurn(async () => {
      if (turn !== newest) return;
      try {
        const { engine: now, session, refused } = stage.getState();
        const alone = standsAlone(address.getState().view) && !namesScenario(link);
        if (alone && !session) unopened = true;
        else if (now === 'ready') await opening.openLink(link, state());
        // A lecture goes from mark to mark by itself: the size of a step is that of its finer ones.
        if (link.step && link.step !== 'mark') setAttempt(stage, { fine: link.step });
        if (waits && address.getState() === before) {
          arrive(link);
          before = address.getState();
        }
        const notice = turn === newest ? noticeOf(link, problems) : undefined;
        if (notice && !tellsOfLink(stage.getState(), refused)) stage.setState({ notice });
      } finally {
        if (turn === newest) {
          restoring = false;
          // Where the reader went meanwhile is another entry of the history than the link's.
          const [there, here] = [pagePlace(before), pagePlace(address.getState())];
          write(here !== there && !fillsIn(here, there));
        }
      }
    });
  };
  const applyPreferences = (link: LinkState) => {
    if (link.lang) preferences.setState({ language: link.lang });
    preferences.setState({ layout: link.layout ?? 'desk' });
  };
  /** Opens something and shows it, unless the reader went elsewhere meanwhile. True: it is open. */
  const openAndShow = async (open: () => Promise<boolean>): Promise<boolean> => {
    const { view } = address.getState();
    wake();
    const opened = await inTurn(open);
    if (opened && address.getState().view === view)
      address.setState({ view: 'stage', compare: undefined });
    return opened;
  };
  /** The next lecture of the course; after the last one the list of all. */
  const onward: Services['onward'] = createStore(() => ({}));
  const goOn = async (id: string) => {
    if (onward.getState().go?.()) return;
    const next = library.ids[library.ids.indexOf(id) + 1];
    if (next === undefined) address.setState({ view: 'lectures' });
    else await openAndShow(() => opening.openLecture(next));
  };
  const openText = (text: string) => {
    const open = () => opening.openText(text);
    // What is edited while it is compared goes on being compared.
    return address.getState().view === 'compare' ? inTurn(open) : openAndShow(open);
  };
  const { write, follow, watch } = createAddressBar({
    stage,
    address,
    preferences,
    state,
    restoring: () => restoring,
  });

  return {
    stage,
    preferences,
    address,
    library,
    lecture,
    progress,
    readBytes: (tier, from, size) =>
      engine.bytes(stage.getState().frame?.at ?? 0, tier, from, size),
    begin: async () => {
      if (!begun) {
        follow((link) => {
          wake();
          void apply(link);
        });
      }
      if (!begun && isBare()) {
        begun = true;
        asleep = true;
        address.setState({ view: 'start' });
        address.subscribe(({ view }) => {
          if (view !== 'start' && wake()) void apply({ state: EMPTY_LINK, problems: [] }, true);
        });
        return;
      }
      const link = decodeLink(window.location.hash || window.location.search);
      void inTurn(() => stage.getState().start());
      const opened = apply(link, begun);
      begun = true;
      await opened;
      if (stage.getState().engine !== 'ready') return;
      watch();
    },
    onward,
    openChanged: (id, edit) => openAndShow(() => opening.openChanged(id, edit)),
    openLecture: async (id) => {
      // Whoever chooses another lecture has left the plan.
      address.setState({ plan: undefined });
      const opened = await openAndShow(() => opening.openLecture(id));
      // A lecture is stepped by its marks, as with a clicker.
      if (opened && stage.getState().session?.marks.length) stage.setState({ stepSize: 'mark' });
      return opened;
    },
    openText,
    openAt: (text, origin, place) => {
      wake();
      return inTurn(() => opening.openKept(text, origin, place));
    },
    openFile: async (file, log = false) => {
      const { sortFile } = await import('./open_file');
      const found = await sortFile(file, log, address.getState().view === 'lab');
      if (found.kind === 'scenario') return openText(found.text);
      if (found.kind === 'refused') stage.setState({ notice: found.notice });
      else address.setState({ view: 'lab', ...found.dropped });
      return found.kind === 'dropped';
    },
    runLog: (file) => {
      address.setState({ view: 'lab', lab: undefined, droppedLog: { file, run: true } });
    },
    link: (at) => {
      const shownAt = at === undefined ? stage.getState() : { ...stage.getState(), at };
      return hrefOf(shared(linkOf(shownAt, preferences.getState(), address.getState())));
    },
    spawn: createEngine,
  };
}

/** What is told of a link beside what the stage has to say of its scenario. */
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

/** Whether the stage says already that what the link names could not be opened: one sentence is enough. */
const tellsOfLink = ({ notice, refused }: StageState, before: StageState['refused']) =>
  (refused && refused !== before) ||
  notice?.kind === 'link-missing' ||
  notice?.kind === 'link-unknown';

/** The page that a link names. */
function pageOf(link: LinkState): Address {
  const first = link.view === 'start' && window.location.hash === '';
  const view = first ? 'start' : (VIEWS.find((each) => each === link.view) ?? 'stage');
  return { view, ...ofView(view, link) };
}

/** What is worth sharing: an experiment has nothing to do with what is on the stage. */
function shared(link: LinkState): LinkState {
  const { view, lang, layout } = link;
  if (view === undefined || !standsAlone(view)) return link;
  return {
    ...EMPTY_LINK,
    view,
    ...ofView(view, link),
    ...(lang && { lang }),
    ...(layout && { layout }),
  };
}
