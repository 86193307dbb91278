import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Scenario } from '../../engine/protocol';
import type { LectureFile, Term } from '../../model/authoring/lecture_rule';
import { parsedJson } from '../../model/values/json_text';
import { projectRoot } from '../node_engine';

const read = async (...path: readonly string[]): Promise<unknown> =>
  parsedJson(await readFile(join(projectRoot(), 'scenarios', ...path), 'utf8'));

/** What is beside a lecture's file in the library, for the rules. */
export async function besideLecture(file: string): Promise<Omit<LectureFile, 'scenario'>> {
  const names = (await readdir(join(projectRoot(), 'scenarios/lectures'))).filter((name) =>
    name.endsWith('.json'),
  );
  const lectures = await Promise.all(names.map((name) => read('lectures', name)));
  const { terms } = (await read('terms.json')) as { terms: readonly Term[] };
  const { chapters } = (await read('course.json')) as {
    chapters: readonly { readonly lectures: readonly string[] }[];
  };
  return {
    name: basename(file),
    library: new Map((lectures as Scenario[]).map((scenario) => [scenario.id, scenario])),
    terms,
    course: chapters.flatMap((chapter) => chapter.lectures),
  };
}
