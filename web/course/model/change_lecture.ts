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

/** An edit and the part of the lecture that it is of. */
export interface SplitEdit {
  readonly edit: LectureEdit;
  readonly part: Pick<LectureEdit, 'from' | 'to'>;
}

/** Which part it is says nothing of what has been changed. */
export function splitEdit({ from, to, ...edit }: LectureEdit): SplitEdit {
  const part = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return { edit, part };
}

/** The whole lecture that ships, with an edit, to be changed further. */
export function draftOf(shipped: Scenario, edit: LectureEdit): LectureDraft {
  const { scenario, marks } = applyEdit(shipped, edit);
  const { keep } = scenario.lecture ?? {};
  return { title: scenario.title, ...(keep && { keep }), marks };
}

/** What of the lecture that ships differs in a draft; an empty edit where nothing does. */
export const editOfDraft = (shipped: Scenario, draft: LectureDraft): LectureEdit =>
  lectureEdit(shipped, draft) ?? {};

const inPlace = (draft: LectureDraft, place: number, marks: readonly KeptMark[]): LectureDraft => ({
  ...draft,
  marks: [...draft.marks.slice(0, place), ...marks, ...draft.marks.slice(place + 1)],
});

/** With another mark in this place. */
export function withMarkAt(draft: LectureDraft, place: number, mark: Mark): LectureDraft {
  const kept = draft.marks[place];
  return kept ? inPlace(draft, place, [{ ...kept, mark }]) : draft;
}

/** Without the mark in this place. */
export const withoutMarkAt = (draft: LectureDraft, place: number): LectureDraft =>
  inPlace(draft, place, []);

/** With a mark of one's own before this place. */
export const withOwnMark = (draft: LectureDraft, place: number, mark: Mark): LectureDraft => ({
  ...draft,
  marks: [...draft.marks.slice(0, place), { name: undefined, mark }, ...draft.marks.slice(place)],
});

/**
 * The marks of two places in each other's: a mark is said at an event of the run, so they exchange
 * their events, too. The same where there is no mark in one of them.
 */
export function exchanged(draft: LectureDraft, place: number, other: number): LectureDraft {
  const [a, b] = [draft.marks[place], draft.marks[other]];
  if (!a || !b) return draft;
  const first = { ...b, mark: { ...b.mark, when: a.mark.when } };
  const second = { ...a, mark: { ...a.mark, when: b.mark.when } };
  return inPlace(inPlace(draft, place, [first]), other, [second]);
}
