// Faults drawn by chance in every room of the engine: do the tests notice as many as they did?
import { drawn, judge } from '../mutants/ask.mjs';
import { rooms } from '../mutants/rooms.mjs';
import { noticedOf, summary } from '../mutants/summary.mjs';

/** About how many faults are drawn. */
const FAULTS = { quick: 0, usual: 60, deep: 300 };
/** How long the tests are asked about one, in ms. */
const MOST = 40_000;
/** The share that has to be noticed (docs/testing.md has what was measured). */
const LEAST = 0.6;

/** `AFTERIMAGE_SEED` draws others. @type {import('./suite.mjs').Suite['action']} */
async function mutants(depth) {
  const seed = Number(process.env.AFTERIMAGE_SEED ?? 1);
  const each = Math.ceil(FAULTS[depth] / rooms.length);
  const judged = await judge(await drawn([], seed, each), '*', MOST);
  const { noticed, asked } = noticedOf(judged);
  process.stdout.write(`${summary(judged)}\n`);
  const enough = noticed >= LEAST * asked;
  if (!enough) process.stdout.write(`Of ${asked} faults only ${noticed} were noticed.\n`);
  return { passed: enough ? noticed : 0, failed: enough ? 0 : 1 };
}

/** @type {import('./suite.mjs').Suite[]} */
export const mutantSuites = [
  {
    name: 'mutants',
    what: 'faults drawn by chance, of which the tests must notice most',
    tools: ['compiler', 'gtest'],
    budget: 1200,
    aside: true,
    touched: /^engine-wasm\/|^tests\/(explore|engine|mutants)\//,
    action: mutants,
  },
];
