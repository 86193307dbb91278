import { expect, it } from 'vitest';
import type { PointResult } from '../../../../web/engine/protocol/experiment';
import { decodeLink } from '../../../../web/link/link';
import { freshRacer } from '../../../../web/model/experiment/fresh_racer';
import { isUsual, raceExperiment, setupOf, usualSetup } from '../../../../web/race/model/race';
import { fastestRecoveries, recoveryOf } from '../../../../web/race/model/recovery_passes';
import { loadEngine } from '../../../../web/runner/node_engine';

const description = (await loadEngine('fast')).describe();
const opened = (link: string) => setupOf(description, decodeLink(link).state.race);
/** The settings that a commit of ARIES depends on. */
const commitsOf = (setup: ReturnType<typeof opened>) =>
  raceExperiment(description, setup)
    .schemes.filter(({ id }) => id === 'aries')
    .map(({ params }) => params?.commit);

it('does a race begin on a present-day server, with group commit where a scheme has it?', () => {
  const setup = opened('v=1&w=race');
  expect(setup.machine).toBe('today');
  expect(setup.racers.find(({ scheme }) => scheme === 'aries')?.params).toEqual({
    commit: 'group',
  });
  expect(commitsOf(setup)).toEqual(['group']);
  expect(freshRacer(description, 'nv-logging').params).toEqual({});
});

it('do links open what they opened before there was another default?', () => {
  for (const link of ['v=1&w=race&r.n=3', 'v=1&w=race&r.k=aries&r.k=nv-logging&r.w=tpcb']) {
    const setup = opened(link);
    expect(setup.machine).toBe('setup-a');
    expect(setup.racers.map(({ params }) => params)).toEqual(setup.racers.map(() => ({})));
    expect(commitsOf(setup)).not.toContain('group');
  }
});

it('is the paper’s set-up one change away, and back, with the rest as it was?', () => {
  const today = opened('v=1&w=race');
  const own = { ...today, threads: 7, racers: [...today.racers, freshRacer(description, 'aries')] };
  expect(isUsual(description, own, 'today')).toBe(true);
  const paper = usualSetup(description, own, 'paper');
  expect(paper).toMatchObject({ machine: 'setup-a', threads: 7, workload: own.workload });
  expect(commitsOf(paper)).not.toContain('group');
  expect(isUsual(description, paper, 'today')).toBe(false);
  expect(usualSetup(description, paper, 'today')).toEqual(own);
  // Asynchronous commit makes a weaker promise on any machine.
  const free = {
    ...own,
    racers: [{ scheme: 'aries', params: { commit: 'asynchronous' } }, ...own.racers],
  };
  expect(usualSetup(description, free, 'paper').racers[0]?.params).toEqual({
    commit: 'asynchronous',
  });
});

const result = (commits: number, records: number, total: number): PointResult => ({
  complete: true,
  steps: 1,
  kinds: [],
  recovered: true,
  passes: [],
  metrics: { commits, 'recovery.records': records, 'recovery.total': total },
});

it('is a recovery told by MiB of log where a log was read, and only there?', () => {
  const read = { ...result(500, 3, 1e6).metrics, 'recovery.bytes': 2 ** 19 };
  expect(recoveryOf({ ...result(500, 3, 1e6), metrics: read })).toMatchObject({
    bytes: 2 ** 19,
    perMebibyte: 2e6,
  });
  expect(recoveryOf(result(500, 3, 1e6)).perMebibyte).toBeUndefined();
});

it('does only what had something to recover count as the fastest, by what had been committed?', () => {
  expect(recoveryOf(result(0, 0, 5)).nothing).toBe('nothing');
  expect(recoveryOf(result(9, 0, 5)).nothing).toBe('clean');
  expect(recoveryOf(result(500, 3, 1e6)).perThousand).toBe(2e6);
  // The shortest had committed nothing; the second shortest next to nothing.
  const results = [result(0, 0, 1), result(2, 9, 1000), result(4000, 9, 50_000)];
  expect(fastestRecoveries(results)).toEqual(new Set([2]));
  expect(fastestRecoveries([...results, undefined])).toEqual(new Set());
  // A single racer does not win.
  expect(fastestRecoveries([result(0, 0, 1), result(4000, 9, 50_000)])).toEqual(new Set());
});
