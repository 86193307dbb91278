import { describe, expect, it } from 'vitest';
import { runExperiment } from '../../web/engine/measure/client';
import { LocalPointWorker } from '../../web/engine/measure/local_worker';
import { stateShares } from '../../web/lab/model/point/state_shares';
import { resultProblem } from '../../web/model/experiment/point_result_shape';
import { loadEngine } from '../../web/runner/node_engine';
import { destaging } from '../web/support/destaging';

// A system that plans by a model reports its states beside what was measured; no other reports any.

const place = () => new LocalPointWorker(() => loadEngine('fast'), { sliceMs: 20 });
const { points } = await runExperiment([place()], JSON.stringify(destaging));
const [watermark, adaptive, outrun] = points;

describe('the occupancy of a staging area', () => {
  it('is told where destaging plans, and nowhere else', () => {
    expect(watermark?.occupancy).toBeUndefined();
    for (const point of [adaptive, outrun]) {
      expect(resultProblem(point, '')).toBeUndefined();
      expect(point?.occupancy).toBeDefined();
    }
  });

  it('adds up to the measured part, as planned and as measured', () => {
    const { occupancy, metrics = {} } = adaptive ?? {};
    if (!occupancy) throw new Error('nothing planned');
    expect(occupancy.spent.reduce((sum, ns) => sum + ns, 0)).toBe(metrics.elapsed);
    expect(occupancy.plans).toBe(metrics['destage.windows']);
    expect(occupancy.unbalanced).toBe(metrics['destage.outrun']);
    const states = stateShares(occupancy);
    expect(states.at(-1)?.name).toBe(`>${states.length - 2}`);
    expect(states.reduce((sum, { measured }) => sum + measured, 0)).toBeCloseTo(1, 9);
    // A planned probability has nine digits.
    const planned = states.reduce((sum, { planned: share = 0 }) => sum + share, 0);
    expect(Math.abs(planned - 1)).toBeLessThan(states.length * 5e-10);
  });

  it('says how often there is no equilibrium, and has probabilities of other plans alone', () => {
    const { occupancy } = outrun ?? {};
    if (!occupancy) throw new Error('nothing planned');
    expect(occupancy.unbalanced).toBeGreaterThan(0);
    expect(occupancy.planned !== undefined).toBe(occupancy.plans > occupancy.unbalanced);
    expect(stateShares(occupancy).at(-1)?.measured).toBeGreaterThan(0.9);
  });
});
