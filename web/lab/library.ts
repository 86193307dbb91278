import type { Text } from '../engine/protocol';
import type { ExperimentFile, Scale } from '../engine/protocol/experiment';
import { scalesOf } from '../model/experiment/experiment_scale';
import type { ExperimentLibrary } from './store/lab_state';

// The complete files are imported: the list needs most of each, and similar files take little room
// together.
const files = import.meta.glob<ExperimentFile>('../../scenarios/experiments/*.json', {
  import: 'default',
  eager: true,
});

/**
 * The experiment that the laboratory opens before anything was measured: its points take the least
 * time.
 */
export const FIRST_SHOWN = 'nvl-fig11';

/** An entry of the list of experiments. */
export interface ExperimentEntry {
  readonly id: string;
  readonly title: Text;
  readonly about: Text | undefined;
  readonly scales: readonly Scale[];
  /** The number of points at the scale at which it opens. */
  readonly points: number;
}

/** An experiment's id: the name of its file. */
const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

/** The number of combinations of a scheme and the values swept at the scale at which it opens. */
function pointCount({ scale, schemes, sweep, quick }: ExperimentFile): number {
  const swept = { ...sweep, ...(scale === 'quick' && quick?.sweep) };
  return Object.values(swept).reduce((product, values) => product * values.length, schemes.length);
}

export const experiments: readonly ExperimentEntry[] = Object.entries(files)
  .map(([path, file]) => {
    const { title, about } = file;
    return { id: idOf(path), title, about, scales: scalesOf(file), points: pointCount(file) };
  })
  .sort((left, right) => left.id.localeCompare(right.id, 'en', { numeric: true }));

/** The experiments with all their fields, in the order of their names. */
export const experimentFiles: readonly ExperimentFile[] = Object.keys(files)
  .sort()
  .flatMap((path) => files[path] ?? []);

const byId = new Map(Object.entries(files).map(([path, file]) => [idOf(path), file]));

/** The experiments under scenarios/experiments. */
export const experimentLibrary: ExperimentLibrary = {
  load: async (id) => {
    const file = byId.get(id);
    return file && JSON.stringify(file);
  },
};
