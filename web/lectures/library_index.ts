import type { Text } from '../engine/protocol';
import { byCourse, CHAPTERS, idOf } from './course';

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

export interface ChapterEntry {
  /** None for lectures that the course does not name. */
  readonly title?: Text;
  readonly lectures: readonly LectureEntry[];
}

const index: readonly LectureEntry[] = Object.entries(titles)
  .map(([path, title]) => {
    const about = abouts[path];
    return { id: idOf(path), title, ...(about && { about }) };
  })
  .sort((left, right) => byCourse(left.id, right.id));

const named = CHAPTERS.map(({ title, ids }) => ({
  title,
  lectures: index.filter(({ id }) => ids.includes(id)),
}));
const others = index.filter(({ id }) => !CHAPTERS.some(({ ids }) => ids.includes(id)));

/** The lectures by chapter, in the order of the course. */
export const chapters: readonly ChapterEntry[] = [...named, { lectures: others }].filter(
  ({ lectures }) => lectures.length > 0,
);
