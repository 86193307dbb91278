import { describe, expect, it } from 'vitest';
import { LazyWorker, type WorkerPort } from '../../../../web/engine/worker/lazy_worker';

interface Toy extends WorkerPort {
  readonly number: number;
}

/** A worker over ports that count; `start` lets the ports that were asked for come. */
function toy(patienceMs = 5) {
  const log: string[] = [];
  let spawned = 0;
  let start = () => {};
  let waiting = new Promise<void>((resolve) => {
    start = resolve;
  });
  const spawn = async (): Promise<Toy> => {
    const number = ++spawned;
    await waiting;
    return {
      number,
      stop: () => log.push(`stop ${number}`),
      terminate: () => log.push(`end ${number}`),
    };
  };
  const refuse = () => {
    waiting = Promise.reject(new Error('no file'));
    waiting.catch(() => undefined);
  };
  return { worker: new LazyWorker(spawn, patienceMs), log, start: () => start(), refuse };
}

const number = async (port: Toy) => port.number;
const never = () => new Promise<never>(() => {});

describe('a lazy worker', () => {
  it('starts once for all who ask', async () => {
    const { worker, log, start } = toy();
    const both = Promise.all([worker.ask(number), worker.ask(number)]);
    start();
    expect(await both).toEqual([1, 1]);
    expect(log).toEqual([]);
  });

  it('gives no work where the signal came while it was starting, and stays', async () => {
    const { worker, log, start } = toy();
    const stop = new AbortController();
    let worked = false;
    const ran = worker.run(stop.signal, async () => {
      worked = true;
      return 1;
    });
    stop.abort();
    start();
    expect([await ran, worked, log]).toEqual([undefined, false, []]);
    expect(await worker.ask(number)).toBe(1);
  });

  it('is told to stop, and ended where it does not answer', async () => {
    const { worker, log, start } = toy();
    start();
    const stop = new AbortController();
    const ran = worker.run(stop.signal, never);
    await worker.ask(number);
    stop.abort();
    expect(await ran).toBeUndefined();
    expect(log).toEqual(['stop 1', 'end 1']);
    expect(await worker.ask(number)).toBe(2);
  });

  it('stays where it answers in time', async () => {
    const { worker, log, start } = toy(10_000);
    start();
    const stop = new AbortController();
    let answer = (_: string) => {};
    const work = () => new Promise<string>((resolve) => (answer = resolve));
    const ran = worker.run(stop.signal, work);
    await worker.ask(number);
    stop.abort();
    answer('so far');
    expect(await ran).toBe('so far');
    expect(log).toEqual(['stop 1']);
    expect(await worker.ask(number)).toBe(1);
  });

  it('is ended where its port rejects, and the next one has another', async () => {
    const { worker, log, start } = toy();
    start();
    const { signal } = new AbortController();
    const died = () => Promise.reject(new Error('died'));
    await expect(worker.run(signal, died)).rejects.toThrow('died');
    await expect(worker.ask(died)).rejects.toThrow('died');
    expect(await worker.ask(number)).toBe(3);
    expect(log).toEqual(['end 1', 'end 2']);
  });

  it('that failed late does not end the one that came after it', async () => {
    const { worker, log, start } = toy();
    start();
    let fail = (_: Error) => {};
    const late = worker.ask(() => new Promise((_, reject) => (fail = reject)));
    await worker.ask(number);
    worker.end();
    expect(await worker.ask(number)).toBe(2);
    fail(new Error('late'));
    await expect(late).rejects.toThrow('late');
    expect(await worker.ask(number)).toBe(2);
    expect(log).toEqual(['end 1']);
  });

  it('that cannot be started is tried again', async () => {
    const { worker, refuse } = toy();
    refuse();
    await expect(worker.ask(number)).rejects.toThrow('no file');
    await expect(worker.ask(number)).rejects.toThrow('no file');
  });
});
