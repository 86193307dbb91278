import { expect, it } from 'vitest';
import { runExperiment } from '../../web/engine/measure/client';
import { LocalPointWorker } from '../../web/engine/measure/local_worker';
import { resultProblem } from '../../web/model/experiment/point_result_shape';
import { loadEngine } from '../../web/runner/node_engine';
import { destaging } from '../web/support/destaging';

const place = () => new LocalPointWorker(() => loadEngine('fast'), { sliceMs: 20 });

it('a run ends where a transaction will never fit into PCM, and says in both languages what is too small', async () => {
  const [scheme] = destaging.schemes;
  const small = { ...scheme, params: { ...scheme?.params, slots: 12 } };
  const workload = { id: 'tpcb', params: { branches: 2, accounts: 200 } };
  const text = JSON.stringify({ ...destaging, workload, schemes: [small] });
  const { points } = await runExperiment([place()], text);
  const [point] = points;
  expect(resultProblem(point, '')).toBeUndefined();
  expect(point?.complete).toBe(false);
  expect(point?.too_small?.param).toBe('slots');
  expect(point?.too_small?.reason.en).toContain('single transaction');
  expect(point?.too_small?.reason.zh).toContain('单个事务');
});

it('a run tells how full PCM was, and whether its halves agree', async () => {
  const { points } = await runExperiment([place()], JSON.stringify(destaging));
  for (const { metrics } of points) {
    expect(metrics['pcm.used_before']).toBeGreaterThan(0.5);
    expect(metrics['pcm.used']).toBeLessThanOrEqual(1);
    expect(metrics.halves).toBeGreaterThan(0);
  }
});
