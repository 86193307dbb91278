import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import course from '../../../scenarios/course.json';
import type { LecturePicture } from '../../model/frame/stage_picture';
import { projectRoot } from '../node_engine';
import { withLectureCount } from './lecture_count';
import { pictureOfLecture } from './lecture_pictures';
import { makeOpening } from './opening';

/**
 * The files that show the library's lectures, by their place in the project: pictures of the first
 * page and the library, which the engine makes, and README, which says how many there are. None of
 * it is written by hand.
 */
export async function madePictures(): Promise<ReadonlyMap<string, string>> {
  const scenarios = join(projectRoot(), 'scenarios');
  const lectures = join(scenarios, 'lectures');
  const names = (await readdir(lectures)).filter((name) => name.endsWith('.json')).sort();
  const pictures: [string, LecturePicture][] = [];
  const taken = new Set<string>();
  for (const name of names) {
    const text = await readFile(join(lectures, name), 'utf8');
    const picture = await pictureOfLecture(text, taken);
    taken.add(JSON.stringify(picture));
    pictures.push([name.slice(0, -'.json'.length), picture]);
  }
  const readme = await readFile(join(projectRoot(), 'README.md'), 'utf8');
  const count = course.chapters.flatMap((chapter) => chapter.lectures).length;
  const read = (name: string) => readFile(join(scenarios, 'opening', `${name}.json`), 'utf8');
  return new Map([
    ['web/lectures/pictures.json', linesOf(pictures)],
    ['web/start/opening.json', `${JSON.stringify(await makeOpening(read))}\n`],
    ['README.md', withLectureCount(readme, count)],
  ]);
}

/** Each picture takes a line, so that a diff shows which ones changed. */
function linesOf(entries: readonly [string, unknown][]): string {
  const lines = entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** `lab pictures`: makes what shows the library's lectures anew. */
export async function picturesCommand(): Promise<number> {
  for (const [path, text] of await madePictures()) {
    await writeFile(join(projectRoot(), path), text);
    process.stdout.write(`${path}\n`);
  }
  return 0;
}
