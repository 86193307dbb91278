import { describe, expect, it } from 'vitest';
import { withAxis } from '../../../../web/lab/model/experiment_draft';
import {
  WORKLOAD,
  withWorkload,
  workloadOf,
  workloadsFor,
  workloadsOf,
} from '../../../../web/model/experiment/experiment_workloads';
import { loadEngine } from '../../../../web/runner/node_engine';
import { file } from '../../lab/toy_experiment';

const two = withAxis(file, undefined, { name: WORKLOAD, values: ['v', 'w'] });

describe('the workloads of an experiment', () => {
  it('are its own one where none is swept', () => {
    expect(workloadsOf(file)).toEqual([file.workload]);
    expect(workloadsOf({ ...file, workloads: [{ id: 'v' }] })).toEqual([file.workload]);
  });

  it('are those that are swept, in their order, with the parameters that the file gives', () => {
    const given = { ...two, workloads: [{ id: 'v', params: { rows: 3 } }] };
    expect(workloadsOf(given)).toEqual([{ id: 'v', params: { rows: 3 } }, file.workload]);
    expect(workloadOf(two, 'v')).toEqual({ id: 'v' });
  });

  it('keep what is changed where it belongs', () => {
    const own = { id: file.workload.id, params: { rows: 1 } };
    expect(withWorkload(two, own)).toEqual({ ...two, workload: own });
    const other = withWorkload(two, { id: 'v', params: { rows: 2 } });
    expect(other).toEqual({ ...two, workloads: [{ id: 'v', params: { rows: 2 } }] });
    const again = withWorkload(other, { id: 'v', params: { rows: 4 } });
    expect(again.workloads).toEqual([{ id: 'v', params: { rows: 4 } }]);
  });

  it('are offered without those that would call nothing of a program, where there is one', async () => {
    const description = (await loadEngine('fast')).describe();
    const all = workloadsFor(file, description).map(({ id }) => id);
    expect(all).toContain('object-writes');
    const withProgram = { ...file, schemes: [...file.schemes, { id: 'user-program' }] };
    const left = workloadsFor(withProgram, description).map(({ id }) => id);
    expect(left).toEqual(all.filter((id) => id !== 'object-writes'));
  });
});
