// Instructions of real software, counted again under callgrind and held against what is kept.
import { ensure } from '../bootstrap.mjs';
import { bundleRunner } from '../lab.mjs';
import { run } from '../process.mjs';
import { tools } from '../tools.mjs';
import { count } from './counts.mjs';

/** Files of scenarios/paths whose counts have a program. */
const AGAIN = ['own', 'berkeley-db'];

/** @type {import('./suite.mjs').Suite['action']} */
async function paths(depth) {
  // A deep run asks for the counter; the others count where it is.
  if (depth === 'deep') await ensure(['counter']);
  if (depth === 'quick' || !tools.counter?.found()) {
    process.stdout.write('Left out: callgrind is not installed, or the run is a quick one.\n');
    return count();
  }
  const runner = await bundleRunner();
  const results = [];
  // The second takes half a minute, and asks for a library.
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
