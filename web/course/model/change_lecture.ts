/** @file What a lecturer does to a lecture: its texts, its questions, the order of its marks. */
import type { Mark, Scenario, Text } from '../../engine/protocol';
import {
  applyEdit,
  type KeptMark,
  type LectureEdit,
  lectureEdit,
} from '../../model/edit/lecture_edit';

/** A lecture as it is being changed. */
export interface LectureDraft {
  readonly title: Text;
  readonly keep?: Text;
  readonly marks: readonly KeptMark[];
}

/** An edit, and the part of the lecture that it belongs to. */
export interface SplitEdit {
  readonly edit: LectureEdit;
  readonly part: Pick<LectureEdit, 'from' | 'to'>;
}

/** Separates the part from the changes. */
export function splitEdit({ from, to, ...edit }: LectureEdit): SplitEdit {
  const part = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return { edit, part };
}

/** The whole shipped lecture with an edit, ready for further changes. */
export function draftOf(shipped: Scenario, edit: LectureEdit): LectureDraft {
  const { scenario, marks } = applyEdit(shipped, edit);
  const { keep } = scenario.lecture ?? {};
  return { title: scenario.title, ...(keep && { keep }), marks };
}

/** The difference between the shipped lecture and a draft; an empty edit where there is none. */
export const editOfDraft = (shipped: Scenario, draft: LectureDraft): LectureEdit =>
  lectureEdit(shipped, draft) ?? {};

const inPlace = (draft: LectureDraft, place: number, marks: readonly KeptMark[]): LectureDraft => ({
  ...draft,
  marks: [...draft.marks.slice(0, place), ...marks, ...draft.marks.slice(place + 1)],
});

/** The draft with another mark in this place. */
export function withMarkAt(draft: LectureDraft, place: number, mark: Mark): LectureDraft {
  const kept = draft.marks[place];
  return kept ? inPlace(draft, place, [{ ...kept, mark }]) : draft;
}

/** The draft without the mark in this place. */
export const withoutMarkAt = (draft: LectureDraft, place: number): LectureDraft =>
  inPlace(draft, place, []);

/** The draft with the lecturer's own mark before this place. */
export const withOwnMark = (draft: LectureDraft, place: number, mark: Mark): LectureDraft => ({
  ...draft,
  marks: [...draft.marks.slice(0, place), { name: undefined, mark }, ...draft.marks.slice(place)],
});

/**
 * The draft with two marks exchanged. A mark belongs to an event of the run, so they exchange their
 * events, too. Returns the same draft where one of the places has no mark.
 */
export function exchanged(draft: LectureDraft, place: number, other: number): LectureDraft {
  const [a, b] = [draft.marks[place], draft.marks[other]];
  if (!a || !b) return draft;
  const first = { ...b, mark: { ...b.mark, when: a.mark.when } };
  const second = { ...a, mark: { ...a.mark, when: b.mark.when } };
  return inPlace(inPlace(draft, place, [first]), other, [second]);
}
