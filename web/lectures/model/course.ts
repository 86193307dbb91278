/**
 * @file The order of the course (scenarios/course.json; scenarios/schema/course.schema.json
 * decides).
 */
import type { Text } from '../../engine/protocol';

export interface Chapter {
  readonly id: string;
  readonly title: Text;
  readonly lectures: readonly string[];
}

/** A way through the course for a given time. */
export interface CoursePath {
  /** Its name in links. */
  readonly id: string;
  readonly title: Text;
  readonly about?: Text;
  readonly minutes?: number;
  readonly lectures: readonly string[];
}

export interface Course {
  readonly format: 1;
  readonly kind: 'course';
  /** The text about all lectures. */
  readonly about?: Text;
  readonly chapters: readonly Chapter[];
  readonly paths: readonly CoursePath[];
}

/**
 * Lectures that belong together; those that the course does not name come last, without a title.
 */
export interface ChapterOf<Lecture> {
  readonly id: string;
  readonly title?: Text;
  readonly lectures: readonly Lecture[];
}

/** The id of the chapter of lectures that the course does not name. */
export const OTHERS = 'others';

/** Compares ids in the order of the course; those that it does not name follow by name. */
export function courseOrder(course: Course): (left: string, right: string) => number {
  const rank = new Map(course.chapters.flatMap(({ lectures }) => lectures).map((id, n) => [id, n]));
  const last = rank.size;
  return (left, right) =>
    (rank.get(left) ?? last) - (rank.get(right) ?? last) || left.localeCompare(right);
}

/** The lectures by chapter. A lecture that the course names and that does not exist is left out. */
export function inChapters<Lecture extends { readonly id: string }>(
  course: Course,
  lectures: readonly Lecture[],
): readonly ChapterOf<Lecture>[] {
  const byId = new Map(lectures.map((lecture) => [lecture.id, lecture]));
  const found = (id: string) => byId.get(id) ?? [];
  const named = new Set(course.chapters.flatMap((chapter) => chapter.lectures));
  const others = lectures.filter(({ id }) => !named.has(id));
  return [
    ...course.chapters.map(({ id, title, lectures: ids }) => ({
      id,
      title,
      lectures: ids.flatMap(found),
    })),
    { id: OTHERS, lectures: others.toSorted((a, b) => a.id.localeCompare(b.id)) },
  ].filter((chapter) => chapter.lectures.length > 0);
}
