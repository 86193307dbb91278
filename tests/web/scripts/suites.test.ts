import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { suites } from '../../../web/scripts/suites/all.mjs';
import { concerned } from '../../../web/scripts/suites/changed.mjs';
import { failures, slowest, table } from '../../../web/scripts/suites/report.mjs';
import { specsFor, specsOfDay } from '../../../web/scripts/suites/specs.mjs';

/** The suites of a run that names none. */
const usual = suites.filter(({ aside }) => !aside);
const namesFor = (...files: string[]) => concerned(usual, files).map(({ name }) => name);
const MINUTES = 15;

describe('what can a change break?', () => {
  it.each([
    ['nothing', [], []],
    ['a document that tests read', ['docs/mutations.md'], ['web']],
    ['a picture', ['docs/lecture.gif'], ['web']],
    [
      'a test of the explorer',
      ['tests/explore/stories.cc'],
      ['lint', 'layers', 'numbers', 'explore'],
    ],
    [
      'a browser test',
      ['tests/e2e/race.spec.ts'],
      ['types', 'lint', 'layers', 'numbers', 'build', 'e2e'],
    ],
    [
      'a view',
      ['web/race/transport.tsx'],
      ['types', 'lint', 'layers', 'numbers', 'web', 'build', 'e2e'],
    ],
  ])('%s', (_what, files, expected) => {
    expect(namesFor(...files)).toEqual(expected);
  });

  it('the engine: everything but what looks at TypeScript, or at other software, only', () => {
    const others = ['types', 'paths'];
    const all = usual.map(({ name }) => name).filter((name) => !others.includes(name));
    expect(namesFor('engine-wasm/sim/kernel.cc')).toEqual(all);
    expect(namesFor('engine-wasm/api/c_api.h')).toEqual(['engine', 'types', ...all.slice(1)]);
  });
});

describe('which browser tests does a change ask for?', () => {
  it.each([
    ['browser tests alone: these', ['tests/e2e/race.spec.ts'], ['tests/e2e/race.spec.ts']],
    ['what all views use: all', ['web/race/transport.tsx', 'web/ui/picture/qr.ts'], undefined],
    ['the engine: all', ['engine-wasm/sim/kernel.cc'], undefined],
  ])('%s', (_what, files, expected) => {
    expect(specsFor(files)).toEqual(expected);
  });

  it('a view: its own and those of every view, all of which there are', () => {
    const specs = specsFor(['web/lab/lab_view.tsx', 'tests/web/lab/lab.test.ts']) ?? [];
    expect(specs).toContain('tests/e2e/builder.spec.ts');
    expect(specs).toContain('tests/e2e/widths.spec.ts');
    expect(specs).not.toContain('tests/e2e/race.spec.ts');
    const rooms = readdirSync('web').map((room) => specsFor([`web/${room}/view.tsx`]) ?? []);
    expect(rooms.flat().filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('which browser tests does a usual run have?', () => {
  const days = [0, 1, 2, 3, 4].map((day) => specsOfDay(20787 + day));
  const all = readdirSync('tests/e2e').filter((name) => name.endsWith('.spec.ts'));

  it('each within five days, and every day those of what all views share', () => {
    const within = new Set(days.flat());
    expect([...within].sort()).toEqual(all.map((name) => `tests/e2e/${name}`).sort());
    for (const specs of days) {
      expect(new Set(specs).size).toBe(specs.length);
      for (const name of ['access', 'first_page', 'lecture_flow', 'links', 'offline', 'stepping'])
        expect(specs).toContain(`tests/e2e/${name}.spec.ts`);
    }
  });

  it('those of single views on one day of five each', () => {
    const every = days.flat();
    const times = (name: string) => every.filter((each) => each === name).length;
    expect(times('tests/e2e/race.spec.ts')).toBe(1);
    expect(times('tests/e2e/lab.spec.ts')).toBe(1);
    expect(new Set(every.map(times))).toEqual(new Set([1, 5]));
  });
});

describe('what does a run say that it took?', () => {
  const taken = (name: string, seconds: number, budget: number | undefined) => ({
    name,
    seconds,
    budget,
    compiling: 2,
    processor: seconds * 1.5,
    passed: 3,
    failed: 0,
  });

  it('a suite over its budget is named, and all are summed', () => {
    const lines = table([taken('fast', 4, 10), taken('slow', 30, 20)]).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).not.toContain('over');
    expect(lines[2]).toMatch(/^slow .* over its budget$/);
    expect(lines[3]?.split(/\s+/).slice(0, 5)).toEqual(['all', '34', '4', '51', '30']);
    // A depth without a budget is never over it.
    expect(table([taken('slow', 30, undefined)])).not.toContain('over');
  });

  it('budgets add up to no more than a quarter of an hour', () => {
    const sum = usual.reduce((total, { budget }) => total + budget, 0);
    expect(sum).toBeLessThanOrEqual(MINUTES * 60);
  });

  it('the slowest tests come from the reports of every runner', () => {
    const folder = mkdtempSync(join(tmpdir(), 'reports-'));
    const write = (name: string, report: unknown) =>
      writeFileSync(join(folder, name), JSON.stringify(report));
    write('native_3.json', {
      testsuites: [{ name: 'Log', testsuite: [{ name: 'Wraps', time: '2.5s' }] }],
    });
    write('web.json', {
      testResults: [{ assertionResults: [{ fullName: 'a link opens', duration: 1500 }] }],
    });
    const specs = [
      { file: 'race.spec.ts', title: 'runs', tests: [{ results: [{ duration: 4000 }] }] },
    ];
    write('e2e.json', { suites: [{ suites: [{ specs }] }] });
    expect(slowest(folder, 2)).toMatchObject([
      { name: 'e2e race.spec.ts: runs', seconds: 4 },
      { name: 'native Log.Wraps', seconds: 2.5 },
    ]);
    expect(slowest(folder, 9)).toHaveLength(3);
    expect(failures(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('the tests that failed come with the beginning of their messages', () => {
    const folder = mkdtempSync(join(tmpdir(), 'reports-'));
    const write = (name: string, report: unknown) =>
      writeFileSync(join(folder, name), JSON.stringify(report));
    const failed = {
      name: 'Wraps',
      time: '2.5s',
      failures: [{ failure: 'Expected: 1\nWhich: 2' }],
    };
    write('native_3.json', { testsuites: [{ name: 'Log', testsuite: [failed] }] });
    write('web.json', {
      testResults: [
        { name: 'link.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
        {
          status: 'failed',
          assertionResults: [
            {
              fullName: 'a link opens',
              status: 'failed',
              failureMessages: ['\u001b[31mno\u001b[39m'],
            },
            { fullName: 'a link closes', status: 'passed', failureMessages: [] },
          ],
        },
      ],
    });
    const results = [{ duration: 4000, error: { message: 'too late' } }, { duration: 3000 }];
    write('e2e.json', {
      suites: [{ specs: [{ file: 'race.spec.ts', title: 'runs', tests: [{ results }] }] }],
    });
    expect(failures(folder).sort()).toEqual([
      'e2e race.spec.ts: runs\n  too late',
      'native Log.Wraps\n  Expected: 1\n  Which: 2',
      'web a link opens\n  no',
      'web link.test.ts\n  no such module',
    ]);
    rmSync(folder, { recursive: true });
  });
});
