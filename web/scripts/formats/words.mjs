// Names of fields, as complaints show them, and of choices, as forms show them, in both languages
// from the engine's tables.
import { Problem } from '../process.mjs';
import { choices } from './read_formats.mjs';
import { head } from './types.mjs';

/** @typedef {import('./read_formats.mjs').Formats} Formats */

/** An object with a member called `then` would be taken for a promise. */
const THEN = 'afterwards';

/** @param {Formats} formats @param {'label' | 'labelZh'} language */
function names(formats, language) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const row of formats.list.flatMap(({ rows }) => rows)) {
    const label = row[language];
    if (!row.name || !label) continue;
    const name = row.name === 'then' ? THEN : row.name;
    const known = found.get(name);
    if (known !== undefined && known !== label)
      throw new Problem(`the field ${row.name} has two names: ${known}, ${label}`);
    found.set(name, label);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @param {Formats} formats @param {'label' | 'labelZh'} language @param {string} name */
export function wordsText(formats, language, name) {
  const lines = names(formats, language).map(([field, word]) => `${field}: '${word}',`);
  return (
    `${head('What fields of files are called.')}export const ${name} = {\n${lines.join('\n')}\n} ` +
    `as const;\n`
  );
}

/**
 * The choices of a row by their names in a form; none where it gives no names.
 * @param {import('./read_formats.mjs').Row} row @param {'en' | 'zh'} language
 */
function choiceNames(row, language) {
  const { called } = row;
  if (!row.name || !called) return [];
  const words = choices(row).map((word, n) => `'${word}': '${called[n]?.[language]}',`);
  return [`${row.name}: {\n${words.join('\n')}\n},`];
}

/** @param {Formats} formats @param {'en' | 'zh'} language @param {string} name */
export function choicesText(formats, language, name) {
  const rows = formats.list.flatMap((format) => format.rows);
  // Fields of several files that have the same choices are told once.
  const lines = [...new Set(rows.flatMap((row) => choiceNames(row, language)))].sort();
  return (
    `${head('What choices of fields are called in forms.')}export const ${name} = {\n` +
    `${lines.join('\n')}\n} as const;\n`
  );
}
