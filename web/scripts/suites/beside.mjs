// A suite that mostly waits runs in a process of its own, beside those that compute.
// `node web/scripts/suites/beside.mjs NAME DEPTH FILE [CHANGED]` is that process: it writes what
// the suite took to FILE, as JSON; CHANGED is a JSON array of paths.
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { main, Problem, run } from '../process.mjs';
import { suites } from './all.mjs';
import { processorTime } from './report.mjs';
import { reports } from './suite.mjs';
import { leaveOut, take } from './take.mjs';

/** @typedef {import('./suite.mjs').Suite} Suite */
/** @typedef {import('./suite.mjs').Depth} Depth */
/** @typedef {import('./report.mjs').Taken} Taken */

/**
 * Starts a suite beside what this process runs from now on, which gives way to it: a browser's
 * tests wait for a page for a limited time. What it prints comes as a whole when it ends.
 * @param {Suite} suite @param {Depth} depth @param {readonly string[] | undefined} changed
 * @returns {Promise<Taken>}
 */
export function startBeside({ name }, depth, changed) {
  process.stdout.write(`\n${name} begins, beside what follows.\n`);
  // A folder of reports has one file a test program: this one ends otherwise.
  const file = join(reports, `${name}.taken`);
  const words = [fileURLToPath(import.meta.url), name, depth, file];
  if (changed) words.push(JSON.stringify(changed));
  const ended = run(process.execPath, words, { stdout: 'pipe' });
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  return ended.then(({ code, output }) => {
    process.stdout.write(output);
    if (code !== 0) throw new Problem(`The process of the suite ${name} ended with ${code}.`);
    const taken = JSON.parse(readFileSync(file, 'utf8'));
    leaveOut(taken.processor);
    return taken;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(async () => {
    const [name, depth, file = '', changed] = process.argv.slice(2);
    const suite = suites.find((each) => each.name === name);
    if (!suite || (depth !== 'quick' && depth !== 'usual' && depth !== 'deep'))
      throw new Problem('usage: beside.mjs NAME quick|usual|deep FILE [CHANGED]');
    const taken = await take(suite, depth, changed ? JSON.parse(changed) : undefined);
    writeFileSync(file, JSON.stringify({ ...taken, processor: processorTime() }));
  });
