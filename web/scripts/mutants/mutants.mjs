// Faults planted one at a time, as a tool makes them: which of them do the tests notice?
// `npm run mutants -- [--count N] [--seed S] [--only scheme/systems/rewind,db] [--again FILE]`
// What each came to is a line of build/mutants/results.jsonl, as it comes.
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { filesUnder } from '../files_under.mjs';
import { main, must, Problem, root, run } from '../process.mjs';
import { clang } from '../tools.mjs';
import { isAskable, mutantsOf, mutator, randomOf } from './generator.mjs';
import { isAsked, roomOf } from './rooms.mjs';

/** @typedef {import('./generator.mjs').Mutant} Mutant */
/** @typedef {'caught' | 'crashed' | 'endless' | 'survived' | 'same' | 'refused'} Verdict
 * `same`: the compiler makes the same code of it. `refused`: it does not compile. */

const folder = join(root, 'build/mutants');
const source = join(folder, 'source');
const build = join(folder, 'native');
const engine = join(source, 'engine-wasm');
const results = join(folder, 'results.jsonl');
const PROGRAMS = { engine: 'engine_tests_traced', explore: 'explore_tests' };

/**
 * A copy of the sources, in which faults are planted, and its build: quick to compile, with all
 * checks.
 */
async function prepare() {
  mkdirSync(folder, { recursive: true });
  for (const name of ['engine-wasm', 'tests/engine', 'tests/explore', 'scenarios'])
    cpSync(join(root, name), join(source, name), { recursive: true, preserveTimestamps: true });
  const settings = [
    '-DCMAKE_BUILD_TYPE=None',
    '-DCMAKE_CXX_FLAGS=-O1',
    '-DAFTERIMAGE_JOIN=ON',
    `-DCMAKE_CXX_COMPILER=${clang()}`,
  ];
  await must('cmake', ['-S', engine, '-B', build, '-G', 'Ninja', ...settings], { stdout: 'pipe' });
  const { code, output } = await compile();
  if (code !== 0) throw new Problem(output);
}

const compile = () =>
  run(
    'cmake',
    ['--build', build, ...Object.values(PROGRAMS).flatMap((name) => ['--target', name])],
    {
      stdout: 'pipe',
    },
  );

/** A digest of the sources of the test programs. */
function digest() {
  const hash = createHash('sha256');
  for (const name of Object.values(PROGRAMS)) hash.update(readFileSync(join(build, name)));
  return hash.digest('hex');
}

/** Runs the tests that are near, until one fails.
 * @param {import('./rooms.mjs').Room} room @returns {Promise<{verdict: Verdict, by: string}>} */
async function ask(room) {
  for (const [kind, name] of Object.entries(PROGRAMS)) {
    const filter = kind === 'engine' ? room.engine : room.explore;
    const width = cpus().length;
    const shards = Array.from({ length: width }, (_, shard) =>
      run(
        'timeout',
        [
          '900',
          join(build, name),
          `--gtest_filter=${filter}`,
          '--gtest_fail_fast',
          '--gtest_brief=1',
        ],
        {
          stdout: 'pipe',
          env: { ...process.env, GTEST_TOTAL_SHARDS: `${width}`, GTEST_SHARD_INDEX: `${shard}` },
        },
      ),
    );
    for (const { code, output } of await Promise.all(shards)) {
      if (code === 0) continue;
      const by = /\[ {2}FAILED {2}\] (\S+)/.exec(output)?.[1] ?? '';
      if (code === 124) return { verdict: 'endless', by: name };
      return by
        ? { verdict: 'caught', by }
        : { verdict: 'crashed', by: `${name}: ${output.slice(-300)}` };
    }
  }
  return { verdict: 'survived', by: '' };
}

/**
 * Plants one fault, asks, and takes it out again.
 * @param {Mutant} mutant
 * @param {string} unchanged digest
 */
async function judge(mutant, unchanged) {
  const path = join(engine, mutant.file);
  const original = readFileSync(path, 'utf8');
  const room = roomOf(mutant.file);
  if (!room) throw new Problem(`${mutant.file} is in no room`);
  writeFileSync(path, mutant.text);
  try {
    const { code } = await compile();
    if (code !== 0) return { verdict: /** @type {Verdict} */ ('refused'), by: '' };
    if (digest() === unchanged) return { verdict: /** @type {Verdict} */ ('same'), by: '' };
    return await ask(room);
  } finally {
    writeFileSync(path, original);
  }
}

/** Files by their number of lines that may be asked. @param {readonly string[]} only */
function files(only) {
  return ['scheme', 'log', 'db', 'tier']
    .flatMap((layer) =>
      filesUnder(join(engine, layer), /./).map((path) => path.slice(engine.length + 1)),
    )
    .filter(
      (file) => isAsked(file) && (only.length === 0 || only.some((path) => file.startsWith(path))),
    )
    .map((file) => ({
      file,
      lines: readFileSync(join(engine, file), 'utf8').split('\n').filter(isAskable).length,
    }));
}

/** @template T @param {readonly T[]} list @param {() => number} random */
const oneOf = (list, random) => list[Math.floor(random() * list.length)];

/** The file in which the line with this number is, counted through all of them.
 * @param {readonly {file: string, lines: number}[]} weighed @param {number} line */
function at(weighed, line) {
  let before = 0;
  for (const each of weighed) {
    before += each.lines;
    if (line < before) return each;
  }
  throw new Problem(`there is no line ${line}`);
}

/** Draws mutants without end. @param {readonly string[]} only @param {number} seed */
async function* drawn(only, seed) {
  const program = await mutator(folder);
  const random = randomOf(seed);
  const weighed = files(only);
  const all = weighed.reduce((sum, { lines }) => sum + lines, 0);
  if (all === 0) throw new Problem(`nothing to ask in ${only.join(', ')}`);
  for (;;) {
    const { file } = at(weighed, random() * all);
    const made = await mutantsOf(program, engine, file, folder);
    const line = oneOf(
      [...made.keys()].sort((a, b) => a - b),
      random,
    );
    const mutant = line === undefined ? undefined : oneOf(made.get(line) ?? [], random);
    if (mutant) yield mutant;
  }
}

/** @param {readonly {verdict: Verdict}[]} judged */
function summary(judged) {
  /** @param {...Verdict} verdicts */
  const of = (...verdicts) => judged.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const [noticed, survived] = [of('caught', 'crashed', 'endless'), of('survived')];
  return (
    `${noticed} of ${noticed + survived} noticed (${of('crashed')} by a crash, ${of('endless')} ` +
    `without an end); ${of('same')} are the same code, ${of('refused')} do not compile`
  );
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
    },
  });
  const only = values.only.split(',').filter(Boolean);
  await prepare();
  const unchanged = digest();
  /** @type {{verdict: Verdict}[]} */
  const judged = [];
  for await (const mutant of drawn(only, Number(values.seed))) {
    const { verdict, by } = await judge(mutant, unchanged);
    const { file, line, before, after } = mutant;
    const result = { verdict, file, line, before: before.trim(), after: after.trim(), by };
    appendFileSync(results, `${JSON.stringify(result)}\n`);
    process.stdout.write(
      `${verdict} ${file}:${line}\n  ${before.trim()}\n  ${after.trim()}\n  ${by}\n`,
    );
    judged.push(result);
    const counted = judged.filter(({ verdict: each }) => each !== 'same' && each !== 'refused');
    if (counted.length >= Number(values.count)) break;
  }
  process.stdout.write(`${summary(judged)}\n`);
  if (!existsSync(results)) throw new Problem('nothing was asked');
});
