import type { ExperimentFile } from '../engine/experiment_protocol';
import type { Text } from '../engine/protocol';
import type { ExperimentLibrary } from '../store/lab_state';

const texts = import.meta.glob<string>('../../scenarios/experiments/*.json', {
  query: '?raw',
  import: 'default',
});
// Of the list only these come into the bundle: the rest of each file is left out at build time.
const titles = import.meta.glob<Text>('../../scenarios/experiments/*.json', {
  import: 'title',
  eager: true,
});
const abouts = import.meta.glob<Text | undefined>('../../scenarios/experiments/*.json', {
  import: 'about',
  eager: true,
});
const scales = import.meta.glob<ExperimentFile['scale']>('../../scenarios/experiments/*.json', {
  import: 'scale',
  eager: true,
});
const sweeps = import.meta.glob<ExperimentFile['sweep']>('../../scenarios/experiments/*.json', {
  import: 'sweep',
  eager: true,
});
const schemes = import.meta.glob<ExperimentFile['schemes']>('../../scenarios/experiments/*.json', {
  import: 'schemes',
  eager: true,
});

/** What the list of experiments shows. */
export interface ExperimentEntry {
  readonly id: string;
  readonly title: Text;
  readonly about: Text | undefined;
  readonly scale: ExperimentFile['scale'];
  readonly points: number;
}

const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

/** Every combination of a scheme and the swept values. */
const pointCount = (count: number, sweep: ExperimentFile['sweep']) =>
  Object.values(sweep ?? {}).reduce((product, values) => product * values.length, count);

export const experiments: readonly ExperimentEntry[] = Object.entries(titles)
  .map(([path, title]) => ({
    id: idOf(path),
    title,
    about: abouts[path],
    scale: scales[path] ?? 'quick',
    points: pointCount(schemes[path]?.length ?? 1, sweeps[path]),
  }))
  .sort((left, right) => left.id.localeCompare(right.id));

const byId = new Map(Object.entries(texts).map(([path, load]) => [idOf(path), load]));

/** The experiments under scenarios/experiments, each fetched when it is opened; file names are ids. */
export const experimentLibrary: ExperimentLibrary = { load: async (id) => byId.get(id)?.() };
