import type { Scenario } from '../../../engine/protocol';
import type { ExperimentFile, PointPlan, SweptValue } from '../../../engine/protocol/experiment';
import { WORKLOAD, workloadOf } from '../../../model/experiment/experiment_workloads';
import { pricesOf } from '../../../model/experiment/machine_prices';
import { eachLanguage } from '../../../model/scenario/one_language';

/**
 * The most transactions of such a scenario: few enough to step through, and enough that every
 * client has its turn.
 */
const MOST_TRANSACTIONS = 32;
const LEAST_TRANSACTIONS = 4;

/**
 * The beginning of a point's run as a scenario for the stage: the same machine, system, parameters,
 * workload, clients and seed, and so the same events, up to the last of its few transactions.
 */
export function pointScenario(file: ExperimentFile, point: PointPlan): Scenario {
  const { machine, seed = 0, deadlock = 'wait-die', title } = file;
  const { assignment, schemeId, params } = point;
  const workload = workloadOf(file, String(assignment[WORKLOAD] ?? file.workload.id));
  const swept = (prefix: string) => without(prefix, assignment);
  const overrides = pricesOf(file, point);
  const workloadParams = { ...workload.params, ...swept('workload.') };
  const clients = Number(assignment.threads ?? file.threads);
  const transactions = Math.min(
    MOST_TRANSACTIONS,
    Math.max(LEAST_TRANSACTIONS, 2 * clients),
    point.transactions,
  );
  const where = ` (${point.index + 1})`;
  return {
    format: 1,
    id: file.id,
    kind: 'scenario',
    title: eachLanguage(title, (words) => words + where),
    machine: { id: machine.id, ...(Object.keys(overrides).length > 0 && { overrides }) },
    scheme: { id: schemeId, params },
    deadlock,
    seed: Number(assignment.seed ?? seed),
    workload: {
      id: workload.id,
      ...(Object.keys(workloadParams).length > 0 && { params: workloadParams }),
    },
    clients,
    transactions,
  };
}

function without(prefix: string, assignment: Readonly<Record<string, SweptValue>>) {
  const named = Object.entries(assignment).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(named.map(([name, value]) => [name.slice(prefix.length), value]));
}
