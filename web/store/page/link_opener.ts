import type { LinkState } from '../../link/link_state';
import { newScenario, readScenario, scenarioText } from '../../model/scenario/scenario_text';
import { findOwn, findPlan, keepOwn } from '../browser/own_library';
import type { Origin, Place, StageStore } from '../stage/stage_state';
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
      // What the link brought and the engine refused is still to be told, and to be mended.
      const { description, refused } = stage.getState();
      const notice =
        stage.getState().notice ??
        (link.scenario === undefined || standsAlone(link.view)
          ? undefined
          : { kind: 'link-missing' as const });
      if (first !== undefined && (await openLecture(first))) stage.setState({ notice, refused });
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

/** Whether a link says what is on the stage. */
export const namesScenario = ({ scenario, own }: LinkState) =>
  scenario !== undefined || own !== undefined;

function samePlan(a: LinkState, b: LinkState): boolean {
  const key = ({ scenario, own, scheme, params, mutations, machine, overrides, seed }: LinkState) =>
    JSON.stringify([scenario, own, scheme, params, mutations, machine, overrides, seed]);
  return (b.scenario !== undefined || b.own !== undefined) && key(a) === key(b);
}
