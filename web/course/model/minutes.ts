/** @file How long the entries of a plan take. */
import { namesMark } from '../../model/edit/mark_names';
import { type LectureOutline, type MarkOutline, markOutline, sumOf } from './outline';
import {
  type CoursePlan,
  isLectureEntry,
  isTaskEntry,
  type LectureEntry,
  type PlanEntry,
} from './plan';

/** The outlines of all lectures by id. */
export type Outlines = Readonly<Record<string, LectureOutline>>;

/** A mark with its name in an entry: the lecturer's own mark is `+` and its place. */
export interface EntryMark extends MarkOutline {
  readonly place: string;
}

/** All marks of an entry's lecture with the entry's changes, including those outside its part. */
export function marksOf(entry: LectureEntry, outlines: Outlines): readonly EntryMark[] {
  const shipped = (outlines[entry.lecture]?.marks ?? []).map((mark) => ({
    ...mark,
    place: mark.ref,
  }));
  const { own = [], order } = entry.edit ?? {};
  const added = own.map((mark, place) => ({ ...markOutline(mark), place: `+${place}` }));
  const all = [...shipped, ...added];
  return order?.flatMap((name) => all.find(({ place }) => place === name) ?? []) ?? all;
}

/**
 * The first and the last of the marks that belong to an entry; a name that no longer exists counts
 * as an end, too.
 */
export function partOf(
  entry: LectureEntry,
  marks: readonly EntryMark[],
): readonly [number, number] {
  const find = (name: string | undefined) =>
    name === undefined ? -1 : marks.findIndex(({ place }) => namesMark(name, place));
  const from = Math.max(0, find(entry.from));
  const to = find(entry.to);
  return [from, to < from ? marks.length - 1 : to];
}

/** The names of marks that an entry has but its lecture does not. */
export function missingMarks(entry: LectureEntry, outlines: Outlines): readonly string[] {
  const marks = marksOf(entry, outlines);
  return [entry.from, entry.to].filter(
    (name): name is string =>
      name !== undefined && !marks.some(({ place }) => namesMark(name, place)),
  );
}

/** The seconds that an entry takes in a language. */
export function entrySeconds(entry: PlanEntry, outlines: Outlines, language: 'en' | 'zh'): number {
  if (isTaskEntry(entry)) return (entry.minutes ?? 0) * 60;
  if (!isLectureEntry(entry)) return outlines[entry.measured]?.seconds[language] ?? 0;
  const marks = marksOf(entry, outlines);
  const [from, to] = partOf(entry, marks);
  return sumOf(marks.slice(from, to + 1))[language];
}

/** The whole minutes that a plan takes in a language. */
export function planMinutes(plan: CoursePlan, outlines: Outlines, language: 'en' | 'zh'): number {
  const seconds = plan.entries.map((entry) => entrySeconds(entry, outlines, language));
  return Math.round(seconds.reduce((sum, each) => sum + each, 0) / 60);
}
