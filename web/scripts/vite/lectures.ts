import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { lectureOutline, measuredOutline } from '../../course/model/outline.ts';
import { inEither, type TextLanguage } from '../../model/scenario/one_language.ts';

const HEADS = 'virtual:lectures';
const OUTLINES = `${HEADS}/outlines`;
const ABOUTS = { en: `${HEADS}/abouts/en`, zh: `${HEADS}/abouts/zh` } as const;

const jsonIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.json'));
const read = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const idOf = (name: string) => name.slice(0, -'.json'.length);

/**
 * The fields of each lecture that a list of all shows: the rest of its file comes when it is
 * opened.
 */
export function lectureHeads(
  folder: string,
  pictures: Readonly<Record<string, { nvm?: boolean }>> = {},
) {
  return jsonIn(folder)
    .sort()
    .map((name) => {
      const { title, lecture } = read(folder, name);
      const { minutes, level, needs } = lecture ?? {};
      // The list needs only this of the pictures, which come later: whether something is kept in
      // NVM.
      const { nvm } = pictures[idOf(name)] ?? {};
      return { id: idOf(name), title, minutes, level, needs, nvm };
    });
}

/** A card has four lines, of about so many letters. */
const MOST: Readonly<Record<TextLanguage, number>> = { en: 220, zh: 100 };

/** The first sentence, and those behind it that a card has room for. */
export function beginningOf(about: string, most: number): string {
  const sentences =
    about.match(/[^.?!。？！]+(?:[.?!](?!\s|$)[^.?!。？！]*)*[.?!。？！]*\s*/g) ?? [];
  let beginning = '';
  for (const sentence of sentences) {
    if (beginning !== '' && beginning.length + sentence.trimEnd().length > most) break;
    beginning += sentence;
  }
  return beginning.trimEnd();
}

/**
 * The subject of each file of the folders, by id, in a language, as far as a card shows it; a text
 * in one language alone is shown in that.
 */
export function lectureAbouts(folders: readonly string[], language: TextLanguage) {
  const all = folders.flatMap((folder) =>
    jsonIn(folder).map((name) => [
      idOf(name),
      beginningOf(inEither(read(folder, name).about, language), MOST[language]),
    ]),
  );
  return Object.fromEntries(all.filter(([, about]) => about !== ''));
}

/** The marks of each lecture and their durations, by id: the material of a plan. */
export function lectureOutlines(scenarios: string) {
  const all = (folder: string, outline: (file: ReturnType<typeof read>) => unknown) =>
    jsonIn(join(scenarios, folder)).map((name) => [
      idOf(name),
      outline(read(join(scenarios, folder), name)),
    ]);
  return Object.fromEntries([
    ...all('lectures', lectureOutline),
    ...all('predictions', measuredOutline),
  ]);
}

/**
 * The module `virtual:lectures`: the heads of the lectures in the scenarios' folder, which may
 * leave out optional fields. `virtual:lectures/abouts/en` and `…/zh` have the subjects of these and
 * of the predictions, so that a reader of one language does not wait for the other.
 * `virtual:lectures/outlines` has the marks of all.
 */
export function lectureList(scenarios: string): Plugin {
  const lectures = join(scenarios, 'lectures');
  const told = [lectures, join(scenarios, 'predictions')];
  const contents: Readonly<Record<string, () => unknown>> = {
    [HEADS]: () =>
      lectureHeads(lectures, read(join(scenarios, '../web/lectures'), 'pictures.json')),
    [OUTLINES]: () => lectureOutlines(scenarios),
    [ABOUTS.en]: () => lectureAbouts(told, 'en'),
    [ABOUTS.zh]: () => lectureAbouts(told, 'zh'),
  };
  return {
    name: 'afterimage-lectures',
    resolveId: (id) => (contents[id] ? `\0${id}` : undefined),
    load(id) {
      const content = id.startsWith('\0') ? contents[id.slice(1)] : undefined;
      if (!content) return undefined;
      for (const folder of told)
        for (const name of jsonIn(folder)) this.addWatchFile(join(folder, name));
      return `export default ${JSON.stringify(content())};`;
    },
  };
}
