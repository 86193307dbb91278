import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'virtual:lectures';

/** Of each lecture what a list of all shows: everything else of its file comes when it is opened. */
export function lectureHeads(folder: string) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const { title, about, lecture } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const { minutes, level, needs } = lecture ?? {};
    return { id: name.slice(0, -'.json'.length), title, about, minutes, level, needs };
  });
}

/** The module `virtual:lectures`: the heads of the lectures in a folder, which may leave out what is optional. */
export function lectureList(folder: string): Plugin {
  return {
    name: 'afterimage-lectures',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      for (const name of readdirSync(folder)) this.addWatchFile(join(folder, name));
      return `export default ${JSON.stringify(lectureHeads(folder))};`;
    },
  };
}
