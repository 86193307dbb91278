import type { ByteView, TierId } from '../engine/protocol';
import type { StageEngine } from '../engine/stage_engine';
import { isExperiment, isScenario } from '../model/file_kind';
import { attemptOf } from '../model/lecture_state';
import { decodeLink, EMPTY_LINK } from '../model/link';
import type { LinkState } from '../model/link_state';
import { MAX_TEXT_BYTES } from '../model/packed_text';
import { beginsLikePointLines } from '../model/point_lines';
import {
  type Address,
  type AddressStore,
  createAddress,
  fillsIn,
  hrefOf,
  linkOf,
  ownHash,
  pagePlace,
  placeOf,
  standsAlone,
  VIEWS,
} from './address';
import { withDifference } from './differences';
import { setAttempt } from './lecture_moves';
import { createLectureProgress, type LectureProgressStore } from './lecture_progress';
import { followLecture, type LectureStore } from './lecture_store';
import { findOwn, findPlan, keepOwn, savePlan } from './own_library';
import { createPreferences, type PreferencesStore } from './preferences';
import { newScenario, readScenario, scenarioText } from './scenario_text';
import type { Origin, Place } from './stage_state';
import { createStageStore, type StageStore } from './stage_store';
import { inTurns } from './turns';

/** The scenarios that ship with the application. */
export interface LectureLibrary {
  readonly ids: readonly string[];
  load(id: string): Promise<string | undefined>;
}

/** Everything that the views call. */
export interface Services {
  readonly stage: StageStore;
  readonly preferences: PreferencesStore;
  readonly address: AddressStore;
  readonly library: LectureLibrary;
  /** Where the lecture stands that is open. */
  readonly lecture: LectureStore;
  /** How far one came in each lecture, in this browser. */
  readonly progress: LectureProgressStore;
  readonly readBytes: (tier: TierId, address: number, size: number) => Promise<ByteView>;
  /** Starts the engine and opens what the address says. */
  begin(): Promise<void>;
  openLecture(id: string): Promise<boolean>;
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

/** How long the playhead must rest before the address follows it. */
const REST = 250;

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
  address.subscribe(({ view }) => {
    const { inSight, session } = stage.getState();
    if (inSight !== (view === 'stage')) stage.setState({ inSight: view === 'stage' });
    if (standsAlone(view) || !unopened) return;
    unopened = false;
    if (!session) void inTurn(() => opening.openLink(EMPTY_LINK, state()));
  });
  const state = () => linkOf(stage.getState(), preferences.getState(), address.getState());
  const opening = openingFor(stage, library);
  let restoring = false;
  let begun = false;
  /** The first page is shown, and no engine has been asked for. */
  let asleep = false;
  /** Starts the engine, once; true if this was the time. */
  const wake = (): boolean => {
    if (!asleep) return false;
    asleep = false;
    void inTurn(() => stage.getState().start());
    watch(apply);
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
  const apply = (link: LinkState, again = false): Promise<void> => {
    newest++;
    const turn = newest;
    restoring = true;
    // A comparison that is open must not look at the link before the link's scenario is there.
    const waits = link.view === 'compare' && stage.getState().session !== undefined;
    if (!waits && !again) arrive(link);
    let before = address.getState();
    return inTurn(async () => {
      if (turn !== newest) return;
      try {
        const { engine: now, session } = stage.getState();
        const alone = standsAlone(address.getState().view) && !namesScenario(link);
        if (alone && !session) unopened = true;
        else if (now === 'ready') await opening.openLink(link, state());
        // A lecture goes from mark to mark by itself: the size of a step is that of its finer ones.
        if (link.step && link.step !== 'mark') setAttempt(stage, { fine: link.step });
        if (waits && address.getState() === before) {
          arrive(link);
          before = address.getState();
        }
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
  const goOn = async (id: string) => {
    const next = library.ids[library.ids.indexOf(id) + 1];
    if (next === undefined) address.setState({ view: 'lectures' });
    else await openAndShow(() => opening.openLecture(next));
  };
  const openText = (text: string) => {
    const open = () => opening.openText(text);
    // What is edited while it is compared goes on being compared.
    return address.getState().view === 'compare' ? inTurn(open) : openAndShow(open);
  };
  const { write, watch } = addressBar(stage, address, preferences, state, () => restoring);

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
      if (!begun && isBare()) {
        begun = true;
        asleep = true;
        address.setState({ view: 'start' });
        address.subscribe(({ view }) => {
          if (view !== 'start' && wake()) void apply(EMPTY_LINK, true);
        });
        window.addEventListener('popstate', () => {
          if (wake()) void apply(linkHere());
        });
        return;
      }
      const { state: link, problems } = decodeLink(window.location.hash || window.location.search);
      void inTurn(() => stage.getState().start());
      const opened = apply(link, begun);
      begun = true;
      await opened;
      if (stage.getState().engine !== 'ready') return;
      if (problems.length > 0) {
        stage.setState({
          notice: { kind: 'link-broken', fields: problems.map(({ field }) => field) },
        });
      }
      watch(apply);
    },
    openLecture: async (id) => {
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
      if (log || (await looksLikeLog(file))) {
        address.setState({ view: 'lab', droppedLog: { file, run: false } });
        return true;
      }
      if (beginsLikePointLines(await headOf(file))) {
        address.setState({ view: 'lab', droppedPoints: file });
        return true;
      }
      if (file.size > MAX_TEXT_BYTES) {
        stage.setState({ notice: { kind: 'file-too-large', bytes: file.size } });
        return false;
      }
      const text = await file.text().catch(() => undefined);
      if (text === undefined) {
        stage.setState({ notice: { kind: 'file-unreadable', name: file.name } });
        return false;
      }
      // Next to the experiments, whatever is no scenario is told what is wrong with it there.
      if (isExperiment(text) || (address.getState().view === 'lab' && !isScenario(text))) {
        address.setState({ view: 'lab', dropped: text });
        return true;
      }
      return openText(text);
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

const headOf = (file: File) =>
  file
    .slice(0, 4096)
    .text()
    .catch(() => '');

/** The log of a PostgreSQL server, also one that gzip made smaller: nothing else that is opened begins like it. */
async function looksLikeLog(file: File): Promise<boolean> {
  const head = await headOf(file);
  return head.startsWith('\x1f') || /^rmgr: /m.test(head);
}

/** Whether the address says nothing: then the first page is shown. */
function isBare(): boolean {
  const { hash, search } = window.location;
  const { state, problems } = decodeLink(search);
  const says = problems.length > 0 || JSON.stringify(state) !== JSON.stringify(EMPTY_LINK);
  return hash === '' && !says;
}

/** What the address says now; only one without a fragment is the first page's. */
function linkHere(): LinkState {
  if (window.location.hash === '') return { ...EMPTY_LINK, view: 'start' };
  return decodeLink(window.location.hash).state;
}

/** The page that a link names. */
function pageOf(link: LinkState): Address {
  const first = link.view === 'start' && window.location.hash === '';
  const view = first ? 'start' : (VIEWS.find((each) => each === link.view) ?? 'stage');
  return {
    view,
    compare: view === 'compare' ? link.compare : undefined,
    lab: view === 'lab' ? link.lab : undefined,
    breakit: view === 'breakit' ? link.breakit : undefined,
    race: view === 'race' ? link.race : undefined,
    library: view === 'lectures' ? link.library : undefined,
  };
}

/** What is worth sharing: an experiment has nothing to do with what stands on the stage. */
function shared(link: LinkState): LinkState {
  const { view, lab, breakit, race, lang, layout } = link;
  if (view === undefined || !standsAlone(view)) return link;
  return {
    ...EMPTY_LINK,
    view,
    ...(lab && { lab }),
    ...(breakit && { breakit }),
    ...(race && { race }),
    ...(lang && { lang }),
    ...(layout && { layout }),
  };
}

function openingFor(stage: StageStore, library: LectureLibrary) {
  const loadBase = async (id: string) => {
    const text = await library.load(id);
    return text === undefined ? undefined : readScenario(text);
  };
  /** With the branches that the reader has made of this text, here or before. */
  const openWithBranches = async (text: string, origin: Origin, place: Place | undefined) => {
    const saved = await findPlan(text);
    const { session, description, open } = stage.getState();
    const known = saved?.version === description?.version ? saved?.plan : undefined;
    return open(text, origin, place, session?.text === text ? session.plan : known);
  };
  const openLecture = async (id: string, link?: LinkState) => {
    const base = await loadBase(id);
    if (!base) return false;
    const origin: Origin = { kind: 'library', id, base };
    const text = scenarioText(link ? withDifference(base, link) : base);
    const place = link && (link.at || link.cuts.length > 0) ? link : undefined;
    return openWithBranches(text, origin, place);
  };
  /** A text that is not in the library is kept, so that a link to it can be short. */
  const openKept = async (text: string, origin: Origin, place: Place | undefined) => {
    const opened = await openWithBranches(text, origin, place);
    if (opened) await keepOwn(text);
    return opened;
  };
  const openText = (text: string, link?: LinkState) =>
    openKept(text, ownOrigin(stage.getState().session?.origin, text), link);
  return {
    openLecture,
    openText,
    openKept,
    /** Opens what a link names, or moves there where it is open already. */
    openLink: async (link: LinkState, now: LinkState) => {
      if (samePlan(link, now) && link.at) {
        const { session } = stage.getState();
        if (session) await openWithBranches(session.text, session.origin, link);
        return;
      }
      const hash = ownHash(link);
      const own =
        link.own === undefined ? hash && (await findOwn(hash)) : scenarioText(readOr(link.own));
      if (own) await openText(own, link);
      else if (hash && !standsAlone(link.view))
        stage.setState({ notice: { kind: 'link-missing' } });
      else if (link.scenario !== undefined) await openLecture(link.scenario, link);
      if (stage.getState().session) return;
      const first = library.ids[0];
      const { description } = stage.getState();
      const notice =
        stage.getState().notice ??
        (link.scenario === undefined || standsAlone(link.view)
          ? undefined
          : { kind: 'link-missing' as const });
      if (first !== undefined && (await openLecture(first))) stage.setState({ notice });
      else if (description) await openText(scenarioText(newScenario(description)));
    },
  };
}

/** An edited library scenario stays one as long as a link can tell the difference. */
function ownOrigin(origin: Origin | undefined, text: string): Origin {
  if (origin?.kind !== 'library') return { kind: 'own' };
  try {
    return readScenario(text).id === origin.id ? origin : { kind: 'own' };
  } catch {
    return { kind: 'own' };
  }
}

function readOr(text: string) {
  try {
    return readScenario(text);
  } catch {
    // The engine says what is wrong with it.
    return text as never;
  }
}

const namesScenario = ({ scenario, own }: LinkState) => scenario !== undefined || own !== undefined;

function samePlan(a: LinkState, b: LinkState): boolean {
  const key = ({ scenario, own, scheme, params, mutations, machine, overrides, seed }: LinkState) =>
    JSON.stringify([scenario, own, scheme, params, mutations, machine, overrides, seed]);
  return (b.scenario !== undefined || b.own !== undefined) && key(a) === key(b);
}

/** Keeps the browser's address and history in step, both ways. */
function addressBar(
  stage: StageStore,
  address: AddressStore,
  preferences: PreferencesStore,
  state: () => LinkState,
  restoring: () => boolean,
) {
  let place = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (push: boolean) => {
    clearTimeout(timer);
    place = placeOf(stage.getState(), address.getState());
    if (!stage.getState().session && !standsAlone(address.getState().view)) return;
    const href = hrefOf(state());
    if (href === window.location.href) return;
    window.history[push ? 'pushState' : 'replaceState'](null, '', href);
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
  const watch = (apply: (link: LinkState) => Promise<void>) => {
    stage.subscribe((now, before) => {
      if (
        now.session !== before.session ||
        now.at !== before.at ||
        now.stepSize !== before.stepSize ||
        attemptOf(now.lecture)?.fine !== attemptOf(before.lecture)?.fine
      )
        changed();
      if (
        now.session &&
        now.session.plan !== before.session?.plan &&
        (now.session.plan.branches.length > 1 || now.session.number === before.session?.number)
      ) {
        void savePlan(now.session.text, {
          version: now.description?.version ?? '',
          plan: now.session.plan,
        });
      }
    });
    address.subscribe(changed);
    preferences.subscribe(changed);
    window.addEventListener('pagehide', () => write(false));
    window.addEventListener('popstate', () => void apply(linkHere()));
  };
  return { write, watch };
}
