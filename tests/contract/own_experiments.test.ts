import { expect, it } from 'vitest';
import { runExperiment } from '../../web/engine/measure/client';
import { LocalPointWorker } from '../../web/engine/measure/local_worker';
import { FileRefused } from '../../web/engine/protocol/errors';
import { bench } from '../../web/own/model/library';
import { loadEngine } from '../../web/runner/node_engine';

// Programs in the Lab: an experiment may carry one for each of its systems.

const scheme = (program?: string) => ({
  id: bench.scheme,
  params: { spare_kb: 1024 },
  ...(program !== undefined && { program }),
});
const experiment = (...schemes: readonly object[]) =>
  JSON.stringify({
    format: 1,
    id: 'own',
    kind: 'experiment',
    title: { en: 'own' },
    scale: 'quick',
    machine: { id: bench.machine },
    threads: 1,
    transactions: 20,
    warmup: 5,
    schemes,
    workload: { id: 'updates', params: { operations: 4 } },
  });

const run = (text: string) =>
  runExperiment([new LocalPointWorker(() => loadEngine('fast'))], text, {});

const refused = async (text: string): Promise<readonly string[]> => {
  const error = await run(text).catch((each: unknown) => each);
  if (!(error instanceof FileRefused)) throw new Error('not refused');
  return error.problems.map(({ path }) => path);
};

it('are measured, each by its own text, beside the standard one and other systems', async () => {
  const fences = 'on commit\n  fence\n  fence\nend\n';
  const { points } = await run(
    experiment({ id: 'rewind' }, scheme(), scheme('on commit\n  fence\nend\n'), scheme(fences)),
  );
  expect(points.map(({ complete }) => complete)).toEqual([true, true, true, true]);
  expect(new Set(points.map(({ plan }) => plan.key)).size).toBe(4);
  const times = points.map(({ metrics }) => metrics.throughput ?? 0);
  expect(times[2]).toBeGreaterThan(times[3] ?? 0);
});

it('that do wrong end their run, and the result says where', async () => {
  const program = 'nvm n\non commit\n  n = n + 1\n  x = 1 / (n - 20)\nend\n';
  const [point] = (await run(experiment(scheme(program)))).points;
  expect(point?.complete).toBe(false);
  expect(point?.program_fault).toMatchObject({ line: 4, reason: { en: 'it divides by zero' } });
});

it('that are none are refused at their place', async () => {
  expect(await refused(experiment(scheme(), scheme('on commit\n  x = y\nend\n')))).toEqual([
    'schemes[1].program:2:7',
  ]);
  expect(await refused(experiment({ id: 'rewind', program: '' }))).toEqual(['schemes[0].program']);
  expect(await refused(experiment(scheme('x'.repeat(16_385))))).toEqual(['schemes[0].program']);
});
