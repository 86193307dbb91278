// The search by chance that never ends: seed after seed of the tests that make their own stories,
// over every system at its smallest. It goes on where it stopped, in build/search.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { nativeBuild } from '../native.mjs';
import { root, run } from '../process.mjs';
import { addTallies, talliesOf } from '../proofs/page.mjs';
import { compiled } from './suite.mjs';

const FILTER = 'Smallest.*:Lives.*:Races.*';
/** Seeds of one program: it begins anew often enough to stop in time. */
const SEEDS = 20;
/** Where a search begins that nobody began before: the usual runs have the seeds below. */
const FIRST_SEED = 40_000;
const MINUTES = { quick: 0, usual: 10, deep: 60 };

const home = join(root, 'build/search');
const statePath = join(home, 'state.json');

/** @typedef {import('../proofs/page.mjs').Tallies} Tallies */
/** @typedef {{next: number, failed: number[], tallies: Tallies}} State */

/** @returns {State} */
const kept = () =>
  existsSync(statePath)
    ? JSON.parse(readFileSync(statePath, 'utf8'))
    : { next: FIRST_SEED, failed: [], tallies: {} };

/** @type {import('./suite.mjs').Suite['action']} */
async function search(depth) {
  const folder = await compiled(() => nativeBuild({ targets: ['explore_tests'] }));
  mkdirSync(home, { recursive: true });
  const state = kept();
  const minutes = Number(process.env.AFTERIMAGE_MINUTES ?? MINUTES[depth]);
  const end = performance.now() + minutes * 60_000;
  let rounds = 0;
  let failed = 0;
  const work = async () => {
    do {
      const seed = state.next;
      state.next += SEEDS;
      const report = join(home, `report-${seed % (SEEDS * cpus().length)}.json`);
      const args = [`--gtest_filter=${FILTER}`, '--gtest_brief=1', `--gtest_output=json:${report}`];
      const env = { ...process.env, AFTERIMAGE_SEED: `${seed}`, AFTERIMAGE_SEEDS: `${SEEDS}` };
      const { code, output } = await run(join(folder, 'explore_tests'), args, {
        stdout: 'pipe',
        env,
      });
      rounds++;
      const made = talliesOf([JSON.parse(readFileSync(report, 'utf8'))]);
      state.tallies = addTallies(state.tallies, made);
      if (code !== 0) {
        failed++;
        state.failed.push(seed);
        writeFileSync(join(home, `failed-${seed}.txt`), output);
        process.stdout.write(`Seeds from ${seed}: see build/search/failed-${seed}.txt\n`);
      }
      writeFileSync(statePath, JSON.stringify(state, undefined, 2));
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: cpus().length }, work));
  for (const [id, tally] of Object.entries(state.tallies))
    process.stdout.write(
      `${id.padEnd(24)}${['stories', 'schedules', 'lives', 'walks']
        .map((name) => `${tally[name] ?? 0} ${name}`)
        .join(', ')}\n`,
    );
  process.stdout.write(`The next search begins with seed ${state.next}.\n`);
  return { passed: rounds - failed, failed };
}

/** @type {import('./suite.mjs').Suite[]} */
export const searchSuites = [
  {
    name: 'search',
    what: 'stories by chance for every system at its smallest, seed after seed',
    tools: ['compiler', 'gtest'],
    budget: 600,
    aside: true,
    touched: /^engine-wasm\/|^tests\/explore\//,
    action: search,
  },
];
