import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  type ExperimentProgress,
  type PointWorker,
  runExperiment,
} from '../../../../web/engine/measure/client';
import { LocalPointWorker } from '../../../../web/engine/measure/local_worker';
import { FileRefused, InputRefused } from '../../../../web/engine/protocol/errors';
import type {
  ExperimentEngine,
  ExperimentPlan,
  WorkloadInputSummary,
} from '../../../../web/engine/protocol/experiment';
import { file } from '../../lab/toy_experiment';

/** An engine whose points take `slices` calls and measure their own key. */
class ToyExperimentEngine implements ExperimentEngine {
  private index = 0;
  private left = 0;
  constructor(
    private readonly plan: ExperimentPlan,
    private readonly log: string[],
    private readonly slices: number,
  ) {}
  describe(): never {
    throw new Error('nobody asks');
  }
  openInput(text: string): ReturnType<ExperimentEngine['openInput']> {
    if (text === 'bad')
      return { problems: [{ path: '', line: 3, reason: { en: 'bad', zh: '坏' } }] };
    this.log.push(`input ${text}`);
    return { summary: { lines: 1 } as WorkloadInputSummary };
  }
  private pieces = '';
  beginInput(): void {
    this.pieces = '';
  }
  feedInput(piece: Uint8Array): void {
    this.pieces += new TextDecoder().decode(piece);
  }
  endInput(): ReturnType<ExperimentEngine['endInput']> {
    return this.openInput(this.pieces);
  }
  openExperiment(text: string): ReturnType<ExperimentEngine['openExperiment']> {
    if (text === 'bad') return { problems: [{ path: 'threads', reason: { en: 'bad', zh: '坏' } }] };
    return { plan: this.plan };
  }
  startPoint(index: number): undefined {
    this.index = index;
    this.left = this.slices;
    this.log.push(`start ${index}`);
  }
  advancePoint() {
    this.left--;
    const of = this.plan.points[this.index]?.transactions ?? 0;
    const done = Math.round((of * (this.slices - this.left)) / this.slices);
    return { ended: this.left === 0, progress: { stage: 'measured' as const, done, of } };
  }
  pointResult() {
    const throughput = Number.parseInt(this.plan.points[this.index]?.key ?? '', 16);
    return { complete: true, steps: 100, metrics: { throughput }, kinds: [] };
  }
  dropPoint(): void {
    this.log.push(`drop ${this.index}`);
  }
  reservedBytes(): number {
    return 1000 + this.index;
  }
}

function toy(keys: readonly string[], workers = 1, slices = 4) {
  const points = keys.map((key, index) => ({
    index,
    key,
    scheme: 0,
    schemeId: 's',
    params: {},
    assignment: {},
    transactions: 10,
  }));
  const plan: ExperimentPlan = {
    id: 'toy',
    version: '1',
    scale: 'quick',
    machine: 'm',
    workload: 'w',
    file,
    points,
    claims: [],
    metrics: [],
    choices: [],
  };
  const log: string[] = [];
  const worker = () => new LocalPointWorker(async () => new ToyExperimentEngine(plan, log, slices));
  return { log, workers: Array.from({ length: workers }, worker) };
}

const throughputs = (outcome: Awaited<ReturnType<typeof runExperiment>>) =>
  outcome.points.map(({ metrics }) => metrics.throughput);

describe('an experiment', () => {
  it.each([1, 2, 5])('has the same points in the same order at %i workers', async (workers) => {
    const outcome = await runExperiment(toy(['5', '3', '9', '1'], workers).workers, 'x');
    expect(throughputs(outcome)).toEqual([5, 3, 9, 1]);
    expect(outcome.points.map(({ plan }) => plan.index)).toEqual([0, 1, 2, 3]);
    expect(outcome).toMatchObject({ cancelled: false, transactions: 40, steps: 400 });
    expect(outcome.peakMemoryBytes).toBe(1003);
  });

  it('gives the text beside it to every engine before the file', async () => {
    const { log, workers } = toy(['5', '9', '7'], 1);
    const plans: number[] = [];
    await runExperiment(workers, 'x', {
      input: 'text',
      onPlan: ({ points }) => plans.push(points.length),
    });
    // The instance that planned has measured nothing: it measures the first point, the others have
    // an instance each.
    expect(log.filter((line) => line === 'input text')).toHaveLength(3);
    expect(log[0]).toBe('input text');
    expect(plans).toEqual([3]);
    const bad = toy(['5']);
    await expect(runExperiment(bad.workers, 'x', { input: 'bad' })).rejects.toThrow(InputRefused);
    expect(bad.log).toEqual([]);
  });

  it('measures points with equal keys once, and known ones not at all', async () => {
    const { log, workers } = toy(['5', '5', '9', '5']);
    const known = new Map([
      ['9', { complete: true, steps: 1, metrics: { throughput: 9 }, kinds: [] }],
    ]);
    const outcome = await runExperiment(workers, 'x', { known });
    expect(throughputs(outcome)).toEqual([5, 5, 9, 5]);
    expect(log).toEqual(['start 0', 'drop 0']);
    expect(outcome.transactions).toBe(10);
  });

  it('tells its progress, which only grows, up to all of it', async () => {
    const seen: ExperimentProgress[] = [];
    await runExperiment(toy(['1', '2'], 2).workers, 'x', { onProgress: (at) => seen.push(at) });
    const fractions = seen.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(seen.at(-1)).toMatchObject({ points: 2, of: 2, fraction: 1, stage: 'ended' });
    expect(fractions[0]).toBeLessThan(0.2);
  });

  it('counts a point once, though word of its progress comes after its result', async () => {
    const late: (() => void)[] = [];
    const [worker] = toy(['1', '2']).workers;
    if (!worker) throw new Error('no worker');
    const seen: ExperimentProgress[] = [];
    const slow: PointWorker = {
      open: (text) => worker.open(text),
      run: async (index, signal, onProgress) => {
        for (const tell of late.splice(0)) tell();
        const done = await worker.run(index, signal, onProgress);
        late.push(() => onProgress({ stage: 'measured', done: 10, of: 10 }));
        return done;
      },
    };
    await runExperiment([slow], 'x', { onProgress: (at) => seen.push(at) });
    expect(Math.max(...seen.map(({ transactions }) => transactions))).toBe(20);
  });

  it('begins with what its order puts first, and reports in that of the plan', async () => {
    const { log, workers } = toy(['1', '2', '3']);
    const outcome = await runExperiment(workers, 'x', { order: (points) => points.toReversed() });
    expect(log.filter((each) => each.startsWith('start'))).toEqual([
      'start 2',
      'start 1',
      'start 0',
    ]);
    expect(throughputs(outcome)).toEqual([1, 2, 3]);
  });

  it('that is cancelled keeps what it has, and gives the rest back', async () => {
    const stop = new AbortController();
    const { log, workers } = toy(['1', '2', '3'], 1, 4);
    const outcome = await runExperiment(workers, 'x', {
      signal: stop.signal,
      onProgress: ({ points, stage }) => points === 1 && stage !== 'ended' && stop.abort(),
    });
    expect(outcome.cancelled).toBe(true);
    expect(throughputs(outcome)).toEqual([1]);
    expect(log).toEqual(['start 0', 'drop 0', 'start 1', 'drop 1']);
  });

  it('leaves nobody behind who hears a signal that is for others, too', async () => {
    const { signal } = new AbortController();
    await runExperiment(toy(['a']).workers, 'x', { signal });
    await expect(runExperiment(toy(['a']).workers, 'bad', { signal })).rejects.toThrow(FileRefused);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('that was cancelled before it began measures nothing', async () => {
    const { log, workers } = toy(['1']);
    const outcome = await runExperiment(workers, 'x', { signal: AbortSignal.abort() });
    expect([outcome.cancelled, outcome.points, log]).toEqual([true, [], []]);
  });

  it('that is wrong is refused with its problems', async () => {
    const refused = runExperiment(toy(['1']).workers, 'bad');
    await expect(refused).rejects.toThrow(FileRefused);
    await expect(refused).rejects.toMatchObject({ problems: [{ path: 'threads' }] });
  });
});
