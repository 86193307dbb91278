import type { LectureLibrary } from '../store/page/link_opener';
import { byCourse, idOf } from './course';

const texts = import.meta.glob<string>('../../scenarios/lectures/*.json', {
  query: '?raw',
  import: 'default',
});

/** The scenarios of the first page: opened by name, and not in the list. */
const openings = import.meta.glob<string>('../../scenarios/opening/half-*.json', {
  query: '?raw',
  import: 'default',
});

const shipped = new Map(Object.entries(texts).map(([path, load]) => [idOf(path), load]));

const byId = new Map([
  ...shipped,
  ...Object.entries(openings).map(([path, load]) => [idOf(path), load] as const),
]);

/** The scenarios under scenarios/lectures, each fetched when it is opened; file names are ids. */
export const library: LectureLibrary = {
  ids: [...shipped.keys()].sort(byCourse),
  load: async (id) => byId.get(id)?.(),
};
