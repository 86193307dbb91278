// One program with all faults in it: a copy of the sources, its build, and what is asked of it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesUnder } from '../files_under.mjs';
import { must, Problem, root, run } from '../process.mjs';
import { clang } from '../tools.mjs';
import { writeIfChanged } from '../write_if_changed.mjs';
import { complained, joined } from './join.mjs';
import { batches, inOrder, testsOf } from './tests.mjs';

/** @typedef {import('./generator.mjs').Mutant} Mutant */
/** @typedef {'caught' | 'crashed' | 'endless' | 'survived' | 'unreached' | 'refused'} Verdict
 * `unreached`: no test comes to it. `refused`: it does not compile, or not beside others. */
/** @typedef {{verdict: Verdict, by: string}} Answer */

export const folder = join(root, 'build/mutants');
const source = join(folder, 'source');
const build = join(folder, 'native');
const engine = join(source, 'engine-wasm');
const PROGRAMS = ['engine_tests_traced', 'explore_tests'];
const COPIED = ['engine-wasm', 'tests/engine', 'tests/explore', 'tests/fixtures', 'scenarios'];
const SWITCH = /** @type {const} */ ([
  ['mutant_switch.h', 'engine-wasm/base'],
  ['mutant_switch.cc', 'engine-wasm/base'],
  ['mutant_listener.cc', 'tests/engine/support'],
  ['mutant_listener.cc', 'tests/explore'],
]);

/** A copy of the sources as they are, but for those that get faults.
 * @param {ReadonlySet<string>} but of engine-wasm */
function copySources(but) {
  for (const name of COPIED) {
    for (const path of filesUnder(join(root, name), /./)) {
      const file = relative(root, path);
      if (!but.has(relative('engine-wasm', file)))
        writeIfChanged(join(source, file), readFileSync(path));
    }
  }
  for (const [name, into] of SWITCH)
    writeIfChanged(join(source, into, name), readFileSync(join(root, 'web/scripts/mutants', name)));
}

/**
 * Plants faults in the copy; returns those that no program has a place for, which overlap others or
 * stand where there is nothing to choose.
 * @param {ReadonlyMap<number, Mutant>} mutants by their numbers
 * @returns {{left: number[], alone: number[]}}
 */
function plant(mutants) {
  const [left, alone] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  const files = new Set([...mutants.values()].map(({ file }) => file));
  copySources(files);
  for (const file of files) {
    const original = readFileSync(join(root, 'engine-wasm', file), 'utf8');
    const here = [...mutants].filter(([, mutant]) => mutant.file === file);
    const made = joined(
      original,
      here.map(([number, { change }]) => ({ number, change })),
    );
    writeIfChanged(join(engine, file), made.text);
    left.push(...made.left);
    alone.push(...made.alone);
  }
  return { left, alone };
}

/**
 * Builds the programs; faults that do not compile are taken out.
 * @param {Map<number, Mutant>} mutants by their numbers; those that are not in the programs are
 * taken out of the map @returns {Promise<{left: number[], refused: number[]}>}
 */
export async function compileJoined(mutants) {
  const settings = ['-DCMAKE_BUILD_TYPE=None', '-DCMAKE_CXX_FLAGS=-O2 -w -ferror-limit=0'];
  settings.push('-DAFTERIMAGE_JOIN=ON', `-DCMAKE_CXX_COMPILER=${clang()}`);
  const { left, alone } = plant(mutants);
  const refused = [...alone];
  for (const number of [...left, ...alone]) mutants.delete(number);
  await must('cmake', ['-S', engine, '-B', build, '-G', 'Ninja', ...settings], { stdout: 'pipe' });
  for (;;) {
    const targets = PROGRAMS.flatMap((name) => ['--target', name]);
    const line = ['--build', build, ...targets, '--', '-k', '0'];
    const { code, output } = await run('cmake', line, { stdout: 'pipe' });
    if (code === 0) return { left, refused };
    const bad = complained(output, (path) => {
      const told = join(engine, path.slice(path.lastIndexOf('engine-wasm/') + 12));
      const here = existsSync(told) ? told : join(engine, path);
      return existsSync(here) ? readFileSync(here, 'utf8') : undefined;
    });
    if (bad.size === 0) throw new Problem(output);
    for (const number of bad) mutants.delete(number);
    refused.push(...bad);
    plant(mutants);
  }
}

/** Runs every test once without a fault. @param {string} filter
 * @returns {Promise<import('./tests.mjs').Test[]>} */
export async function lookAtTests(filter) {
  const found = [];
  for (const program of PROGRAMS) {
    const reached = join(folder, `${program}.txt`);
    rmSync(reached, { force: true });
    const line = [`--gtest_filter=${filter}`, '--gtest_brief=1'];
    const env = { ...process.env, AFTERIMAGE_REACHED: reached };
    const { code, output } = await run(join(build, program), line, { stdout: 'pipe', env });
    if (code !== 0) throw new Problem(`${output.slice(-3000)}\n${program} fails without a fault`);
    // A program without a test of the filter's writes nothing.
    if (existsSync(reached)) found.push(...testsOf(program, readFileSync(reached, 'utf8')));
  }
  if (found.length === 0) throw new Problem(`no test is called ${filter}`);
  return found;
}

/**
 * Asks tests about a fault, until one notices.
 * @param {number} number
 * @param {readonly import('./tests.mjs').Test[]} tests
 * @param {Map<string, number>} noticed by each test so far
 * @returns {Promise<Answer>}
 */
export async function ask(number, tests, noticed) {
  const asked = inOrder(tests, number, noticed);
  if (asked.length === 0) return { verdict: 'unreached', by: '' };
  const flags = join(folder, `flags${number}.txt`);
  for (const { program, names, ms } of batches(asked)) {
    writeFileSync(flags, `--gtest_filter=${names.join(':')}\n--gtest_fail_fast\n`);
    const limit = Math.ceil(10 + (8 * ms) / 1000);
    const command = 'ulimit -v 12000000; exec timeout "$@"';
    const line = [
      '-c',
      command,
      'sh',
      `${limit}`,
      join(build, program),
      `--gtest_flagfile=${flags}`,
    ];
    const env = { ...process.env, AFTERIMAGE_MUTANT: `${number}` };
    const { code, output } = await run('sh', line, { stdout: 'pipe', env });
    if (code === 0) continue;
    const [, failed] = /\[ {2}FAILED {2}\] ([^\s,]+)/.exec(output) ?? [];
    const by = failed ?? [...output.matchAll(/\[ RUN {6}\] (\S+)/g)].at(-1)?.[1] ?? program;
    noticed.set(by, (noticed.get(by) ?? 0) + 1);
    if (code === 124) return { verdict: 'endless', by };
    return { verdict: failed ? 'caught' : 'crashed', by };
  }
  return { verdict: 'survived', by: '' };
}
