import { readFileSync } from 'node:fs';
import type { Ask } from '../../web/engine/protocol';
import type { LectureFile, PlayedLecture, Term } from '../../web/model/authoring/lecture_rule';
import { playLecture } from '../../web/runner/lecture/play';
import { courseFile, lectureFiles, type ScenarioFile } from './scenario_files';

const library = new Map(lectureFiles().map(({ scenario }) => [scenario.id, scenario]));
const { terms } = JSON.parse(
  readFileSync(new URL('../../scenarios/terms.json', import.meta.url), 'utf8'),
) as { terms: readonly Term[] };
const course = courseFile().chapters.flatMap(({ lectures }) => lectures);

/** A lecture's file with what is beside it in the library. */
export const besideIt = ({
  name,
  scenario,
}: Pick<ScenarioFile, 'name' | 'scenario'>): LectureFile => ({
  name,
  scenario,
  library,
  terms,
  course,
});

/** The kinds of question for which the rules against revealing answers ask the engine. */
const TOLD: readonly Ask['kind'][] = ['fate', 'value-after-crash', 'undone-next'];

/** A lecture, played, with the answers that a text or a drawing could give away. */
export const playedWithSecrets = (file: ScenarioFile): Promise<PlayedLecture> =>
  playLecture(file.text, besideIt(file), {
    guesses: false,
    of: (kind) => TOLD.includes(kind),
  });
