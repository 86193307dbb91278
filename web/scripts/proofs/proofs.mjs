// Runs the exploring tests natively, and writes the counts of each system, docs/proofs.md and the
// data of the page of proofs: `npm run proofs [-- --deep]`. Nothing is written where a test fails.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensure } from '../bootstrap.mjs';
import { main, Problem, root } from '../process.mjs';
import { engineSuites } from '../suites/engine.mjs';
import { reports } from '../suites/suite.mjs';
import { fileOf, pageOf, talliesOf, titlesOf } from './page.mjs';

const OWN = /^explore_\d+\.json$/;

/** The reports of the latest run alone. */
const own = () =>
  readdirSync(reports).flatMap((name) => (OWN.test(name) ? [join(reports, name)] : []));

await main(async () => {
  const { values } = parseArgs({ options: { deep: { type: 'boolean', default: false } } });
  const suite = engineSuites.find(({ name }) => name === 'explore');
  if (!suite) throw new Problem('there is no suite "explore"');
  await ensure(suite.tools);
  mkdirSync(reports, { recursive: true });
  for (const path of own()) rmSync(path);
  if (values.deep) process.env.AFTERIMAGE_DEEP = '1';
  const { failed } = await suite.action('usual');
  if (failed > 0) throw new Problem(`${failed} tests failed: the page stays as it was`);
  const made = own().map((path) => JSON.parse(readFileSync(path, 'utf8')));
  const tallies = talliesOf(made);
  const run = { day: new Date().toISOString().slice(0, 10), depth: values.deep ? 'deep' : 'usual' };
  writeFileSync(join(root, 'docs/proofs.md'), pageOf(tallies, run));
  const file = join(root, 'scenarios/breakit/proofs.json');
  writeFileSync(file, fileOf(tallies, titlesOf(made), run));
});
