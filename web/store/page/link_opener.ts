import type { Scenario } from '../../engine/protocol';
import { EMPTY_LINK } from '../../link/link';
import type { LinkState } from '../../link/link_state';
import {
  newScenario,
  readScenario,
  savedText,
  scenarioText,
} from '../../model/scenario/scenario_text';
import { findOwn, findPlan, keepOwn } from '../browser/own_library';
import type { Notice, Origin, Place, StageStore } from '../stage/stage_state';
import { ownHash, standsAlone } from './address';
import { withDifference } from './differences';

/** The scenarios that ship with the application. */
export interface LectureLibrary {
  readonly ids: readonly string[];
  load(id: string): Promise<string | undefined>;
}

/** Opens lectures, own texts and links on the stage. */
export function createLinkOpener(stage: StageStore, library: LectureLibrary) {
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
  const openBase = (id: string, base: Scenario, link?: LinkState) => {
    const edit = link?.edit;
    const origin: Origin = { kind: 'library', id, base, ...(edit !== undefined && { edit }) };
    const text = scenarioText(link ? withDifference(base, link) : base);
    const place = link && (link.at || link.cuts.length > 0) ? link : undefined;
    return openWithBranches(text, origin, place);
  };
  const openLecture = async (id: string) => {
    const base = await loadBase(id);
    return base !== undefined && openBase(id, base);
  };
  /** The lecture that a link names, changed where the link says so; a part of it begins at its first mark. */
  const openShipped = async (link: LinkState): Promise<Notice | undefined> => {
    const { scenario: id = '', edit } = link;
    const shipped = await loadBase(id);
    if (!shipped) return { kind: 'link-unknown', what: 'lecture', name: id };
    if (edit === undefined) {
      await openBase(id, shipped, link);
      return undefined;
    }
    const { changedLecture } = await import('../../model/edit/changed_lecture');
    const changed = changedLecture(shipped, edit);
    const { edit: _unreadable, ...rest } = link;
    const opened = await openBase(id, changed.scenario, changed.read ? link : rest);
    const { session, goTo } = stage.getState();
    if (opened && changed.part && !link.at) goTo(session?.marks[0]?.position ?? 0);
    return changed.whole ? undefined : { kind: 'link-broken', fields: ['edit'], newer: false };
  };
  /** A text that is not in the library is kept, so that a link to it can be short. */
  const openKept = async (text: string, origin: Origin, place: Place | undefined) => {
    const opened = await openWithBranches(text, origin, place);
    if (opened) await keepOwn(text);
    return opened;
  };
  const openText = (text: string, link?: LinkState) =>
    openKept(text, ownOrigin(stage.getState().session?.origin, text), link);
  /** Opens the scenario that a link names; what is told where there is none. What the engine refuses, the stage tells. */
  const openNamed = async (link: LinkState): Promise<Notice | undefined> => {
    const { own, scenario } = link;
    const hash = ownHash(link);
    if (own !== undefined || hash !== undefined) {
      const text = own === undefined ? await findOwn(hash ?? '') : savedText(own);
      if (text === undefined) return { kind: 'link-missing' };
      await openText(text, link);
    } else if (scenario !== undefined) {
      return openShipped(link);
    }
    return undefined;
  };
  /** What was opened because something had to be, and nobody has asked for. */
  let standIn: string | undefined;
  /** A small script of the reader's own, with its editor. */
  const openScript = async () => {
    const { description } = stage.getState();
    if (description && (await openText(scenarioText(newScenario(description)))))
      stage.setState({ editorWanted: true });
  };
  /** The page never opens without a picture. What the link brought and could not be opened is still to be told. */
  const openFirst = async () => {
    const { refused, notice } = stage.getState();
    const first = library.ids[0];
    if (first === undefined || !(await openLecture(first))) return openScript();
    stage.setState({ notice, refused: refused && { ...refused, instead: true } });
    standIn = stage.getState().session?.text;
  };
  const asked =
    <Given extends readonly unknown[]>(open: (...given: Given) => Promise<boolean>) =>
    (...given: Given) => {
      standIn = undefined;
      return open(...given);
    };
  return {
    openLecture: asked(openLecture),
    /** A lecture with changes, as links carry them. */
    openChanged: asked(async (id: string, edit: string | undefined) => {
      const link = { ...EMPTY_LINK, scenario: id, ...(edit !== undefined && { edit }) };
      const notice = await openShipped(link);
      if (notice) stage.setState({ notice });
      return notice?.kind !== 'link-unknown' && stage.getState().refused === undefined;
    }),
    openText: asked(openText),
    openKept: asked(openKept),
    /** Who goes to the stage and has opened nothing finds a script to change in place of what stood in. */
    leaveStandIn: async () => {
      const { session } = stage.getState();
      if (standIn === undefined || session?.text !== standIn) return;
      standIn = undefined;
      await openScript();
    },
    /** Opens what a link names, or moves there where it is open already. */
    openLink: async (link: LinkState, now: LinkState) => {
      const { session } = stage.getState();
      if (samePlan(link, now) && link.at) {
        if (session) await openWithBranches(session.text, session.origin, link);
        return;
      }
      if (namesScenario(link)) standIn = undefined;
      const notice = await openNamed(link);
      if (notice && !standsAlone(link.view)) stage.setState({ notice });
      if (stage.getState().session) return;
      // The reader went to the stage, maybe from the link's own view before the engine was there.
      const elsewhere = link === EMPTY_LINK || link.view !== undefined;
      if (elsewhere && now.view === undefined) await openScript();
      else await openFirst();
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

/** Whether a link says what is on the stage. */
export const namesScenario = ({ scenario, own }: LinkState) =>
  scenario !== undefined || own !== undefined;

function samePlan(a: LinkState, b: LinkState): boolean {
  const key = (link: LinkState) => {
    const { scenario, own, edit, scheme, params, mutations, machine, overrides, seed } = link;
    return JSON.stringify([
      scenario,
      own,
      edit,
      scheme,
      params,
      mutations,
      machine,
      overrides,
      seed,
    ]);
  };
  return (b.scenario !== undefined || b.own !== undefined) && key(a) === key(b);
}
