// Runs one suite and says what it took.
import { Problem } from '../process.mjs';
import { lineOf, processorTime } from './report.mjs';
import { takeCompiling } from './suite.mjs';

/** @typedef {import('./suite.mjs').Suite} Suite */
/** @typedef {import('./suite.mjs').Depth} Depth */
/** @typedef {import('./report.mjs').Taken} Taken */

/** Processor time of suites that ran beside others, once they have ended. */
let besideTime = 0;

/** Seconds of processor time of this process without what ran beside. */
function ownTime() {
  const all = processorTime();
  return all === undefined ? undefined : all - besideTime;
}

/** Leaves a suite that ran beside this process, and has just ended, out of other suites' times.
 * @param {number | undefined} processor */
export const leaveOut = (processor = 0) => {
  besideTime += processor;
};

/** @param {Suite} suite @param {Depth} depth @param {readonly string[] | undefined} changed
 * @returns {Promise<Taken>} */
export async function take({ name, what, budget, action }, depth, changed) {
  process.stdout.write(`\n== ${name}: ${what}\n`);
  const start = performance.now();
  const before = ownTime();
  takeCompiling();
  const counted = await action(depth, changed).catch((error) => {
    process.stdout.write(`${error instanceof Problem ? error.message : error.stack}\n`);
    return { passed: 0, failed: 1 };
  });
  const after = ownTime();
  const taken = {
    ...{ name, ...counted, compiling: takeCompiling() },
    seconds: (performance.now() - start) / 1000,
    processor: before === undefined || after === undefined ? undefined : after - before,
    budget: depth === 'usual' && !changed ? budget : undefined,
  };
  process.stdout.write(`-- ${lineOf(taken)}\n`);
  return taken;
}
