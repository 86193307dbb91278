import { Session } from '../engine/instance/session';
import type { Mark, Scenario } from '../engine/protocol';
import { type LecturePicture, pictureOf } from '../model/frame/stage_picture';
import { loadEngine } from './node_engine';
import { runScenario } from './scenario_run';

/** The picture of a lecture: its stage at the first question, or at the last mark where it asks nothing. */
export async function pictureOfLecture(text: string): Promise<LecturePicture> {
  const scenario = JSON.parse(text) as Scenario;
  const engine = await loadEngine('explore');
  const session = new Session(engine);
  const { marks } = runScenario(session, engine, text);
  const asked = marks.find(({ index }) => scenario.marks?.[index]?.ask) ?? marks.at(-1);
  const frame = session.seek(asked?.position ?? 0);
  const nvm = frame.structures.some(({ tier }) => tier === 'nvm');
  return { ...pictureOf(frame, aboutOf(scenario)), ...(nvm && { nvm }) };
}

/** What a lecture is about: as it says, or else what its marks point at. */
function aboutOf({ lecture, marks = [] }: Scenario): readonly string[] {
  const focus = ({ focus: structures = [] }: Mark) => structures;
  return lecture?.structures ?? [...new Set(marks.flatMap(focus))];
}
