import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsePlan } from '../course/model/plan';
import { Session } from '../engine/instance/session';
import { FileRefused } from '../engine/protocol/errors';
import { isExperiment, isPlan } from '../model/scenario/file_kind';
import { readScenario } from '../model/scenario/scenario_text';
import { FILE_LIST, isForm, packageArchive, readFileList } from '../package/model/archive';
import { type Course, courseOfLecture, courseOfPlan, leftOut } from '../package/model/course_file';
import { Complaint } from './complaint';
import { unwritable } from './file_complaint';
import { explained, readInput } from './input_file';
import { loadEngine, projectRoot } from './node_engine';
import { parseArguments } from './options/command_line';
import { progress } from './output';

/**
 * `lab package FILE.json --out F.zip [--title TEXT] [--language en|zh] [--form scorm|cmi5] [--site
 * FOLDER]`: makes a package for a course system from a plan or a lecture, and from the built site.
 */
export async function packageCommand(args: readonly string[]): Promise<number> {
  const { positional, options } = parseArguments(args, [
    'out',
    'title',
    'language',
    'form',
    'site',
  ]);
  const {
    out,
    title,
    language = 'en',
    form = 'scorm',
    site = join(projectRoot(), 'dist'),
  } = options;
  const [file, ...more] = positional;
  if (file === undefined || more.length > 0) throw new Complaint('lab package takes one file');
  if (typeof out !== 'string') throw new Complaint('lab package needs --out F.zip');
  if (language !== 'en' && language !== 'zh') throw new Complaint('--language is en or zh');
  if (!isForm(form)) throw new Complaint('--form is scorm or cmi5');
  const course = await courseIn(file, await readInput(file));
  const packed: Course = {
    ...course,
    ...(typeof title === 'string' && { title: { en: title, zh: title } }),
    ...(options.language !== undefined && { language }),
  };
  const archive = packageArchive(packed, await siteFiles(String(site)), language, form);
  await writeFile(out, archive).catch((error: Error) => {
    throw unwritable(out, error);
  });
  progress(`${out}: ${packed.lectures.length} lectures, ${archive.byteLength} bytes`);
  return 0;
}

/** The course in a file. */
async function courseIn(file: string, text: string): Promise<Course> {
  if (isExperiment(text)) throw new Complaint(`${file}: an experiment, not a lecture or a plan`);
  if (!isPlan(text)) return explained(file, () => courseOfScenario(text));
  const parsed = parsePlan(text);
  if ('problems' in parsed)
    return explained(file, () => Promise.reject(new FileRefused(parsed.problems)));
  const { measured, tasks } = leftOut(parsed.plan);
  if (measured + tasks > 0)
    progress(`${file}: left out: ${measured} measured lectures, ${tasks} assignments`);
  const course = await courseOfPlan(parsed.plan, shippedLecture);
  if (course.lectures.length === 0) throw new Complaint(`${file}: the plan has no lecture to pack`);
  return course;
}

/** A lecture that the engine accepts. Throws FileRefused. */
async function courseOfScenario(text: string): Promise<Course> {
  const opened = new Session(await loadEngine('explore')).open(text);
  if (!opened.ok) throw new FileRefused(opened.problems);
  const { title, id } = readScenario(text);
  return courseOfLecture(title, id, text);
}

const shippedLecture = (id: string): Promise<string | undefined> =>
  readFile(join(projectRoot(), 'scenarios/lectures', `${id}.json`), 'utf8').catch(() => undefined);

/** The files of the built site that a package needs, by their path. */
async function siteFiles(site: string): Promise<Readonly<Record<string, Uint8Array>>> {
  const missing = () =>
    new Complaint(`${site}: no built site; run "npm run build" first, or name one with --site`);
  const list = readFileList(await readFile(join(site, FILE_LIST), 'utf8').catch(() => ''));
  if (!list) throw missing();
  const files = await Promise.all(
    list.map(async (path) => {
      const bytes = await readFile(join(site, path)).catch(() => {
        throw missing();
      });
      return [path, new Uint8Array(bytes)] as const;
    }),
  );
  return Object.fromEntries(files);
}
