import { afterEach, describe, expect, it } from 'vitest';
import type { SurvivalPoint } from '../../../../web/engine/protocol';
import { EngineTrap, Overtaken } from '../../../../web/engine/protocol/errors';
import { EngineHost } from '../../../../web/engine/stage/engine_host';
import type { EngineCalls, EnginePort } from '../../../../web/engine/stage/engine_port';
import { StageClient, type StageClientOptions } from '../../../../web/engine/stage/stage_client';
import { ToyEngine, type ToyScenario } from '../../support/toy_engine';

const text = (scenario: ToyScenario) => JSON.stringify(scenario);
const run = text({ events: 400, recovery: 60, deviceEvery: 4 });
const never = new AbortController().signal;

interface Spawned extends EnginePort {
  readonly made: ToyEngine[];
  readonly log: string[];
  terminated: boolean;
}

/** Workers in this thread; `meddle` is between the client and a host. */
function client(options: StageClientOptions = {}, meddle = (calls: EngineCalls) => calls) {
  const workers: Spawned[] = [];
  const spawn = async () => {
    const made: ToyEngine[] = [];
    const log: string[] = [];
    const host = new EngineHost(async () => {
      const engine = new ToyEngine();
      made.push(engine);
      return engine;
    });
    const calls = meddle(logged(host, log));
    const worker: Spawned = { calls, made, log, terminated: false, terminate };
    function terminate() {
      worker.terminated = true;
    }
    workers.push(worker);
    return worker;
  };
  const stage = new StageClient(spawn, options);
  open.push(stage);
  return { stage, workers };
}

const open: StageClient[] = [];
afterEach(() => {
  for (const stage of open.splice(0)) stage.dispose();
});

function logged(host: EngineHost, log: string[]): EngineCalls {
  return new Proxy(host, {
    get:
      (target, name: keyof EngineCalls) =>
      (...args: unknown[]) => {
        log.push(`${name} ${typeof args[0] === 'number' ? args[0] : ''}`.trim());
        return (target[name] as (...all: unknown[]) => unknown).apply(target, args);
      },
  });
}

/** The calls one by one, so that some can be replaced. */
const methodsOf = (calls: EngineCalls): EngineCalls => ({
  describe: () => calls.describe(),
  open: (...given) => calls.open(...given),
  check: (...given) => calls.check(...given),
  adopt: (...given) => calls.adopt(...given),
  seek: (...given) => calls.seek(...given),
  bytes: (...given) => calls.bytes(...given),
  cut: (...given) => calls.cut(...given),
  uncut: (...given) => calls.uncut(...given),
  outlook: (...given) => calls.outlook(...given),
  fates: (...given) => calls.fates(...given),
});

const overtaken = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error) => (error instanceof Overtaken ? 'overtaken' : `${error}`),
  );

describe('opening what takes long', () => {
  it('can be given up, and leaves what was open as it was', async () => {
    let hangs = false;
    let late = () => Promise.resolve();
    const { stage, workers } = client({}, (calls) => ({
      ...methodsOf(calls),
      open: (text, onProgress) => {
        onProgress?.(7);
        if (!hangs) return calls.open(text);
        return new Promise((resolve) => {
          late = async () => {
            onProgress?.(8);
            resolve(await calls.open(text));
          };
        });
      },
    }));
    await stage.open(run);
    await stage.cut(100, { survive: 'none' });
    hangs = true;
    const told: number[] = [];
    const opened = overtaken(stage.open(run, (events) => told.push(events)));
    while (told.length === 0) await new Promise((resolve) => setTimeout(resolve));
    stage.cancelOpen();
    expect(await opened).toBe('overtaken');
    expect(workers[0]?.terminated).toBe(true);
    // The answers that were on their way are neither shown nor taken for what is open.
    await late();
    expect(told).toEqual([7]);
    expect(await stage.seek(120)).toMatchObject({ at: 120, phase: 1 });
    // There is nothing to give up any more.
    stage.cancelOpen();
    expect(workers[1]?.terminated).toBe(false);
  });
});

it('does not take a run that tells how far it is for one that hangs', async () => {
  const { stage, workers } = client({ hangSeconds: 8, tickMs: 10 }, (calls) => ({
    ...methodsOf(calls),
    open: async (text, onProgress) => {
      for (let n = 0; n < 30; n++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        onProgress?.(n);
      }
      return calls.open(text);
    },
  }));
  expect((await stage.open(run)).ok).toBe(true);
  expect(workers[0]?.terminated).toBe(false);
});

describe('seeking', () => {
  it('answers the newest request and tells the ones between that they were overtaken', async () => {
    const { stage, workers } = client();
    await stage.open(run);
    const results = await Promise.all([5, 6, 7, 8].map((at) => overtaken(stage.seek(at))));
    expect(results).toEqual(['answered', 'overtaken', 'overtaken', 'answered']);
    expect(workers[0]?.log).toEqual(['open', 'seek 5', 'seek 8']);
  });

  it('shows the state of the plan with its power cuts', async () => {
    const { stage } = client();
    await stage.open(run);
    await stage.cut(100, { survive: 'none' });
    expect(await stage.seek(120)).toMatchObject({ at: 120, phase: 1 });
    await stage.uncut(0);
    expect(await stage.seek(120)).toMatchObject({ at: 120, phase: 0 });
  });

  it('of bytes names the tier by its index', async () => {
    const { stage } = client();
    await stage.open(run);
    expect(await stage.bytes(9, 'nvm', 64, 8)).toEqual({ at: 9, tier: 3, address: 64, size: 8 });
  });
});

describe('the outlook', () => {
  it('comes from a second worker, which follows the plan', async () => {
    const { stage, workers } = client();
    await stage.open(run);
    expect(await stage.outlook(50)).toMatchObject({ at: 50 });
    await stage.cut(100, { survive: 'none' });
    expect(await stage.outlook(130)).toMatchObject({ at: 130 });
    await stage.uncut(0);
    expect(await stage.outlook(300)).toMatchObject({ at: 300 });
    expect(workers[1]?.log).toEqual([
      'adopt',
      'outlook 50',
      'adopt',
      'outlook 130',
      'adopt',
      'outlook 300',
    ]);
  });
});

describe('the survival strip', () => {
  it('reaches every distinct crash point of the last phase once', async () => {
    const { stage } = client();
    await stage.open(run);
    await stage.cut(100, { survive: 'none' });
    const points: SurvivalPoint[] = [];
    await stage.survival((part) => points.push(...part), never);
    const expected = [...Array.from({ length: 15 }, (_, i) => 101 + i * 4)];
    expect(points.map(({ at }) => at).sort((a, b) => a - b)).toEqual(expected);
  });

  it('lets an outlook pass before its next slice', async () => {
    const { stage, workers } = client({}, (calls) => ({
      ...bound(calls),
      fates: (positions, limit) => calls.fates(positions.slice(0, 1), limit, 0),
    }));
    await stage.open(run);
    let outlook: Promise<unknown> | undefined;
    let parts = 0;
    await stage.survival(() => {
      parts++;
      if (parts === 3) outlook = stage.outlook(77);
    }, never);
    await outlook;
    const log = workers[1]?.log ?? [];
    expect(log.indexOf('outlook 77')).toBeLessThanOrEqual(5);
    expect(parts).toBe(101);
  });

  it('stops when it is aborted, and when the plan changes', async () => {
    const { stage } = client();
    await stage.open(run);
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(stage.survival(() => undefined, controller.signal)).rejects.toThrow('enough');
    const scan = overtaken(stage.survival(() => undefined, never));
    await stage.cut(100, { survive: 'none' });
    expect(await scan).toBe('overtaken');
  });

  it('waits while nobody looks', async () => {
    let show: () => void = () => undefined;
    const hidden = new Promise<void>((resolve) => {
      show = resolve;
    });
    const { stage, workers } = client({ visibility: { visible: () => hidden } });
    await stage.open(run);
    const scan = stage.survival(() => undefined, never);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(workers).toHaveLength(1);
    show();
    await scan;
    expect(workers[1]?.log.some((line) => line.startsWith('fates'))).toBe(true);
  });
});

describe('a trap', () => {
  it('rejects with its position, and the next call works', async () => {
    let trap = false;
    const { stage, workers } = client({}, (calls) => calls);
    await stage.open(run);
    await stage.cut(100, { survive: 'none' });
    const engine = workers[0]?.made[0] as ToyEngine;
    const inspect = engine.inspect.bind(engine);
    engine.inspect = () => {
      if (trap) throw new EngineTrap(130, 'memory access out of bounds');
      return inspect();
    };
    const before = await stage.seek(140);
    trap = true;
    const error = await stage.seek(130).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EngineTrap);
    expect(error).toMatchObject({ at: 130, message: 'memory access out of bounds' });
    expect(await stage.seek(140)).toEqual(before);
    expect(workers).toHaveLength(1);
    expect(workers[0]?.made).toHaveLength(2);
  });

  it('in the run itself still opens what came before it', async () => {
    const { stage } = client();
    const opened = await stage.open(text({ events: 400, trapAt: 300 }));
    expect(opened).toMatchObject({ ok: true, run: { trap: { at: 300, message: 'unreachable' } } });
    expect(await stage.seek(299)).toMatchObject({ at: 299 });
    expect(await stage.seek(400)).toMatchObject({ at: 300 });
  });

  it('while opening leaves what was open', async () => {
    const { stage } = client();
    await stage.open(run);
    const before = await stage.seek(200);
    await expect(stage.open('{ not json')).rejects.toBeInstanceOf(EngineTrap);
    expect(await stage.seek(200)).toEqual(before);
  });
});

describe('a worker that hangs', () => {
  it('is ended and started again with the same plan', async () => {
    let hang = false;
    const { stage, workers } = client({ hangSeconds: 3, tickMs: 5 }, (calls) => ({
      ...bound(calls),
      seek: (at, have) => (hang ? new Promise(() => undefined) : calls.seek(at, have)),
    }));
    await stage.open(run);
    await stage.cut(100, { survive: 'none' });
    const before = await stage.seek(140);
    hang = true;
    await expect(stage.seek(141)).rejects.toThrow('did not answer for 3 seconds');
    hang = false;
    expect(workers[0]?.terminated).toBe(true);
    expect(await stage.seek(140)).toEqual(before);
    expect(workers).toHaveLength(2);
  });

  it('that cannot be started rejects, and is tried again', async () => {
    let fail = true;
    const stage = new StageClient(async () => {
      if (fail) throw new Error('404');
      return { calls: new EngineHost(async () => new ToyEngine()), terminate: () => undefined };
    });
    await expect(stage.describe()).rejects.toThrow('404');
    fail = false;
    expect(await stage.describe()).toHaveProperty('tiers');
    stage.dispose();
  });
});

it('nothing is started before the first call, and nothing answers after the end', async () => {
  const { stage, workers } = client();
  expect(workers).toHaveLength(0);
  await stage.open(run);
  stage.dispose();
  await expect(stage.seek(3)).rejects.toThrow('closed');
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(workers.every(({ terminated }) => terminated)).toBe(true);
});

/** The methods of a proxied host, for spreading. */
function bound(calls: EngineCalls): EngineCalls {
  const names = [
    'describe',
    'open',
    'check',
    'adopt',
    'seek',
    'bytes',
    'cut',
    'uncut',
    'outlook',
    'fates',
  ] as const;
  return Object.fromEntries(names.map((name) => [name, calls[name]])) as unknown as EngineCalls;
}
