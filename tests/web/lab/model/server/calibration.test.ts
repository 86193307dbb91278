import { describe, expect, it } from 'vitest';
import type { ExperimentFile } from '../../../../../web/engine/protocol/experiment';
import {
  busyPathTrial,
  deviceTrial,
  idleWakeTrial,
  loadTrial,
  pathTrial,
  solved,
  switchTrial,
} from '../../../../../web/lab/model/server/calibration';
import { NO_ANSWERS } from '../../../../../web/lab/model/server/server_answers';
import { serverFacts } from '../../../../../web/lab/model/server/server_facts';
import { withPrice } from '../../../../../web/model/experiment/machine_prices';

// Two prices that make one client as fast in the model as it was measured.

const times = { commits: 0, microseconds: 0, busiestSecond: 0, secondsWithCommits: 0 };
const facts = (answers: object) => serverFacts({ ...NO_ANSWERS, ...answers }, { times });
const label = { en: 'x', zh: 'x' };
const file: ExperimentFile = {
  format: 1,
  kind: 'experiment',
  id: 'own-log',
  title: label,
  scale: 'quick',
  machine: { id: 'm' },
  workload: { id: 'w' },
  threads: 1,
  transactions: 5000,
  warmup: 300,
  crash: {},
  schemes: [
    { id: 's', label, params: { commit: 'synchronous' } },
    { id: 's', label, params: { commit: 'asynchronous' } },
  ],
};

describe('a price by two runs', () => {
  const trial = pathTrial(file, facts({ oneOff: '1000' }));
  if (!trial) throw new Error('there is a rate of one client');

  it('lies where the line through both takes the wanted time', () => {
    // 100 µs and 600 µs: 1 ms is reached at 1.8 times the distance.
    expect(solved(trial, [10_000, 1e9 / 600_000])).toBe(180_000);
  });

  it('is none where no value gives that time, or a run is missing', () => {
    expect(solved(trial, [500, 400])).toBeUndefined();
    expect(solved(trial, [1e6, 999_999])).toBeUndefined();
    expect(solved(trial, [1000, undefined])).toBeUndefined();
    expect(solved(trial, [1000, 1000])).toBeUndefined();
  });

  it('is tried with one client, without a power cut, on the run that it is for', () => {
    expect(trial.file).toMatchObject({ threads: 1, transactions: 1000, warmup: 100 });
    expect(trial.file).not.toHaveProperty('crash');
    expect(trial.file.schemes).toEqual([file.schemes[1]]);
    const device = deviceTrial(file, facts({ one: '200', oneOff: '1000' }));
    expect(device?.file.schemes).toEqual([file.schemes[0]]);
    expect(device?.values).toEqual([2_000_000, 4_000_000]);
    expect(withPrice(file, 'a', 7).machine).toEqual({ id: 'm', overrides: { a: 7 } });
  });

  it('is that of the device under load, between several runs with as many clients', () => {
    const known = withPrice(file, 'disk.write_ns', 4_000_000);
    const run = 'number of clients: 16\ntps = 1000 (without initial connection time)';
    const load = loadTrial(known, facts({ loaded: run }));
    expect(load?.file).toMatchObject({
      threads: 16,
      machine: { overrides: { 'disk.write_ns': 4_000_000, 'disk.load': 16 } },
    });
    expect(load?.values).toEqual([62_500, 250_000, 500_000, 1_000_000, 2_000_000, 4_000_000]);
    // 0.2, 0.4, 0.7, 0.9, 1.3 and 2 ms: 1 ms is a quarter of the way from the fourth.
    const rates = [0.2, 0.4, 0.7, 0.9, 1.3, 2].map((ms) => 1000 / ms);
    expect(load && solved(load, rates)).toBe(1_250_000);
    expect(load && solved(load, rates.slice(1))).toBeUndefined();
    // The time is not linear, so none is guessed beyond what was tried.
    const slow = rates.map((rate) => rate / 10);
    expect(load && solved(load, slow)).toBeUndefined();
    const quick = rates.map((rate) => rate * 10);
    expect(load && solved(load, quick)).toBeUndefined();
    expect(loadTrial(file, facts({ loaded: run }))).toBeUndefined();
    expect(loadTrial(known, facts({}))).toBeUndefined();
  });

  it('is that of a switch between processes, where several clients make less', () => {
    const known = withPrice(file, 'disk.write_ns', 4_000_000);
    const loaded = 'number of clients: 16\ntps = 1000 (without initial connection time)';
    const trial = switchTrial(known, facts({ loaded }));
    expect(trial?.file.threads).toBe(16);
    expect(trial?.values).toEqual([0, 5000, 10_000, 20_000, 40_000, 80_000]);
    // 0.5 to 1.6 ms: 1 ms is a third of the way from the fourth.
    const rates = [0.5, 0.6, 0.7, 0.9, 1.2, 1.6].map((ms) => 1000 / ms);
    expect(trial && solved(trial, rates)).toBe(26_667);
    // They make more than the model without it.
    expect(trial && solved(trial, [900, 880, 860, 840, 820, 800])).toBeUndefined();
    expect(switchTrial(known, facts({}))).toBeUndefined();
  });

  it('is that of the path by clients who leave no core idle, and of cores that wake by one', () => {
    const rates = { cores: '2', clients: '4', oneOff: '500', todayOff: '4000' };
    const busy = busyPathTrial(file, facts(rates));
    expect(busy?.file).toMatchObject({
      threads: 4,
      transactions: 5000,
      schemes: [file.schemes[1]],
    });
    expect(busy?.wanted).toBe(250_000);
    expect(idleWakeTrial(file, facts(rates))).toMatchObject({
      price: 'cpu.idle_wake_ns',
      wanted: 2_000_000,
      file: { threads: 1 },
    });
    expect(busyPathTrial(file, facts({ ...rates, cores: '8' }))).toBeUndefined();
    expect(busyPathTrial(file, facts({ ...rates, cores: '' }))).toBeUndefined();
    expect(busyPathTrial(file, facts({ ...rates, oneOff: '' }))?.wanted).toBe(250_000);
    expect(busyPathTrial(file, facts({ ...rates, todayOff: '' }))).toBeUndefined();
  });

  it('is not tried without the rates that tell it', () => {
    expect(pathTrial(file, facts({ one: '200' }))).toBeUndefined();
    expect(deviceTrial(file, facts({ one: '200' }))).toBeUndefined();
    expect(deviceTrial(file, facts({ one: '1000', oneOff: '900' }))).toBeUndefined();
  });
});
