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
import { tell } from '../stage/stage_changes';
import { wantEditor } from '../stage/stage_controls';
import type { Notice, Origin, Place, StageStore } from '../stage/stage_state';
import { ownHash, standsAlone } from './address';
import { withDifference } from './differences';

/** The scenarios that ship with the application. */
export interface LectureLibrary {
  readonly ids: readonly string[];
  load(id: string): Promise<string | undefined>;
}

/** Opens lectures, own texts and links on the stage; each function returns whether it is open. */
export interface LinkOpener {
  openLecture(id: string): Promise<boolean>;
  /** A lecture with changes, as links carry them. */
  openChanged(id: string, edit: string | undefined): Promise<boolean>;
  openText(text: string): Promise<boolean>;
  /** Opens a text that is not in the library, and keeps it, so that a link to it can be short. */
  openKept(text: string, origin: Origin, place: Place | undefined): Promise<boolean>;
  /**
   * Replaces the stand-in by a script to change, for a reader who goes to the stage without having
   * opened anything.
   */
  leaveStandIn(): Promise<void>;
  /** Opens the target of a link, or moves there if it is open already. */
  openLink(link: LinkState, now: LinkState): Promise<void>;
}

/** The tools that the ways to open something have in common. */
interface Opening {
  readonly stage: StageStore;
  readonly library: LectureLibrary;
  /** The stand-in: a scenario that was opened only because the stage needs one. */
  readonly standIn: { text?: string | undefined };
}

async function loadBase({ library }: Opening, id: string): Promise<Scenario | undefined> {
  const text = await library.load(id);
  return text === undefined ? undefined : readScenario(text);
}

/** Opens a text with the branches that the reader has made of it, here or before. */
async function openWithBranches(
  { stage }: Opening,
  text: string,
  origin: Origin,
  place: Place | undefined,
): Promise<boolean> {
  const saved = await findPlan(text);
  const { onStage, description, open } = stage.getState();
  const { session } = onStage ?? {};
  const known = saved?.version === description?.version ? saved?.plan : undefined;
  return open(text, origin, place, session?.text === text ? session.plan : known);
}

function openBase(
  opening: Opening,
  id: string,
  base: Scenario,
  link?: LinkState,
): Promise<boolean> {
  const edit = link?.edit;
  const origin: Origin = { kind: 'library', id, base, ...(edit !== undefined && { edit }) };
  const text = scenarioText(link ? withDifference(base, link) : base);
  const place = link && (link.at || link.cuts.length > 0) ? link : undefined;
  return openWithBranches(opening, text, origin, place);
}

async function openLecture(opening: Opening, id: string): Promise<boolean> {
  const base = await loadBase(opening, id);
  return base !== undefined && openBase(opening, id, base);
}

/**
 * The lecture that a link names, changed as the link says; a part of it begins at its first mark.
 */
async function openShipped(opening: Opening, link: LinkState): Promise<Notice | undefined> {
  const { stage } = opening;
  const { scenario: id = '', edit } = link;
  const shipped = await loadBase(opening, id);
  if (!shipped) return { kind: 'link-unknown', what: 'lecture', name: id };
  if (edit === undefined) {
    await openBase(opening, id, shipped, link);
    return undefined;
  }
  const { changedLecture } = await import('../../model/edit/changed_lecture');
  const changed = changedLecture(shipped, edit);
  const { edit: _unreadable, ...rest } = link;
  const opened = await openBase(opening, id, changed.scenario, changed.read ? link : rest);
  const { onStage, goTo } = stage.getState();
  if (opened && changed.part && !link.at) goTo(onStage?.session.marks[0]?.position ?? 0);
  return changed.whole ? undefined : { kind: 'link-broken', fields: ['edit'], newer: false };
}

async function openKept(
  opening: Opening,
  text: string,
  origin: Origin,
  place: Place | undefined,
): Promise<boolean> {
  const opened = await openWithBranches(opening, text, origin, place);
  if (opened) await keepOwn(text);
  return opened;
}

const openText = (opening: Opening, text: string, link?: LinkState) =>
  openKept(opening, text, ownOrigin(opening.stage.getState().onStage?.session.origin, text), link);

/**
 * Opens the scenario that a link names; returns a notice where there is none. The stage itself
 * reports refusals of the engine.
 */
async function openNamed(opening: Opening, link: LinkState): Promise<Notice | undefined> {
  const { own, scenario } = link;
  const hash = ownHash(link);
  if (own !== undefined || hash !== undefined) {
    const text = own === undefined ? await findOwn(hash ?? '') : savedText(own);
    if (text === undefined) return { kind: 'link-missing' };
    await openText(opening, text, link);
  } else if (scenario !== undefined) {
    return openShipped(opening, link);
  }
  return undefined;
}

/** A small script of the reader's own, with its editor. */
async function openScript(opening: Opening): Promise<void> {
  const { stage } = opening;
  const { description } = stage.getState();
  if (description && (await openText(opening, scenarioText(newScenario(description)))))
    wantEditor(stage, true);
}

/** The page never opens without a picture. The problem of the link is still to be reported. */
async function openFirst(opening: Opening): Promise<void> {
  const { stage, library, standIn } = opening;
  const { refused, notice } = stage.getState().messages;
  const first = library.ids[0];
  if (first === undefined || !(await openLecture(opening, first))) return openScript(opening);
  tell(stage, { notice, refused: refused && { ...refused, instead: true } });
  standIn.text = stage.getState().onStage?.session.text;
}

async function openLink(opening: Opening, link: LinkState, now: LinkState): Promise<void> {
  const { stage, standIn } = opening;
  const { session } = stage.getState().onStage ?? {};
  if (samePlan(link, now) && link.at) {
    if (session) await openWithBranches(opening, session.text, session.origin, link);
    return;
  }
  if (namesScenario(link)) standIn.text = undefined;
  const notice = await openNamed(opening, link);
  if (notice && !standsAlone(link.view)) tell(stage, { notice });
  if (stage.getState().onStage) return;
  // The reader went to the stage, perhaps from the link's own view before the engine was there.
  const elsewhere = link === EMPTY_LINK || link.view !== undefined;
  if (elsewhere && now.view === undefined) await openScript(opening);
  else await openFirst(opening);
}

/** An explicit request makes the open scenario more than a stand-in. */
export function createLinkOpener(stage: StageStore, library: LectureLibrary): LinkOpener {
  const opening: Opening = { stage, library, standIn: {} };
  const { standIn } = opening;
  const asked = (): Opening => {
    standIn.text = undefined;
    return opening;
  };
  return {
    openLecture: (id) => openLecture(asked(), id),
    openChanged: async (id, edit) => {
      const link = { ...EMPTY_LINK, scenario: id, ...(edit !== undefined && { edit }) };
      const notice = await openShipped(asked(), link);
      if (notice) tell(stage, { notice });
      return notice?.kind !== 'link-unknown' && stage.getState().messages.refused === undefined;
    },
    openText: (text) => openText(asked(), text),
    openKept: (text, origin, place) => openKept(asked(), text, origin, place),
    leaveStandIn: async () => {
      const { onStage } = stage.getState();
      if (standIn.text === undefined || onStage?.session.text !== standIn.text) return;
      standIn.text = undefined;
      await openScript(opening);
    },
    openLink: (link, now) => openLink(opening, link, now),
  };
}

/** An edited library scenario stays one as long as a link can express the difference. */
function ownOrigin(origin: Origin | undefined, text: string): Origin {
  if (origin?.kind !== 'library') return { kind: 'own' };
  try {
    return readScenario(text).id === origin.id ? origin : { kind: 'own' };
  } catch {
    return { kind: 'own' };
  }
}

/** True if a link says what is on the stage. */
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
