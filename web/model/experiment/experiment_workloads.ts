import type { Description } from '../../engine/protocol';
import type { ExperimentFile } from '../../engine/protocol/experiment';

/** The swept name under which an experiment runs several workloads. */
export const WORKLOAD = 'workload';

export type WorkloadEntry = ExperimentFile['workload'];

/**
 * A workload with the parameters that the file gives it; one that it only sweeps has its defaults.
 */
export const workloadOf = (file: ExperimentFile, id: string): WorkloadEntry =>
  [file.workload, ...(file.workloads ?? [])].find((each) => each.id === id) ?? { id };

/** All workloads of the points: the swept ones, else the file's own. */
export function workloadsOf(file: ExperimentFile): readonly WorkloadEntry[] {
  const swept = file.sweep?.[WORKLOAD];
  return swept ? swept.map((id) => workloadOf(file, String(id))) : [file.workload];
}

/** The file with other parameters of a workload that it runs. */
export function withWorkload(file: ExperimentFile, entry: WorkloadEntry): ExperimentFile {
  if (entry.id === file.workload.id) return { ...file, workload: entry };
  const others = file.workloads ?? [];
  const known = others.some(({ id }) => id === entry.id);
  return {
    ...file,
    workloads: known
      ? others.map((each) => (each.id === entry.id ? entry : each))
      : [...others, entry],
  };
}

/**
 * The workloads among which an experiment chooses. A workload without a database would not call a
 * program, and the engine refuses it beside one.
 */
export function workloadsFor(
  file: ExperimentFile,
  { workloads, own }: Pick<Description, 'workloads' | 'own'>,
): Description['workloads'] {
  const hasProgram = file.schemes.some(({ id }) => id === own?.scheme.id);
  return hasProgram ? workloads.filter(({ usesDatabase }) => usesDatabase) : workloads;
}

/** The workloads that need a database, and no text beside the file. */
export const plainWorkloads = ({ workloads }: Pick<Description, 'workloads'>) =>
  workloads.filter(({ readsText, usesDatabase }) => usesDatabase && !readsText);
