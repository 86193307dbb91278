import { expect, it } from 'vitest';
import type { ExploreWorker, VerifyRequest } from '../../../../web/engine/explore/client';
import { mutationMatrix } from '../../../../web/engine/explore/matrix';
import { verifySchedules } from '../../../../web/engine/explore/schedules';
import { shrinkFailure } from '../../../../web/engine/explore/shrink';
import type { Scenario, ThreadDelay } from '../../../../web/engine/protocol';
import type { VerifyFailure, VerifyReport } from '../../../../web/engine/protocol/exploration';

const request: VerifyRequest = { model: 'adr', depth: 0, maxRuns: 0, maxMb: 1, schedules: 1 };
const harmless: ThreadDelay = { thread: 1, operation: 3, until: 2 };
const guilty: ThreadDelay = { thread: 2, operation: 1, until: 1, next: 2 };
const failure: VerifyFailure = {
  verdict: 'lost',
  pairs: 1,
  replayed: true,
  cuts: [{ at: 5, survive: { survive: 'none' } }],
};
const text = '{"threads": [["begin T1"]]}';

const delaysIn = (told: string): readonly ThreadDelay[] =>
  (JSON.parse(told) as Partial<Scenario>).delays ?? [];

/** Loses a transaction where `guilty` is among the delays; two points, three pairs each time. */
function toyWorker() {
  const told: string[] = [];
  const worker = {
    explore: async (scenario: string): Promise<VerifyReport> => {
      told.push(scenario);
      const fails = delaysIn(scenario).some(({ thread }) => thread === guilty.thread);
      const points = [0, 5].map((at) => ({ at, images: 1, pairs: at === 0 ? 1 : 2, ways: 1 }));
      return {
        pairs: 3,
        runs: 2,
        states: 2,
        innerPoints: 0,
        exact: true,
        ended: true,
        verdicts: {},
        sites: [],
        failures: fails ? [failure] : [],
        points: points.map((point, i) => ({
          ...point,
          verdicts: fails && i > 0 ? { lost: [2, 0] } : { consistent: [point.pairs, 0] },
        })),
      };
    },
    schedules: async () => ({
      operations: 50,
      bound: 1,
      equal: 7,
      all: true,
      schedules: [[], [harmless], [guilty]],
    }),
  };
  return { told, worker: worker as unknown as ExploreWorker };
}

it('explores every schedule once, adds them up, and names the delays of what fails', async () => {
  const { told, worker } = toyWorker();
  const outcome = await verifySchedules([worker, worker], text, { ...request, schedules: 2 });
  expect(told.map(delaysIn)).toEqual([[], [harmless], [guilty]]);
  expect(told[0]).toBe(text);
  expect(outcome).toMatchObject({ pairs: 9, runs: 6, exact: true, ended: true, cancelled: false });
  expect(outcome.verdicts).toEqual({ lost: [2, 0], consistent: [7, 0] });
  expect(outcome.points.map(({ at }) => at)).toEqual([0, 5]);
  expect(outcome.failures).toMatchObject([{ ...failure, delays: [guilty], point: { at: 5 } }]);
  expect(outcome.schedules).toEqual({
    asked: 2,
    bound: 1,
    operations: 50,
    equal: 7,
    all: true,
    of: 3,
    tried: 3,
    failing: 1,
  });
});

it('is an ordinary exploration where no schedules are asked for', async () => {
  const { told, worker } = toyWorker();
  const { schedules: _none, ...plain } = request;
  const outcome = await verifySchedules([worker], text, plain);
  expect(told).toEqual([text]);
  expect('schedules' in outcome).toBe(false);
});

it('stops where it is told to, and says that this was not all', async () => {
  const { worker } = toyWorker();
  const stop = new AbortController();
  stop.abort();
  const outcome = await verifySchedules([worker], text, request, { signal: stop.signal });
  expect(outcome).toMatchObject({ cancelled: true, exact: false, ended: false });
  expect(outcome.schedules).toMatchObject({ of: 3, tried: 0 });
});

it('looks for a mutation under each schedule', async () => {
  const { worker } = toyWorker();
  const rows = await mutationMatrix([worker], [{ mutation: 'one', text }], request);
  expect(rows).toMatchObject([{ mutation: 'one', failure: { delays: [guilty] }, pairs: 9 }]);
});

it('keeps the delays of a failure while it becomes smaller, and leaves out those that do nothing', async () => {
  const { worker } = toyWorker();
  const scenario = { threads: [['begin T1', 'commit']], records: {} } as unknown as Scenario;
  const found = { ...failure, delays: [harmless, guilty] };
  const smallest = await shrinkFailure([worker], scenario, found, request);
  expect(smallest.scenario.delays).toEqual([guilty]);
  expect(smallest.failure.delays).toBeUndefined();
});
