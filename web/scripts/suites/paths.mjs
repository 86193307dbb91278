// The instructions of real software, counted again under callgrind and compared with the kept
// counts.
import { ensure } from '../bootstrap.mjs';
import { bundleRunner } from '../lab.mjs';
import { run } from '../process.mjs';
import { tools } from '../tools.mjs';
import { count } from './counts.mjs';

/** The files of scenarios/paths whose counts have a program. */
const AGAIN = ['own', 'berkeley-db'];

/** @type {import('./suite.mjs').Suite['action']} */
async function paths(depth) {
  // A deep run requires the counter; the others use it where it exists.
  if (depth === 'deep') await ensure(['counter']);
  if (depth === 'quick' || !tools.counter?.found()) {
    process.stdout.write('Left out: callgrind is not installed, or the run is a quick one.\n');
    return count();
  }
  const runner = await bundleRunner();
  const results = [];
  // The second program takes half a minute, and needs a library.
  const names = depth === 'deep' ? AGAIN : AGAIN.slice(0, 1);
  for (const name of names) {
    const { code } = await run(process.execPath, [runner, 'paths', '--check', name]);
    results.push(code === 0);
  }
  return count(...results);
}

/** @type {import('./suite.mjs').Suite[]} */
export const pathSuites = [
  {
    name: 'paths',
    what: 'instructions of real software, counted again',
    tools: [],
    budget: 4,
    touched: /^tests\/paths\/|^scenarios\/paths\/|^web\/runner\/paths\//,
    action: paths,
  },
];
