// The fixed set of runs whose results are compared with those of another commit.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesUnder } from '../files_under.mjs';
import { root } from '../process.mjs';

/**
 * A run: its name, its kind, and its file; for a point, the point's number.
 * @typedef {{name: string, kind: 'point' | 'story' | 'exploration', path: string, point?: number}}
 * Run
 */

/** The size to which a point of an experiment is shortened. */
const SIZE = { transactions: 240, warmup: 60 };
/** Explorations that end within a second. */
const EXPLORED = ['explore-abort', 'explore-insert-delete', 'explore-steal', 'explore-updates'];

/** The transactions of this experiment are as long as its axis says: gigabytes and minutes. */
const TOO_LONG = 'rew-fig8-rollback';

/** @param {string} folder */
const filesIn = (folder) => filesUnder(join(root, 'scenarios', folder), /\.json$/).sort();

/** @param {Run['kind']} kind @param {string} path @param {number} [point] @returns {Run} */
function runOf(kind, path, point) {
  const name = basename(path, '.json');
  return point === undefined
    ? { name, kind, path }
    : { name: `${name} ${point}`, kind, path, point };
}

/**
 * The shortened experiment: the last value of whatever is swept, and a power cut in every other
 * one.
 * @param {string} path @param {boolean} crash
 */
function shortened(path, crash) {
  const { quick: _, claims: __, ...file } = JSON.parse(readFileSync(path, 'utf8'));
  const sweep = Object.fromEntries(
    Object.entries(file.sweep ?? {}).map(([name, values]) => [
      name,
      name === 'transactions' ? [SIZE.transactions] : values.slice(-1),
    ]),
  );
  const counts = file.transactions > SIZE.transactions ? SIZE : {};
  const cut = { after_transactions: SIZE.transactions + SIZE.warmup + 20 };
  const asked = crash || file.crash ? { crash: { ...file.crash, ...cut } } : {};
  // It may be about a value that is not swept any more.
  const chart = file.chart ? { chart: { ...file.chart, over: undefined } } : {};
  return { ...file, ...counts, claims: [], sweep, ...chart, ...asked };
}

/**
 * All runs, of which shortened files are put into `folder`.
 * @param {string} folder @returns {Run[]}
 */
export function fixedRuns(folder) {
  mkdirSync(folder, { recursive: true });
  // One system of each experiment, in turn.
  const points = [...filesIn('bench'), ...filesIn('experiments')]
    .filter((path) => basename(path, '.json') !== TOO_LONG)
    .map((path, index) => {
      const file = shortened(path, index % 2 === 1);
      const short = join(folder, basename(path));
      writeFileSync(short, JSON.stringify(file));
      return runOf('point', short, index % file.schemes.length);
    });
  const stories = filesIn('lectures').map((path) => runOf('story', path));
  const explorations = EXPLORED.map((name) =>
    runOf('exploration', join(root, 'scenarios/explore', `${name}.json`)),
  );
  return [...points, ...stories, ...explorations];
}
