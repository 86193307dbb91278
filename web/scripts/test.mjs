// `npm test`: installs what is missing, then runs every check. `npm test -- types web` runs some.
// The last line sums all suites: `N passed, N failed`.
import { mkdirSync, rmSync } from 'node:fs';
import { ensure } from './bootstrap.mjs';
import { sum } from './counts.mjs';
import { main, Problem } from './process.mjs';
import { reports, suites } from './suites.mjs';

/** @param {readonly string[]} names none for all */
function choose(names) {
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    const known = suites.map(({ name }) => name).join(', ');
    throw new Problem(`No suite is called ${unknown.join(', ')}; there are ${known}.`);
  }
  return suites.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** @param {import('./suites.mjs').Suite} suite */
async function timed({ name, what, action }) {
  process.stdout.write(`\n== ${name}: ${what}\n`);
  const start = performance.now();
  const counted = await action().catch((error) => {
    process.stdout.write(`${error instanceof Problem ? error.message : error.stack}\n`);
    return { passed: 0, failed: 1 };
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const line = `${name.padEnd(9)} ${seconds.padStart(6)} s   ${counted.passed} ok, ${counted.failed} not ok`;
  process.stdout.write(`-- ${line}\n`);
  return { counted, line };
}

await main(async () => {
  const chosen = choose(process.argv.slice(2));
  await ensure([...new Set(chosen.flatMap(({ tools }) => tools))]);
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  const results = [];
  for (const suite of chosen) results.push(await timed(suite));
  const { passed, failed } = sum(results.map(({ counted }) => counted));
  const table = results.map(({ line }) => line).join('\n');
  process.stdout.write(`\n${table}\n\n${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
});
