// Which branches of the engine the crash explorer's tests take; docs/coverage.md is written from
// it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { branchesOf } from '../coverage/branches.mjs';
import { linesOfAll, pageOf } from '../coverage/page.mjs';
import { nativeBuild } from '../native.mjs';
import { inParallel, must, root, run } from '../process.mjs';
import { llvm } from '../tools.mjs';
import { count } from './counts.mjs';
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
  const filter = depth === 'quick' ? ['--gtest_filter=Families.KeepTheirPromise/NVLogging'] : [];
  const parts = depth === 'quick' ? 1 : 3 * cpus().length;
  /** @type {boolean[]} */
  const passed = [];
  const jobs = Array.from({ length: parts }, (_, part) => async () => {
    const env = {
      ...process.env,
      GTEST_TOTAL_SHARDS: `${parts}`,
      GTEST_SHARD_INDEX: `${part}`,
      // Programs that run at the same time write files of their own, and add to them.
      LLVM_PROFILE_FILE: join(raw, '%4m.profraw'),
    };
    const { code, output } = await run(program, ['--gtest_brief=1', ...filter], {
      stdout: 'pipe',
      env,
    });
    if (code !== 0) process.stdout.write(output);
    passed.push(code === 0);
  });
  await inParallel(jobs, cpus().length);
  const covered = await coveredFiles(folder, program, raw);
  const branches = branchesOf(covered, (file) =>
    readFileSync(join(root, 'engine-wasm', file), 'utf8').split('\n'),
  );
  writeFileSync(join(folder, 'untaken.txt'), linesOfAll(branches));
  const page = pageOf(branches, new Date().toISOString().slice(0, 10));
  process.stdout.write(page.table);
  // The page is of the tests of a usual day.
  if (depth === 'usual' && passed.every(Boolean))
    writeFileSync(join(root, 'docs/coverage.md'), page.text);
  return count(...passed, branches.size > 0);
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
