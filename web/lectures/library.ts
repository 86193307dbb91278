import type { LectureLibrary } from '../store/services';

const texts = import.meta.glob<string>('../../scenarios/lectures/*.json', {
  query: '?raw',
  import: 'default',
});

function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
}

const byId = new Map(Object.entries(texts).map(([path, load]) => [idOf(path), load]));

/** The scenarios under scenarios/lectures, each fetched when it is opened; file names are ids. */
export const library: LectureLibrary = {
  ids: [...byId.keys()],
  load: async (id) => byId.get(id)?.(),
};
