/** @file Which lectures the library shows. */
import type { Text } from '../../engine/protocol';
import type { ChapterOf, CoursePath } from './course';
import type { LibraryLink } from './link';

/** What a lecture is chosen by. */
export interface Findable {
  readonly id: string;
  readonly title: Text;
  readonly about?: Text;
  readonly picture?: { readonly nvm?: true };
}

/** How far one came in a lecture. */
export interface HowFar {
  readonly mark: number;
  readonly ended: boolean;
}

const includes = (text: Text | undefined, words: string) =>
  [text?.en, text?.zh].some((each) => each?.toLowerCase().includes(words));

/** Whether all words are in its title or its blurb, in either language. */
function isFound({ title, about }: Findable, find: string): boolean {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => includes(title, word) || includes(about, word));
}

/** The chapters with the lectures that are left; a path is one chapter, in its own order. */
export function narrowed<Lecture extends Findable>(
  chapters: readonly ChapterOf<Lecture>[],
  paths: readonly CoursePath[],
  { path: name, only, find = '' }: LibraryLink,
  progress: Readonly<Record<string, HowFar>>,
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
    if (only === 'nvm' && !lecture.picture?.nvm) return false;
    if (only === 'begun' && (!far || far.ended)) return false;
    return isFound(lecture, find);
  };
  return shown
    .map((chapter) => ({ ...chapter, lectures: chapter.lectures.filter(stays) }))
    .filter(({ lectures }) => lectures.length > 0);
}
