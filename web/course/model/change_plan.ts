/** @file What a lecturer does to a plan. */
import type { Text } from '../../engine/protocol';
import { type CoursePlan, isLectureEntry, isTaskEntry, type PlanEntry } from './plan';

/** The plan with another entry in this place, or without the entry. */
export function withEntry(plan: CoursePlan, place: number, entry?: PlanEntry): CoursePlan {
  return {
    ...plan,
    entries: plan.entries.flatMap((each, at) => (at !== place ? [each] : entry ? [entry] : [])),
  };
}

/** The plan with the entry in another place. */
export function withMoved(plan: CoursePlan, from: number, to: number): CoursePlan {
  const entry = plan.entries[from];
  if (!entry || to < 0 || to >= plan.entries.length) return plan;
  const others = plan.entries.filter((_, at) => at !== from);
  return { ...plan, entries: [...others.slice(0, to), entry, ...others.slice(to)] };
}

/** The entry with some fields changed; undefined removes a field. */
export function withFields<Entry extends PlanEntry>(
  entry: Entry,
  fields: { readonly [Field in keyof Entry]?: Entry[Field] | undefined },
): Entry {
  const all = Object.entries({ ...entry, ...fields });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as unknown as Entry;
}

const isSaid = (text: Partial<Text> | undefined): boolean => Boolean(text?.en || text?.zh);

/** A text without the languages in which it is empty. */
function tidyText(text: Partial<Text> | undefined): Text | undefined {
  const said = Object.entries(text ?? {}).filter(([, words]) => words.trim() !== '');
  return said.length > 0 ? (Object.fromEntries(said) as unknown as Text) : undefined;
}

function tidyEntry(entry: PlanEntry, untitled: Text): PlanEntry {
  const notes = tidyText(entry.notes);
  if (!isTaskEntry(entry)) return withFields(entry, { notes });
  const { task, text } = entry;
  return withFields(entry, {
    task: isSaid(task) ? (tidyText(task) ?? untitled) : untitled,
    text: tidyText(text),
    notes,
  });
}

/**
 * The plan in the form of a file or a link: texts that are being written may be empty, and a
 * missing title becomes this one.
 */
export function tidyPlan(plan: CoursePlan, untitled: Text): CoursePlan {
  const { title, about, entries, ...rest } = plan;
  const tidyAbout = tidyText(about);
  return {
    ...rest,
    title: tidyText(title) ?? untitled,
    ...(tidyAbout && { about: tidyAbout }),
    entries: entries.map((entry) => tidyEntry(entry, untitled)),
  };
}

/** The first entry that is not done; the first of all where all are done. */
export function nextToDo(plan: CoursePlan, done: (place: number) => boolean): number {
  const place = plan.entries.findIndex((_, at) => !done(at));
  return Math.max(0, place);
}

/** The lecture of an entry, or the lecture whose drills it orders. */
export const lectureOf = (entry: PlanEntry): string | undefined =>
  isLectureEntry(entry) ? entry.lecture : isTaskEntry(entry) ? undefined : entry.measured;
