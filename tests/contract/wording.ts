import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export * from '../../web/model/authoring/wording';

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every file below a folder of the project whose name ends like this. */
export const filesIn = (folder: string, end: string): string[] =>
  readdirSync(`${root}${folder}`, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);
