import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ByteView, TierId } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { Latest } from '../../engine/worker/latest';
import { EMPTY_LINK } from '../../link/link';
import type { LinkState } from '../../link/link_state';
import { ofView } from '../../link/view_links';
import { createPreferences, type PreferencesStore } from '../browser/preferences';
import { createLectureProgress, type LectureProgressStore } from '../lecture/lecture_progress';
import { followLecture, type LectureStore } from '../lecture/lecture_store';
import { chooseStep, notify, present } from '../stage/stage_controls';
import type { Origin, Place, StageStore } from '../stage/stage_state';
import { inTurns } from '../stage/turns';
import { type AddressStore, createAddress, go, hrefOf, linkOf, standsAlone } from './address';
import { createAddressBar } from './address_bar';
import { createLinkOpener, type LectureLibrary } from './link_opener';
import {
  begin,
  followView,
  goOn,
  type Onward,
  openAndShow,
  type PageWork,
  stateOf,
  wake,
} from './page_moves';
import { createStageStore } from './stage_store';

export type { Onward } from './page_moves';

/** All services that the views use. */
export interface Services {
  readonly stage: StageStore;
  readonly preferences: PreferencesStore;
  readonly address: AddressStore;
  readonly library: LectureLibrary;
  /** The place in the open lecture. */
  readonly lecture: LectureStore;
  /** The progress in each lecture, in this browser. */
  readonly progress: LectureProgressStore;
  readonly readBytes: (tier: TierId, address: number, size: number) => Promise<ByteView>;
  /** Starts the engine and opens the address. */
  begin(): Promise<void>;
  openLecture(id: string): Promise<boolean>;
  /** A lecture with changes, as links carry them. */
  openChanged(id: string, edit: string | undefined): Promise<boolean>;
  /** The continuation of a lecture, where it is not the next one of the course. */
  readonly onward: StoreApi<Onward>;
  /** Runs a text of the reader's own; returns true if the engine took it. */
  openText(text: string): Promise<boolean>;
  /**
   * Runs a text of this origin and goes to the place, without showing the stage; returns true if
   * the engine took it.
   */
  openAt(text: string, origin: Origin, place: Place): Promise<boolean>;
  /** Opens a file; `log`: it was given as the log of a database, whatever it looks like. */
  openFile(file: File, log?: boolean): Promise<boolean>;
  /** Opens the log of a database in an experiment of its own, which runs. */
  runLog(file: File): void;
  /** Returns the address of the present page; with a position, that of the stage there. */
  link(at?: number): string;
  /** Makes an engine that leaves the stage's alone; the caller ends it. */
  readonly spawn: () => StageEngine;
}

interface Making {
  readonly createEngine: () => StageEngine;
  readonly library: LectureLibrary;
  readonly language: 'en' | 'zh';
}

/** Connects engine, stores, library and address. */
export function createServices({ createEngine, library, language }: Making): Services {
  const engine = createEngine();
  const progress = createLectureProgress();
  const stage = createStageStore(engine, createEngine, undefined, {
    find: progress.find,
    goOn: (id) => void goOn(work, id),
  });
  const lecture = followLecture(stage, progress);
  const preferences = createPreferences(language);
  preferences.subscribe(({ layout }, before) => {
    if (layout !== before.layout) present(stage, layout === 'projection');
  });
  const address = createAddress();
  const now = { unopened: false, restoring: false, begun: false, asleep: false };
  const onward: Services['onward'] = createStore(() => ({}));
  const stores = { stage, address, preferences };
  const work: PageWork = {
    ...stores,
    library,
    opening: createLinkOpener(stage, library),
    bar: createAddressBar({
      ...stores,
      state: () => stateOf(stores),
      restoring: () => now.restoring,
    }),
    onward,
    now,
    inTurn: inTurns(),
    links: new Latest(),
  };
  followView(work);
  return {
    ...stores,
    library,
    lecture,
    progress,
    onward,
    readBytes: (tier, from, size) =>
      engine.bytes(stage.getState().onStage?.frame?.at ?? 0, tier, from, size),
    begin: () => begin(work),
    ...openMoves(work),
    link: (at) => {
      const { onStage, ...state } = stage.getState();
      const there = onStage && { ...onStage, at: at ?? onStage.at };
      const shown = { ...state, ...(there && { onStage: there }) };
      return hrefOf(shared(linkOf(shown, preferences.getState(), address.getState())));
    },
    spawn: createEngine,
  };
}

type OpenMoves = Pick<
  Services,
  'openChanged' | 'openLecture' | 'openText' | 'openAt' | 'openFile' | 'runLog'
>;

/** The functions by which the reader opens something. */
function openMoves(work: PageWork): OpenMoves {
  const { stage, address, opening, inTurn } = work;
  const openText = (text: string) => {
    const open = () => opening.openText(text);
    // A scenario that is edited in the comparison stays there.
    return address.getState().view === 'compare' ? inTurn(open) : openAndShow(work, open);
  };
  return {
    openChanged: (id, edit) => openAndShow(work, () => opening.openChanged(id, edit)),
    openLecture: async (id) => {
      // A reader who chooses another lecture has left the plan.
      go(address, { plan: undefined });
      const opened = await openAndShow(work, () => opening.openLecture(id));
      // A lecture is stepped by its marks, as with a clicker.
      if (opened && stage.getState().onStage?.session.marks.length) chooseStep(stage, 'mark');
      return opened;
    },
    openText,
    openAt: (text, origin, place) => {
      wake(work);
      return inTurn(() => opening.openKept(text, origin, place));
    },
    openFile: async (file, log = false) => {
      const { sortFile } = await import('./open_file');
      const found = await sortFile(file, log, address.getState().view);
      if (found.kind === 'scenario') return openText(found.text);
      if (found.kind === 'refused') notify(stage, found.notice);
      else go(address, found.dropped);
      return found.kind === 'dropped';
    },
    runLog: (file) => {
      go(address, { view: 'lab', lab: undefined, droppedLog: { file, run: true } });
    },
  };
}

/** The part of a link that is passed on: an experiment does not depend on the stage. */
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
