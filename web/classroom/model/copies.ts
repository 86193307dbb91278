/**
 * @file Copies of lectures that students may have answered: parts, and what a lecturer has changed.
 */
import { type CoursePlan, editOf, isLectureEntry } from '../../course/model/plan';
import { planFromLink } from '../../course/model/plan_link';
import { unpackEdit } from '../../model/edit/edit_file';
import { applyEdit, type LectureEdit, markName } from '../../model/edit/lecture_edit';
import { namesMark } from '../../model/edit/mark_names';
import { readScenario } from '../../model/scenario/scenario_text';
import { type CopyOf, type KnownLecture, knownLecture } from './questions';

/** A shipped lecture, and how a copy differs from it. */
export interface Copy {
  readonly lecture: string;
  readonly edit: LectureEdit;
}

/** The copies that a plan holds. */
export const copiesIn = ({ entries }: CoursePlan): readonly Copy[] =>
  entries.filter(isLectureEntry).flatMap((entry) => {
    const edit = editOf(entry);
    return edit ? [{ lecture: entry.lecture, edit }] : [];
  });

/**
 * The copies that a link of the site leads to: those of a plan, or the one lecture that it changes.
 */
export function copiesInLink(link: string): readonly Copy[] {
  const field = (name: string): string | undefined => {
    const value = new RegExp(`[#&]${name}=([^&\\s]+)`).exec(link)?.[1];
    try {
      return value && decodeURIComponent(value);
    } catch {
      return undefined;
    }
  };
  const [plan, lecture, changes] = [field('plan'), field('s'), field('edit')];
  if (plan !== undefined) {
    const read = planFromLink(plan);
    return read ? copiesIn(read) : [];
  }
  const edit = changes === undefined ? undefined : unpackEdit(changes);
  return lecture !== undefined && edit ? [{ lecture, edit }] : [];
}

function copyOf(marks: readonly string[], { from, to, ...changes }: LectureEdit): CopyOf {
  if (Object.keys(changes).length > 0) return { kind: 'changed' };
  const at = (name: string) => marks.findIndex((place) => namesMark(name, place)) + 1;
  const first = from === undefined ? 1 : Math.max(1, at(from));
  return { kind: 'part', from: first, to: (to === undefined ? 0 : at(to)) || marks.length };
}

/** The parts of the copy that its answers need; `shipped` is the text that ships. */
export function knownCopy(shipped: string, edit: LectureEdit): KnownLecture {
  const base = readScenario(shipped);
  const copy = copyOf((base.marks ?? []).map(markName), edit);
  return { ...knownLecture(applyEdit(base, edit).scenario), copy };
}

/** The copies that ask questions, and others than the known lectures do. */
export function unlike(
  known: readonly KnownLecture[],
  copies: readonly KnownLecture[],
): readonly KnownLecture[] {
  const digests = new Set(known.map(({ digest }) => digest));
  return copies.filter(({ digest, questions }) => {
    if (questions.length === 0 || digests.has(digest)) return false;
    digests.add(digest);
    return true;
  });
}
