import type { LectureLibrary } from '../store/services';
import { byCourse, idOf } from './course';

const texts = import.meta.glob<string>('../../scenarios/lectures/*.json', {
  query: '?raw',
  import: 'default',
});

const byId = new Map(Object.entries(texts).map(([path, load]) => [idOf(path), load]));

/** The scenarios under scenarios/lectures, each fetched when it is opened; file names are ids. */
export const library: LectureLibrary = {
  ids: [...byId.keys()].sort(byCourse),
  load: async (id) => byId.get(id)?.(),
};
