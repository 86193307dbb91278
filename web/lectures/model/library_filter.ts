/** @file Which lectures the library shows. */
import type { Text } from '../../engine/protocol';
import type { ChapterOf, CoursePath } from './course';
import type { LibraryLink } from './link';

/** The properties by which a lecture is found. */
export interface Findable {
  readonly id: string;
  readonly title: Text;
  /** True if something of it is kept in NVM. */
  readonly nvm?: true;
}

/** The reader's progress in a lecture. */
export interface HowFar {
  readonly mark: number;
  readonly ended: boolean;
}

/**
 * Returns the subject of a lecture in the language of the page: the other language may not be
 * loaded.
 */
export type AboutOf = (id: string) => string | undefined;

/** True if all words are in its title, in either language, or in its subject. */
function isFound({ title }: Findable, about: string | undefined, find: string): boolean {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const texts = [title.en, title.zh, about].map((text) => text?.toLowerCase());
  return words.every((word) => texts.some((text) => text?.includes(word)));
}

/** The chapters with the lectures that pass the filter; a path is one chapter, in its own order. */
export function narrowed<Lecture extends Findable>(
  chapters: readonly ChapterOf<Lecture>[],
  paths: readonly CoursePath[],
  { path: name, only, find = '' }: LibraryLink,
  progress: Readonly<Record<string, HowFar>>,
  about: AboutOf,
): readonly ChapterOf<Lecture>[] {
  const path = paths.find(({ id }) => id === name);
  const all = chapters.flatMap(({ lectures }) => lectures);
  const shown = path
    ? [
        {
          id: path.id,
          title: path.title,
          lectures: path.lectures.flatMap((id) => all.find((each) => each.id === id) ?? []),
        },
      ]
    : chapters;
  const stays = (lecture: Lecture) => {
    const far = progress[lecture.id];
    if (only === 'nvm' && !lecture.nvm) return false;
    if (only === 'begun' && (!far || far.ended)) return false;
    return isFound(lecture, about(lecture.id), find);
  };
  return shown
    .map((chapter) => ({ ...chapter, lectures: chapter.lectures.filter(stays) }))
    .filter(({ lectures }) => lectures.length > 0);
}
