import files from 'virtual:lectures';
import type { LectureAbout, Text } from '../engine/protocol';
import { course, idOf } from './course';
import { measuredLectures } from './follow_ups';
import { type ChapterOf, inChapters } from './model/course';

/** An entry of the list of lectures. */
export interface LectureEntry extends Pick<LectureAbout, 'minutes' | 'level'> {
  readonly id: string;
  /** The number of the lecture in the course, from 1. */
  readonly number: number;
  readonly title: Text;
  /** Numbers of the lectures that it builds on. */
  readonly needs: readonly number[];
  /** True if something of it is kept in NVM. */
  readonly nvm?: true;
  /** The experiment that its questions are about; none for a lecture on the stage. */
  readonly experiment?: string;
}

/**
 * The part of each lecture's file that is known before it is opened: web/scripts/vite/lectures.ts.
 */
interface LectureHead extends Pick<LectureAbout, 'minutes' | 'level' | 'needs'> {
  readonly id: string;
  readonly title: Text;
  readonly nvm?: true;
}

const heads = files as readonly LectureHead[];

const measuredTitles = import.meta.glob<Text>('../../scenarios/predictions/*.json', {
  import: 'title',
  eager: true,
});

const measured = Object.entries(measuredTitles).flatMap(([path, title]) => {
  const found = measuredLectures.find(({ id }) => id === idOf(path));
  return found ? [{ ...found, title }] : [];
});

const ordered = inChapters(course, [
  ...heads.map((head) => ({ ...head, experiment: undefined })),
  ...measured,
]);
const numbers = new Map(
  ordered.flatMap(({ lectures }) => lectures).map(({ id }, n) => [id, n + 1]),
);

function entryOf(each: (typeof ordered)[number]['lectures'][number]): LectureEntry {
  const { id, title, experiment } = each;
  const { minutes, level, nvm, needs: names = [] }: Partial<LectureHead> = each;
  const needs = names.flatMap((need) => numbers.get(need) ?? []);
  return {
    id,
    number: numbers.get(id) ?? 0,
    title,
    needs: needs.sort((a, b) => a - b),
    ...(minutes !== undefined && { minutes }),
    ...(level && { level }),
    ...(nvm && { nvm }),
    ...(experiment && { experiment }),
  };
}

/** The lectures by chapter, in the order of the course. */
export const chapters: readonly ChapterOf<LectureEntry>[] = ordered.map((chapter) => ({
  ...chapter,
  lectures: chapter.lectures.map(entryOf),
}));

/** All lectures in the order of the course. */
export const entries: readonly LectureEntry[] = chapters.flatMap(({ lectures }) => lectures);
