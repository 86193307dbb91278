import type { Text } from '../engine/protocol';
import { byCourse, CHAPTERS, idOf } from './course';
import { measuredLectures } from './follow_ups';

/** What the list of lectures shows. */
export interface LectureEntry {
  readonly id: string;
  readonly title: Text;
  readonly about?: Text;
  /** The experiment that its questions are about; none for a lecture on the stage. */
  readonly experiment?: string;
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

const measuredTitles = import.meta.glob<Text>('../../scenarios/predictions/*.json', {
  import: 'title',
  eager: true,
});
const measuredAbouts = import.meta.glob<Text>('../../scenarios/predictions/*.json', {
  import: 'about',
  eager: true,
});

export interface ChapterEntry {
  /** None for lectures that the course does not name. */
  readonly title?: Text;
  readonly lectures: readonly LectureEntry[];
}

const staged: readonly LectureEntry[] = Object.entries(titles).map(([path, title]) => {
  const about = abouts[path];
  return { id: idOf(path), title, ...(about && { about }) };
});

const measured = Object.entries(measuredTitles).flatMap(([path, title]): LectureEntry[] => {
  const found = measuredLectures.find(({ id }) => id === idOf(path));
  const about = measuredAbouts[path];
  return found ? [{ ...found, title, ...(about && { about }) }] : [];
});

const index: readonly LectureEntry[] = [...staged, ...measured].sort((left, right) =>
  byCourse(left.id, right.id),
);

const named = CHAPTERS.map(({ title, ids }) => ({
  title,
  lectures: index.filter(({ id }) => ids.includes(id)),
}));
const others = index.filter(({ id }) => !CHAPTERS.some(({ ids }) => ids.includes(id)));

/** The lectures by chapter, in the order of the course. */
export const chapters: readonly ChapterEntry[] = [...named, { lectures: others }].filter(
  ({ lectures }) => lectures.length > 0,
);
