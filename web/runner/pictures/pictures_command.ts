import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LecturePicture } from '../../model/frame/stage_picture';
import { projectRoot } from '../node_engine';
import { pictureOfLecture } from './lecture_pictures';
import { makeOpening } from './opening';

/**
 * The pictures of the first page and the library, by their place in the project; they are made by
 * the engine, never by hand.
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
  const read = (name: string) => readFile(join(scenarios, 'opening', `${name}.json`), 'utf8');
  return new Map([
    ['web/lectures/pictures.json', linesOf(pictures)],
    ['web/start/opening.json', `${JSON.stringify(await makeOpening(read))}\n`],
  ]);
}

/** Each picture takes a line, so that a diff shows which ones changed. */
function linesOf(entries: readonly [string, unknown][]): string {
  const lines = entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** `lab pictures`: makes the pictures of the first page and the library anew. */
export async function picturesCommand(): Promise<number> {
  for (const [path, text] of await madePictures()) {
    await writeFile(join(projectRoot(), path), text);
    process.stdout.write(`${path}\n`);
  }
  return 0;
}
