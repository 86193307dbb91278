import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Scenario } from '../../engine/protocol';
import type { LectureFile, RuleProblem, Term } from '../../model/authoring/lecture_rule';
import { digitsOf, numberOf } from '../../model/edit/short_code';
import { parsedJson } from '../../model/values/json_text';
import { projectRoot } from '../node_engine';

/** The number of digits of a code. */
const CODE_LENGTH = 2;

const read = async (...path: readonly string[]): Promise<unknown> =>
  parsedJson(await readFile(join(projectRoot(), 'scenarios', ...path), 'utf8'));

/** The files beside a lecture's own in the library, for the rules. */
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

type CodeNames = Readonly<Record<string, readonly string[]>>;

/** The complaint about a lecture of the library without a code for links and pasted answers. */
export function codeProblems(id: string, groups: readonly CodeNames[]): readonly RuleProblem[] {
  const codes = groups.flatMap(Object.entries<readonly string[]>);
  if (codes.some(([, names]) => names.includes(id))) return [];
  const last = Math.max(...codes.map(([code]) => numberOf(code) ?? 0));
  const next = `"${digitsOf(last + 1, CODE_LENGTH)}": ["${id}"]`;
  return [{ path: 'id', reason: `scenarios/codes.json has no code for it: the next is ${next}` }];
}

/**
 * The complaints about the codes of a file beside the shipped lectures; a lecture elsewhere needs
 * none.
 */
export async function codeProblemsOf(file: string): Promise<readonly RuleProblem[]> {
  if (dirname(resolve(file)) !== join(projectRoot(), 'scenarios/lectures')) return [];
  const { lectures, measured } = (await read('codes.json')) as Record<string, CodeNames>;
  return codeProblems(basename(file, '.json'), [lectures ?? {}, measured ?? {}]);
}
