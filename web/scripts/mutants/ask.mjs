// Draws faults of each room, and asks about them: many are joined in one program.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { filesUnder } from '../files_under.mjs';
import { inParallel, root } from '../process.mjs';
import { isAskable, mutantsOf, mutator, randomOf, shuffled } from './generator.mjs';
import { ask, compileJoined, folder, lookAtTests } from './program.mjs';
import { isAsked, roomOf } from './rooms.mjs';
import { within } from './tests.mjs';

/** @typedef {import('./generator.mjs').Mutant} Mutant */

const results = join(folder, 'results.jsonl');
export const sources = join(root, 'engine-wasm');
const LAYERS = ['scheme', 'log', 'db', 'tier'];

/** The lines of each room that may be asked. @param {readonly string[]} only
 * @returns {Map<string, {file: string, line: number}[]>} */
function askableLines(only) {
  /** @type {Map<string, {file: string, line: number}[]>} */
  const found = new Map();
  for (const path of LAYERS.flatMap((layer) => filesUnder(join(sources, layer), /./)).sort()) {
    const file = path.slice(sources.length + 1);
    if (!isAsked(file) || (only.length > 0 && !only.some((each) => file.startsWith(each))))
      continue;
    const room = roomOf(file)?.path ?? '';
    const lines = found.get(room) ?? [];
    for (const [n, text] of readFileSync(path, 'utf8').split('\n').entries())
      if (isAskable(text)) lines.push({ file, line: n + 1 });
    found.set(room, lines);
  }
  return found;
}

/** As many faults of every room, each in a line of its own. @param {readonly string[]} only
 * @param {number} seed @param {number} each @returns {Promise<Mutant[]>} */
export async function drawn(only, seed, each) {
  mkdirSync(folder, { recursive: true });
  const program = await mutator(folder);
  const random = randomOf(seed);
  /** @type {Mutant[]} */
  const all = [];
  for (const lines of askableLines(only).values()) {
    // Of some lines the tool makes nothing.
    const taken = shuffled(lines, random).slice(0, 2 * each);
    /** @type {Map<string, Map<number, Mutant[]>>} */
    const made = new Map();
    for (const file of new Set(taken.map((place) => place.file))) {
      const here = taken.filter((place) => place.file === file).map(({ line }) => line);
      made.set(file, await mutantsOf(program, join(sources, file), file, here, folder));
    }
    const mutants = taken.flatMap(({ file, line }) => {
      const those = made.get(file)?.get(line) ?? [];
      return those.slice(Math.floor(random() * those.length)).slice(0, 1);
    });
    all.push(...mutants.slice(0, each));
  }
  return all;
}

/** Asks about all of them, in as many programs as it takes. @param {Mutant[]} faults
 * @param {string} filter of the tests @param {number} most how long to ask about one, in ms
 * @returns {Promise<import('./summary.mjs').Result[]>} */
export async function judge(faults, filter, most) {
  mkdirSync(folder, { recursive: true });
  /** @type {import('./summary.mjs').Result[]} */
  const judged = [];
  /** @param {Mutant} mutant @param {import('./program.mjs').Answer} answer */
  const tell = ({ file, line, before, after }, { verdict, by }) => {
    const result = { verdict, file, line, before: before.trim(), after: after.trim(), by };
    appendFileSync(results, `${JSON.stringify(result)}\n`);
    process.stdout.write(
      `${verdict} ${file}:${line}\n  ${result.before}\n  ${result.after}\n  ${by}\n`,
    );
    judged.push(result);
  };
  /** @type {Map<string, number>} */
  const noticed = new Map();
  let numbers = faults.map((_, n) => n + 1);
  while (numbers.length > 0) {
    const inside = new Map(numbers.map((n) => [n, /** @type {Mutant} */ (faults[n - 1])]));
    const { left, refused } = await compileJoined(inside);
    for (const n of refused)
      tell(/** @type {Mutant} */ (faults[n - 1]), { verdict: 'refused', by: '' });
    const tests = await lookAtTests(filter);
    // Rooms take turns, so that a run that is stopped has asked all of them.
    const jobs = inTurns([...inside]).map(([n, mutant]) => async () => {
      tell(mutant, await ask(n, within(tests, n, most), noticed));
    });
    await inParallel(jobs, cpus().length);
    numbers = left;
  }
  return judged;
}

/** @param {[number, Mutant][]} all */
function inTurns(all) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return all
    .map((each) => {
      const room = roomOf(each[1].file)?.path ?? '';
      seen.set(room, (seen.get(room) ?? 0) + 1);
      return { each, turn: seen.get(room) ?? 0 };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ each }) => each);
}
