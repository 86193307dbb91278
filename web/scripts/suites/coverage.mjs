// Which branches of the engine the crash explorer's tests take; docs/coverage.md is written from
// it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { branchesOf } from '../coverage/branches.mjs';
import { linesOfAll, pageOf } from '../coverage/page.mjs';
import { nativeBuild } from '../native.mjs';
import { must, root } from '../process.mjs';
import { llvm } from '../tools.mjs';
import { count, sum } from './counts.mjs';
import { EXPLORE_SMOKE, googleTests } from './engine.mjs';
import { compiled } from './suite.mjs';

/** @type {import('./suite.mjs').Suite['action']} */
async function coverage(depth) {
  const folder = await compiled(() =>
    nativeBuild({ kind: 'coverage', targets: ['explore_tests'] }),
  );
  const program = join(folder, 'explore_tests');
  const raw = join(folder, 'raw');
  rmSync(raw, { recursive: true, force: true });
  mkdirSync(raw);
  const quick = depth === 'quick';
  const tests = { name: 'coverage', command: [program], ...(quick && { filter: EXPLORE_SMOKE }) };
  // Programs that run at the same time write files of their own, and add to them.
  const counted = await googleTests([tests], quick ? 1 : undefined, {
    LLVM_PROFILE_FILE: join(raw, '%4m.profraw'),
  });
  const covered = await coveredFiles(folder, program, raw);
  const branches = branchesOf(covered, (file) =>
    readFileSync(join(root, 'engine-wasm', file), 'utf8').split('\n'),
  );
  writeFileSync(join(folder, 'untaken.txt'), linesOfAll(branches));
  const page = pageOf(branches, new Date().toISOString().slice(0, 10));
  process.stdout.write(page.table);
  // The page is of the tests of a usual day.
  if (depth === 'usual' && counted.failed === 0)
    writeFileSync(join(root, 'docs/coverage.md'), page.text);
  return sum([counted, count(branches.size > 0)]);
}

/** @param {string} folder @param {string} program @param {string} raw */
async function coveredFiles(folder, program, raw) {
  const data = join(folder, 'explore.profdata');
  await must(llvm('llvm-profdata') ?? '', ['merge', '-sparse', raw, '-o', data]);
  const args = ['export', program, `-instr-profile=${data}`];
  const { output } = await must(llvm('llvm-cov') ?? '', args, { stdout: 'pipe' });
  return JSON.parse(output).data[0].files;
}

/** @type {import('./suite.mjs').Suite[]} */
export const coverageSuites = [
  {
    name: 'coverage',
    what: 'which branches of the engine the explorer takes',
    tools: ['compiler', 'gtest', 'coverage'],
    budget: 300,
    aside: true,
    touched: /^engine-wasm\/|^tests\/explore\//,
    action: coverage,
  },
];
