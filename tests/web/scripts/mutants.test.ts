import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../web/runner/node_engine';
import { isPlaceable, randomOf, shuffled } from '../../../web/scripts/mutants/generator.mjs';
import { changeOf, complained, joined } from '../../../web/scripts/mutants/join.mjs';
import { planted } from '../../../web/scripts/mutants/planted.mjs';
import { summary } from '../../../web/scripts/mutants/summary.mjs';
import { batches, inOrder, testsOf, within } from '../../../web/scripts/mutants/tests.mjs';

// Many faults in one program: is each of them there, and nothing else, once it is chosen?

const SOURCE = `namespace a {
struct Node {
  int count() const { return count_; }
  int count_ = 0;
};

Task<int> Find(Thread& thread, int key) {
  const int from = Begin(key);  // where it starts; "at" least
  for (int i = from; i < 10; ++i) {
    if (key == i) co_return i;
    co_await Read(thread, [&](int at) { return at + 1; });
  }
  while (Busy(key)) co_await Sleep(thread);
  switch (key) {
    case 1: return Other(key);
    default: Note("a; {b}");
  }
  Put({1, 2});
  Done();
  co_return -1;
}
}  // namespace a
`;

/** What a program does that has one of the faults: the switch is set, and the rest thrown away. */
function chosen(text: string, number: number): string {
  const bare = (code: string) => code.replace(/\s+/g, '');
  let plain = text.replace('#include "base/mutant_switch.h"\n', '');
  // Innermost first, as they never stand in each other.
  const expression = /\(\n((?:MUTANT\(\d+\) \? \(.*\) :\n)+)\(([\s\S]*?)\n\)\)/g;
  const statement = /\{\n((?:if \(MUTANT\(\d+\)\) \{.*\} else\n)+)\{ ([\s\S]*?)\n\}\n\}/g;
  plain = plain.replace(expression, (_, faults: string, unchanged: string) => {
    const one = faults.split('\n').find((line) => line.startsWith(`MUTANT(${number}) `));
    return one ? one.replace(/^MUTANT\(\d+\) \? \((.*)\) :$/, '$1') : unchanged;
  });
  plain = plain.replace(statement, (_, faults: string, unchanged: string) => {
    const one = faults.split('\n').find((line) => line.includes(`MUTANT(${number})`));
    return one ? one.replace(/^if \(MUTANT\(\d+\)\) \{ (.*) \} else$/, '$1') : unchanged;
  });
  return bare(plain.replace(/\/\/[^\n]*/g, ''));
}

const CHANGES: readonly (readonly [string, string])[] = [
  ['return count_;', 'return count_ + 1;'],
  ['Begin(key)', 'Begin(key - 1)'],
  ['i < 10', 'i <= 10'],
  ['++i', 'i += 2'],
  ['key == i', 'key != i'],
  ['co_return i;', ';'],
  ['at + 1', 'at - 1'],
  ['while (Busy', 'if (Busy'],
  ['return Other(key);', 'return key;'],
  ['Note("a; {b}");', ''],
  ['Put({1, 2});\n  Done();', 'Done();\n  Put({1, 2});'],
  ['co_return -1;', 'co_return 1;'],
];

const faultsOf = (changes: readonly (readonly [string, string])[]) =>
  changes.map(([before, after], n) => ({
    number: n + 1,
    change: changeOf(SOURCE, SOURCE.replace(before, after)),
  }));

describe('faults that are joined', () => {
  const all = joined(SOURCE, faultsOf(CHANGES));

  it('does each have a place of its own?', () => {
    expect(all.left).toEqual([]);
    expect(all.alone).toEqual([]);
  });

  it.each(CHANGES.map((_, n) => n))('is the program that of fault %i alone?', (n) => {
    const [before, after] = CHANGES[n] ?? ['', ''];
    const alone = SOURCE.replace(before, after).replace(/\/\/[^\n]*/g, '');
    expect(chosen(all.text, n + 1)).toBe(alone.replace(/\s+/g, ''));
  });

  it('is it the program without a fault where none is chosen?', () => {
    expect(chosen(all.text, 0)).toBe(SOURCE.replace(/\/\/[^\n]*/g, '').replace(/\s+/g, ''));
  });

  it('do two in one place stand beside each other, and one that overlaps them wait?', () => {
    const { left, text } = joined(
      SOURCE,
      faultsOf([
        ['i < 10', 'i <= 10'],
        ['i < 10', 'i > 10'],
        ['key == i', 'key != i'],
        ['if (key == i) co_return i;', ''],
      ]),
    );
    expect(left).toEqual([4]);
    expect(chosen(text, 2)).toContain('i>10');
  });

  it('are declarations and members left alone?', () => {
    const changes = [
      ['int count_ = 0;', 'int count_ = 1;'],
      ['const int from', 'int from'],
      ['int key) {', 'long key) {'],
    ] as const;
    expect(joined(SOURCE, faultsOf(changes)).alone).toEqual([1, 2, 3]);
  });

  it('is only what there is a place for drawn?', () => {
    const text = 'void F() {\n  const uint32_t a = 32;\n}\n';
    const change = (before: string, after: string) => changeOf(text, text.replace(before, after));
    expect(isPlaceable(text, change('= 32', '= 33'))).toBe(true);
    expect(isPlaceable(text, change('uint32_t', 'uint(32+1)_t'))).toBe(false);
    expect(isPlaceable(text, change('void F', 'int F'))).toBe(false);
  });

  it('does a complaint of the compiler name the fault?', () => {
    const lines = all.text.split('\n');
    const line = lines.findIndex((each) => each.includes('MUTANT(4)')) + 1;
    const output = `/tmp/a.cc:${line}:7: error: no\n/tmp/b.cc:1:1: error: no\n/tmp/a.cc:1:1: note: x`;
    const read = (path: string) => (path === '/tmp/a.cc' ? all.text : undefined);
    expect([...complained(output, read)]).toEqual([4]);
  });
});

describe('faults that somebody wrote down', () => {
  const line = JSON.stringify({ file: 'a.cc', before: 'Done();', after: '' });

  it('are they found in their source?', () => {
    const [fault] = planted(`# a remark\n${line}\n`, () => SOURCE);
    expect(fault?.line).toBe(SOURCE.slice(0, SOURCE.indexOf('Done();')).split('\n').length);
    expect(fault && SOURCE.slice(fault.change.from, fault.change.to)).toBe('Done();');
  });

  it('has the engine the code of those that are kept, and a place for each?', () => {
    const read = (file: string) => readFileSync(join(projectRoot(), 'engine-wasm', file), 'utf8');
    const kept = readFileSync(join(projectRoot(), 'tests/mutants/planted.jsonl'), 'utf8');
    const faults = planted(kept, read);
    expect(faults.length).toBeGreaterThan(100);
    for (const { file, before, change } of faults)
      expect(isPlaceable(read(file), change), `${file}: ${before}`).toBe(true);
  });

  it('is one refused that the source has no more, or twice?', () => {
    expect(() => planted(line, () => 'Todo();')).toThrow('not there once');
    expect(() => planted(line, () => 'Done(); Done();')).toThrow('not there once');
  });
});

describe('which tests are asked', () => {
  const tests = testsOf('program', 'Slow.a\t9000\t1,2,\nFast.b\t0\t2,\nFast.c\t300\t1,2,\n');

  it('are only those asked that come to it, the quick ones first?', () => {
    expect(inOrder(tests, 1, new Map()).map(({ name }) => name)).toEqual(['Fast.c', 'Slow.a']);
  });

  it('are the quickest asked where there is little time?', () => {
    expect(
      within(tests, 2, 1000)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Fast.b', 'Fast.c']);
    expect(within(tests, 2, Number.POSITIVE_INFINITY)).toHaveLength(3);
  });

  it('does one come first that has noticed much?', () => {
    const noticed = new Map([['Fast.c', 100]]);
    expect(inOrder(tests, 2, noticed)[0]?.name).toBe('Fast.c');
  });

  it('is each of them in one run, and each run longer than the last?', () => {
    const many = Array.from({ length: 300 }, (_, n) => ({
      program: n % 2 ? 'a' : 'b',
      name: `Test.${n}`,
      ms: 20,
      reached: new Set([1]),
    }));
    const runs = batches(many, 100);
    expect(runs.flatMap(({ names }) => names).sort()).toEqual(many.map(({ name }) => name).sort());
    expect(runs.length).toBeLessThan(20);
    expect(runs.at(-1)?.ms ?? 0).toBeGreaterThan(runs[0]?.ms ?? 0);
  });
});

describe('what they came to', () => {
  it('does the summary leave out what does not compile?', () => {
    const result = { file: 'db/a.cc', line: 1, before: '', after: '', by: '' };
    const text = summary([
      { ...result, verdict: 'caught' },
      { ...result, verdict: 'endless' },
      { ...result, verdict: 'unreached' },
      { ...result, verdict: 'refused' },
    ]);
    expect(text).toContain('| `db` | 3 | 1 | 0 | 1 | 0 | 1 | 1 | 67 % |');
  });

  it('is the same order drawn for the same seed?', () => {
    const list = Array.from({ length: 50 }, (_, n) => n);
    const drawn = shuffled(list, randomOf(7));
    expect(shuffled(list, randomOf(7))).toEqual(drawn);
    expect(drawn).not.toEqual(list);
    expect([...drawn].sort((a, b) => a - b)).toEqual(list);
  });
});
