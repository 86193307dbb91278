import { Session } from '../../engine/instance/session';
import type { Mark, Scenario } from '../../engine/protocol';
import {
  type LecturePicture,
  pictureOf,
  pictureWorth,
  type StagePicture,
} from '../../model/frame/stage_picture';
import { readScenario } from '../../model/scenario/scenario_text';
import { loadEngine } from '../node_engine';
import { runScenario } from '../run/scenario_run';

/** The number of places that are examined up to a lecture's first question. */
const LOOKS = 24;

/**
 * The picture of a lecture: its stage at the place with the most features of its own, up to the
 * first question (or to the last mark, where it asks nothing). Nothing in it reveals an answer,
 * since the reader has seen it before the question. The latest of several places is taken, and none
 * whose picture another lecture has: `taken`, as JSON.
 */
export async function pictureOfLecture(
  text: string,
  taken: ReadonlySet<string> = new Set(),
): Promise<LecturePicture> {
  const scenario = readScenario(text);
  const engine = await loadEngine('explore');
  const session = new Session(engine);
  const { marks } = runScenario(session, engine, text);
  const asked = marks.find(({ index }) => scenario.marks?.[index]?.ask) ?? marks.at(-1);
  const about = aboutOf(scenario);
  const nvm = session.seek(asked?.position ?? 0).structures.some(({ tier }) => tier === 'nvm');
  let best: { readonly picture: LecturePicture; readonly worth: number } | undefined;
  for (const at of places(asked?.position ?? 0)) {
    const picture = pictureOf(session.seek(at), about);
    const worth = pictureWorth(picture);
    const free = !taken.has(JSON.stringify(named(picture, nvm)));
    if (!best || (free && worth >= best.worth)) best = { picture, worth };
  }
  return named(best?.picture ?? { tiers: [] }, nvm);
}

const named = (picture: StagePicture, nvm: boolean): LecturePicture => ({
  ...picture,
  ...(nvm && { nvm }),
});

/** Evenly spaced positions up to one, and that one. */
function places(last: number): readonly number[] {
  const step = Math.max(1, last / LOOKS);
  const all = Array.from({ length: Math.floor(last / step) + 1 }, (_, n) => Math.round(n * step));
  return [...new Set([...all, last])].sort((a, b) => a - b);
}

/**
 * The structures that a lecture is about: those that it names, or else those that its marks point
 * at.
 */
function aboutOf({ lecture, marks = [] }: Scenario): readonly string[] {
  const focus = ({ focus: structures = [] }: Mark) => structures;
  return lecture?.structures ?? [...new Set(marks.flatMap(focus))];
}
