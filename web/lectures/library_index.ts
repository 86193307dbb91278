import type { Text } from '../engine/protocol';
import { byCourse, idOf } from './course';

/** What the list of lectures shows. */
export interface LectureEntry {
  readonly id: string;
  readonly title: Text;
  readonly about?: Text;
}

// Only titles and abouts come into the bundle: the rest of each file is left out at build time.
const titles = import.meta.glob<Text>('../../scenarios/lectures/*.json', {
  import: 'title',
  eager: true,
});
const abouts = import.meta.glob<Text | undefined>('../../scenarios/lectures/*.json', {
  import: 'about',
  eager: true,
});

/** The lectures in the order of the course. */
export const index: readonly LectureEntry[] = Object.entries(titles)
  .map(([path, title]) => {
    const about = abouts[path];
    return { id: idOf(path), title, ...(about && { about }) };
  })
  .sort((left, right) => byCourse(left.id, right.id));
