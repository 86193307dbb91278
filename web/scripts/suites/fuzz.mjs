// Fuzzing: every input that once found something, then all targets in turn for a fixed time.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { nativeBuild } from '../native.mjs';
import { root, run } from '../process.mjs';
import { count, sum } from './counts.mjs';
import { compiled } from './suite.mjs';

/** @typedef {import('./counts.mjs').Count} Count */

/**
 * The targets, each with the folders of its first inputs, the files whose users' programs are first
 * inputs, and the longest input.
 * @type {readonly {name: string, seeds: readonly string[], programs?: readonly string[],
 * longest: number}[]}
 */
const targets = [
  { name: 'recovery_fuzzer', seeds: ['tests/fuzz/corpus/recovery'], longest: 512 },
  {
    name: 'scenario_fuzzer',
    seeds: ['scenarios/lectures', 'scenarios/bench', 'tests/fuzz/corpus/scenario'],
    longest: 16384,
  },
  { name: 'experiment_fuzzer', seeds: ['scenarios/experiments'], longest: 16384 },
  {
    name: 'program_fuzzer',
    seeds: ['tests/fuzz/corpus/program'],
    programs: ['scenarios/own/assignments.json', 'scenarios/own/examples.json'],
    longest: 4096,
  },
  {
    name: 'trace_fuzzer',
    seeds: ['tests/fuzz/corpus/trace', 'tests/fixtures/pg_wal/forms', 'tests/fixtures/work'],
    longest: 8192,
  },
];
const rounds = 2;
const work = join(root, 'build/fuzz/work');
const findings = join(root, 'build/fuzz/findings');

/** @param {string} folder relative to the project @returns {string[]} */
const filesIn = (folder) => {
  const path = join(root, folder);
  return existsSync(path)
    ? readdirSync(path)
        .sort()
        .map((name) => join(path, name))
    : [];
};

/**
 * The programs in a file: beginnings and solutions of assignments, and examples.
 * @param {string} file @returns {string[]}
 */
function programsIn(file) {
  /** @type {string[]} */
  const found = [];
  JSON.parse(readFileSync(join(root, file), 'utf8'), (key, value) => {
    if ((key === 'text' || key === 'solution') && typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

/**
 * A finding ends the program; an input may take 20 s, which no input should approach.
 * @param {string} folder @param {string} name @param {readonly string[]} args
 */
const fuzzer = (folder, name, args) =>
  run(join(folder, name), ['-timeout=20', '-rss_limit_mb=2048', ...args], { stdout: 'pipe' });

/** @param {string} folder @param {string} name @returns {Promise<Count>} */
async function regressions(folder, name) {
  const files = filesIn(`tests/fuzz/regressions/${name}`);
  const results = [];
  for (const file of files) {
    const { code, output } = await fuzzer(folder, name, [`-artifact_prefix=${findings}/`, file]);
    if (code !== 0) process.stdout.write(`${name} fails again on ${basename(file)}:\n${output}`);
    results.push(code === 0);
  }
  return count(...results);
}

/**
 * Collects the first inputs anew, so that a run depends on nothing before it.
 * @param {typeof targets[number]} target
 */
function prepare({ name, seeds, programs = [] }) {
  const corpus = join(work, name);
  mkdirSync(corpus, { recursive: true });
  for (const file of seeds.flatMap(filesIn)) copyFileSync(file, join(corpus, basename(file)));
  for (const [i, program] of programs.flatMap(programsIn).entries())
    writeFileSync(join(corpus, `program-${i}`), program);
}

/**
 * @param {string} folder
 * @param {typeof targets[number]} target
 * @param {number} round
 * @param {number} seconds
 */
async function slice(folder, { name, longest }, round, seconds) {
  const { code, output } = await fuzzer(folder, name, [
    `-seed=${round + 1}`,
    `-max_total_time=${seconds}`,
    `-max_len=${longest}`,
    '-print_final_stats=1',
    `-artifact_prefix=${findings}/${name}-`,
    join(work, name),
  ]);
  const inputs = /number_of_executed_units: (\d+)/.exec(output)?.[1] ?? '0';
  process.stdout.write(`${name}: ${inputs} inputs in ${seconds} s\n`);
  if (code !== 0) {
    process.stdout.write(`${output.slice(-20000)}\n${name} found something: see ${findings}\n`);
  }
  return code === 0;
}

/** The seconds for all targets together; 0 runs only the inputs with earlier findings. */
const secondsFor = { quick: 0, usual: 20, deep: 120 };

/**
 * One count for each target and regression input.
 * @param {import('./suite.mjs').Depth} depth
 * @returns {Promise<Count>}
 */
export async function fuzz(depth) {
  const seconds = secondsFor[depth];
  const names = targets.map(({ name }) => name);
  const folder = await compiled(() =>
    nativeBuild({ kind: 'sanitize', targets: names, comparisons: depth === 'deep' }),
  );
  rmSync(work, { recursive: true, force: true });
  mkdirSync(findings, { recursive: true });
  const known = [];
  for (const { name } of targets) known.push(await regressions(folder, name));
  if (seconds === 0) return sum(known);
  for (const target of targets) prepare(target);
  const good = targets.map(() => true);
  for (let round = 0; round < rounds; ++round) {
    for (const [i, target] of targets.entries()) {
      const fine = await slice(folder, target, round, seconds / (rounds * targets.length));
      good[i] = good[i] === true && fine;
    }
  }
  return sum([...known, count(...good)]);
}
