import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { WasmModule } from '../../web/engine/instance/wasm_module';
import { FileRefused } from '../../web/engine/protocol/errors';
import { FAILURE_MODELS } from '../../web/engine/protocol/exploration';
import type { LitmusReply } from '../../web/engine/protocol/litmus';
import { programs, puzzles, tests } from '../../web/litmus/library';
import { gradePuzzle, type LitmusPuzzle, statementsOf } from '../../web/litmus/model/programs';
import { emptyModule, loadEngine } from '../web/support/load_engine';

let engine: WasmModule;
beforeAll(async () => {
  engine = await WasmModule.instantiate(() => loadEngine('explore'), emptyModule);
});
const ask = (text: string): LitmusReply => engine.litmus(text, 'adr');

const bare = (statement: string): string => statement.replaceAll(' ', '');

describe.each(programs)('the program $id', ({ text }) => {
  it('is answered whole under every model, with a way to every image', () => {
    for (const model of FAILURE_MODELS) {
      const reply = engine.litmus(text, model);
      expect(reply.whole).toBe(true);
      expect(reply.answer).toBeDefined();
      expect(reply.images.slice(1).every(({ way }) => way.length > 0)).toBe(true);
    }
  });

  it('asks so that what it says is so', () => {
    expect(ask(text).answer?.satisfied).toBe(true);
  });
});

/** The lines by which a step comes after another thread's in a program: the words go and back. */
const HANDSHAKE = /^(?:if )?(?:go|back)==?1$|^end$/;

const TESTS = readFileSync('tests/engine/persistency/litmus.cc', 'utf8');

it('every test of the engine is in the page', () => {
  const names = [...TESTS.matchAll(/^ {4}\{"([a-z0-9-]+)",/gm)].map(([, name]) => `test-${name}`);
  expect(tests.map(({ id }) => id).sort()).toEqual(names.sort());
});

describe.each(tests)('the test $id', ({ id, text }) => {
  it('is the one of the engine, and its last line is so', () => {
    const place = TESTS.indexOf(`{"${id.replace('test-', '')}",`);
    expect(place).toBeGreaterThan(0);
    const its = TESTS.slice(place, TESTS.indexOf('\n    {"', place)).replaceAll(' ', '');
    const [, ...threads] = text.replace(/^(never|exists).*/m, '').split('thread\n');
    const turns = /\b(?:go|back)\b/.test(text);
    for (const thread of threads) {
      const own = statementsOf(thread).map((each) => bare(each).replace(/^if/, 'if '));
      const steps = turns ? own.filter((each) => !HANDSHAKE.test(each)) : own.map(bare);
      expect(its).toContain(`"${steps.join(';')}"`);
    }
    expect(ask(text).answer?.satisfied).toBe(true);
  });
});

/** All texts with `count` write-backs or fences put into the given statements of a puzzle. */
function* filled(puzzle: LitmusPuzzle, count: number): Generator<string> {
  const bare = statementsOf(puzzle.text).filter((each) => !/^(clwb|fence|clflush)/.test(each));
  const words = new Set([...puzzle.text.matchAll(/\b([a-z]\w*) [+!=]*= ?\d/g)].map(([, w]) => w));
  const kinds = ['clwb', 'clflush'].filter((kind) => !puzzle.without?.includes(kind));
  const extra = ['fence', ...[...words].flatMap((word) => kinds.map((kind) => `${kind} ${word}`))];
  const first = bare.indexOf('thread') + 1;
  function* put(text: readonly string[], left: number, from: number): Generator<string> {
    if (left === 0) {
      yield text.join('\n');
      return;
    }
    for (let at = from; at < text.length; at++)
      for (const statement of extra)
        yield* put([...text.slice(0, at), statement, ...text.slice(at)], left - 1, at + 1);
  }
  yield* put(bare, count, first);
}

describe.each(puzzles)('the puzzle $id', (puzzle) => {
  it('is not solved as it stands, and its solution solves it', () => {
    expect(gradePuzzle(puzzle, puzzle.text, ask(puzzle.text)).kind).not.toBe('solved');
    const solved = gradePuzzle(puzzle, puzzle.solution, ask(puzzle.solution));
    expect(solved).toMatchObject({ kind: 'solved', cost: puzzle.best });
    const writeBacks = statementsOf(puzzle.solution).filter((each) => each.startsWith('cl'));
    const streamed = statementsOf(puzzle.solution).filter((each) => each.startsWith('nt '));
    // A needless write-back would write nothing.
    expect(solved).toMatchObject({ lines: writeBacks.length + streamed.length });
  });

  it('cannot be solved with less', () => {
    const cheaper: string[] = [];
    for (let count = 0; count < Math.min(puzzle.best, 3); count++)
      for (const text of filled(puzzle, count))
        if (gradePuzzle(puzzle, text, ask(text)).kind === 'solved') cheaper.push(text);
    expect(cheaper).toEqual([]);
  });
});

it('a text that is none is refused at its place', () => {
  try {
    ask('thread\n  x = 1000');
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(FileRefused);
    const [problem] = (error as FileRefused).problems;
    expect(problem).toMatchObject({ line: 2, column: 7 });
    expect(problem?.reason.zh).not.toBe('');
  }
});

it('a program of twelve statements is gone through whole', () => {
  const stores = (words: string) => [...words].map((word) => `${word} = 1`).join('\n');
  const reply = ask(`thread\n${stores('abcdef')}\nthread\n${stores('ghijkl')}`);
  expect(reply.whole).toBe(true);
  expect(reply.images).toHaveLength(2 ** 12);
});

it('one of forty is sampled, and says so', () => {
  const stores = (words: string) => [...words].map((word) => `${word} = 1`).join('\n');
  const reply = ask(
    `thread\n${stores('abcdefabcdefabcdefab')}\nthread\n${stores('ghijklghijklghijklgh')}`,
  );
  expect(reply.whole).toBe(false);
  expect(reply.images.length).toBeGreaterThan(100);
});
