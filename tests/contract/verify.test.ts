import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scenario } from '../../web/engine/protocol';
import { withMutations } from '../../web/model/scenario/mutants';
import { projectRoot } from '../../web/runner/node_engine';
import { type LabRunner, labRunner } from '../web/support/lab_runner';

// `lab verify` on what ships with the application.

let lab: LabRunner['lab'];
let file: LabRunner['file'];
beforeAll(async () => {
  ({ lab, file } = await labRunner('verify'));
});

function lecture(id: string, mutations?: readonly string[]): string {
  const path = join(projectRoot(), 'scenarios/lectures', `${id}.json`);
  const scenario = JSON.parse(readFileSync(path, 'utf8')) as Scenario;
  const name = `${id}${mutations ? `-${mutations.join('-')}` : ''}.json`;
  return file(name, mutations ? withMutations(scenario, mutations) : scenario);
}

describe('lab verify', () => {
  it.each([
    ['state-bit-last', 'state-bit-first', 'never-existed'],
    ['state-bit-last', 'delay-persist-3-1', 'visible'],
    ['page-never-written', 'acknowledge-first', 'lost'],
    ['list-crash-any-line', 'leave-out-append-3-1', 'damaged'],
  ])(
    'finds nothing in %s, and with %s that a promise is broken: %s',
    async (id, mutation, verdict) => {
      const whole = await lab('verify', lecture(id));
      expect([whole.code, whole.stderr]).toEqual([0, '']);
      const report = JSON.parse(whole.stdout);
      expect(report).toMatchObject({ id, failures: [], exact: true, cancelled: false, depth: 1 });
      expect(report.pairs).toBeGreaterThan(report.runs);
      expect(Object.keys(report.verdicts)).toEqual(['consistent']);

      const broken = await lab('verify', lecture(id, [mutation]), '--save', 'failure.json');
      expect(broken.code).toBe(1);
      const { failures, mutations } = JSON.parse(broken.stdout);
      expect(mutations).toEqual([mutation]);
      expect(failures.map((failure: { verdict: string }) => failure.verdict)).toContain(verdict);
      expect(failures.every((failure: { replayed: boolean }) => failure.replayed)).toBe(true);
      expect(broken.stderr).toMatch(/^saved: .*events \d+ -> \d+, .*\d+ explorations$/m);

      // The saved failure is an ordinary scenario, whose power cuts lead to the same.
      const replay = await lab('run', 'failure.json');
      expect([replay.code, replay.stderr]).toEqual([0, '']);
      expect(JSON.parse(replay.stdout).verdicts.at(-1).verdict).toBe(failures[0].verdict);
    },
  );

  it('has a row for each mutation of the scheme and of its lines', async () => {
    const { code, stdout } = await lab('verify', lecture('page-never-written'), '--mutations');
    expect(code).toBe(0);
    const { matrix } = JSON.parse(stdout);
    const row = (name: string) =>
      matrix.find(({ mutation }: { mutation: string }) => mutation === name);
    expect(row('acknowledge-first')).toMatchObject({ verdict: 'lost', cuts: 1, exact: true });
    expect(row('page-before-log')).toMatchObject({ verdict: null, cuts: 0 });
    expect(row('leave-out-flush-1-1')).toMatchObject({ verdict: 'damaged', exact: true });
    expect(matrix.some((each: { refused?: string }) => each.refused)).toBe(false);
  });

  it('looks at less with a sample or fewer power cuts, and says which', async () => {
    const name = lecture('list-crash-any-line');
    const whole = JSON.parse((await lab('verify', name, '--depth', '0')).stdout);
    const part = JSON.parse((await lab('verify', name, '--depth=0', '--sample', '3')).stdout);
    expect(part.sample).toBe(3);
    expect(part.points.length).toBeLessThan(whole.points.length / 4);
    expect(whole.depth).toBe(0);
    expect(Object.values(whole.verdicts).every((pair) => (pair as number[])[1] === 0)).toBe(true);
  });

  it('draws images where it is told to, the same for the same seed', async () => {
    const name = lecture('list-crash-any-line');
    const drawn = async (seed: number) => {
      const { code, stdout } = await lab('verify', name, '--images', '2', '--sample', String(seed));
      expect(code).toBe(0);
      return JSON.parse(stdout);
    };
    const one = await drawn(1);
    expect(one).toMatchObject({ images: 2, exact: false, failures: [] });
    expect(one.verdicts.consistent[0]).toBe(2 * one.points.length);
    expect(await drawn(1)).toEqual(one);
  });

  it('says so where the limit ended it', async () => {
    const { code, stdout, stderr } = await lab(
      'verify',
      lecture('list-crash-any-line'),
      '--runs=9',
    );
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ exact: false, limit: 'runs', failures: [] });
    expect(stderr).toMatch(
      /not exhaustive: stopped after 9 recoveries, \d+ images: .* sample instead/,
    );
  });

  it('stays within its memory where one point has too many images, and says so', async () => {
    const path = join(projectRoot(), 'scenarios/explore/explore-steal.json');
    const scenario = JSON.parse(readFileSync(path, 'utf8')) as Scenario;
    const scheme = { id: 'nv-disk-decentralized' }; // its log in tmpfs, at standard prices
    const name = file('tmpfs.json', { ...scenario, scheme });
    const { code, stdout, stderr } = await lab('verify', name, '--memory', '16');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ exact: false, limit: 'memory', failures: [] });
    expect(stderr).toContain('what is kept of them has filled its memory; sample instead');
    const drawn = await lab('verify', name, '--memory', '64', '--images', '2', '--depth', '0');
    expect([drawn.code, drawn.stderr]).toEqual([0, '']);
  });

  it.each([
    [['--model', 'none'], /--model is one of adr, eadr, wsp/],
    [['--depth', '-1'], /--depth (needs a value|is a whole number)/],
    [['--runs', '0'], /--runs is a whole number/],
    [['--memory', '5000'], /--memory is a whole number from 1 to 1000/],
    [['--depths', '1'], /unknown option --depths/],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stdout, stderr } = await lab('verify', lecture('stolen-page'), ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('ends with 2 and says where, for a file that is wrong', async () => {
    file('bad.json', '{\n  "format": 1,\n}');
    const { code, stdout, stderr } = await lab('verify', 'bad.json');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^bad\.json:3:1: not JSON/);
    expect((await lab('verify', lecture('stolen-page', ['no-such']))).code).toBe(2);
    expect((await lab('verify', 'nowhere.json')).code).toBe(2);
  });

  // T2 reads a record whose lock T1 released early; without a mutation, T1 is durable before T2
  // gets its answer.
  it('goes on behind a crash, in as many lives as the script has', async () => {
    const story = (mutations: readonly string[] = []) => ({
      format: 1,
      id: 'lives',
      kind: 'scenario',
      title: { en: 't', zh: '题' },
      machine: { id: 'setup-a', overrides: { 'disk.read_ns': 20000, 'disk.write_ns': 20000 } },
      scheme: {
        id: 'pcmlogging',
        params: { slots: 32, page_slots: 0, frames: 4, transactions: 4 },
        mutations,
      },
      records: { A: 100, B: 20, C: 5 },
      threads: [
        [
          'begin T1',
          'A := 50',
          'commit',
          'begin T2',
          'B := 60',
          'steal B',
          'commit',
          'crash',
        ].concat(['begin T3', 'C := 70', 'steal C', 'commit']),
      ],
    });
    const kept = await lab('verify', file('lives.json', story()));
    expect([kept.code, kept.stderr]).toEqual([0, '']);
    const { points } = JSON.parse(kept.stdout) as { points: { at: number; life?: number }[] };
    expect(new Set(points.map(({ life }) => life))).toEqual(new Set([undefined, 1]));
    const begin = points.findIndex(({ life }) => life === 1);
    expect(points.slice(begin).every(({ life }) => life === 1)).toBe(true);
    // Numbers that are given out again show once transactions go on after a recovery.
    const broken = await lab('verify', file('broken.json', story(['xids-from-one'])));
    expect(broken.code).toBe(1);
    const { failures } = JSON.parse(broken.stdout) as { failures: object[] };
    expect(failures[0]).toMatchObject({ life: 1, replayed: true });
  });

  it('refuses a crash where nothing goes on behind it', async () => {
    const story = file('one.json', {
      ...JSON.parse(
        readFileSync(join(projectRoot(), 'scenarios/lectures/list-crash-any-line.json'), 'utf8'),
      ),
      threads: [['begin T1', 'A := 1', 'commit', 'crash', 'begin T2', 'A := 2', 'commit']],
      records: { A: 100 },
      faults: [],
      marks: [],
      facts: [],
    });
    const run = await lab('run', story);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('threads[0][3]: here a script ends with the first power cut');
    for (const option of [
      ['--save', 'failure.json'],
      ['--schedules', '1'],
    ]) {
      const refused = await lab('verify', story, ...option);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('take scripts without crash');
    }
  });

  it('says of how many schedules it speaks, and keeps the delays of what fails', async () => {
    const reader = (mutations: readonly string[]) =>
      file(`reader-${mutations.length}.json`, {
        format: 1,
        id: 'reader',
        kind: 'scenario',
        title: { en: 'A reader', zh: '读者' },
        machine: { id: 'setup-a' },
        scheme: { id: 'distributed', params: { elr: true }, mutations },
        records: { A: 1, B: 0 },
        threads: [
          ['begin T1', 'B := 5', 'A := 2', 'signal x', 'commit'],
          ['await x', 'begin T2', 'read A', 'commit'],
        ],
      });
    const kept = await lab('verify', reader([]), '--schedules', '1');
    expect(kept.code).toBe(0);
    expect(kept.stderr).toMatch(/\d+ of \d+ schedules with at most one delay, 0 of them broken$/m);

    const broken = reader(['no-dependency-wait']);
    expect((await lab('verify', broken)).code).toBe(0);
    const found = await lab('verify', broken, '--schedules', '1', '--save', 'delayed.json');
    expect(found.code).toBe(1);
    const { schedules, failures } = JSON.parse(found.stdout);
    expect(schedules).toMatchObject({ asked: 1, bound: 1, all: true });
    expect(schedules.failing).toBeGreaterThan(0);
    expect(schedules.tried).toBe(schedules.of);
    expect(failures[0]).toMatchObject({ verdict: 'never-existed', replayed: true });
    expect(failures[0].delays).toHaveLength(1);

    // The saved failure has its delay, and an ordinary run comes to the same.
    const replay = await lab('run', 'delayed.json');
    expect([replay.code, replay.stderr]).toEqual([0, '']);
    expect(JSON.parse(replay.stdout).verdicts.at(-1).verdict).toBe('never-existed');
  });

  it('refuses a delay that never comes about, with its place', async () => {
    const path = join(projectRoot(), 'scenarios/lectures/state-bit-last.json');
    const scenario = JSON.parse(readFileSync(path, 'utf8')) as Scenario;
    const delays = [{ thread: 1, operation: 99_999, until: 2 }];
    const { code, stderr } = await lab('run', file('never.json', { ...scenario, delays }));
    expect([code, stderr]).toEqual([2, 'never.json: delays[0]: this delay never comes about\n']);
  });
});
