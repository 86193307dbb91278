// Faults that somebody wrote down: a line of JSON each, with the code that is there once in a file.
import { Problem } from '../process.mjs';
import { changeOf } from './join.mjs';

/**
 * @param {string} text lines with `file`, `before` and `after`
 * @param {(file: string) => string} read a source of the engine
 * @returns {import('./generator.mjs').Mutant[]}
 */
export function planted(text, read) {
  const lines = text.split('\n').filter((line) => line.trim() && !line.startsWith('#'));
  return lines.map((line) => {
    const { file, before, after } = JSON.parse(line);
    const source = read(file);
    const from = source.indexOf(before);
    if (from < 0 || source.indexOf(before, from + 1) >= 0)
      throw new Problem(`${file}: not there once: ${before}`);
    // What is left out whole is that, whatever it begins like.
    const small = after.trim() ? changeOf(before, after) : { from: 0, to: before.length, text: '' };
    const change = { from: from + small.from, to: from + small.to, text: small.text };
    return { file, line: source.slice(0, from).split('\n').length, before, after, change };
  });
}
