/**
 * @file A course plan: lectures, parts of them, measured ones and tasks, in the order of a course
 * of one's own.
 */

import type { ScenarioProblem, Text } from '../../engine/protocol';
import { below, Complaints, parseJson } from '../../model/edit/complaints';
import { readEdit } from '../../model/edit/edit_file';
import type { LectureEdit } from '../../model/edit/lecture_edit';
import { type LocatedProblem, locateProblems } from '../../model/scenario/located_problems';
import { nestsTooDeeply } from '../../model/scenario/scenario_text';
import { withoutByteOrderMark } from '../../model/values/json_text';
import { codes } from './codes';

/**
 * A lecture, or its part from one mark to another. Marks are named as in `LectureEdit`, or by a
 * hash: `#k3f`.
 */
export interface LectureEntry {
  readonly lecture: string;
  readonly from?: string;
  readonly to?: string;
  /** The difference from the shipped lecture. */
  readonly edit?: LectureEdit;
  /** The lecturer's own notes. */
  readonly notes?: Text;
}

/** A measured lecture. */
export interface MeasuredEntry {
  readonly measured: string;
  readonly notes?: Text;
}

/** Drills: new cases of a lecture's questions. */
export interface DrillOrder {
  readonly lecture: string;
  readonly count: number;
  readonly seed: number;
}

/** A task: an assignment's text, perhaps with drills. */
export interface TaskEntry {
  readonly task: Text;
  readonly text?: Text;
  readonly drill?: DrillOrder;
  readonly minutes?: number;
  readonly notes?: Text;
}

export type PlanEntry = LectureEntry | MeasuredEntry | TaskEntry;

/** A course plan as a file has it. */
export interface CoursePlan {
  readonly format: 1;
  readonly kind: 'plan';
  readonly title: Text;
  readonly about?: Text;
  /** The minutes that it may take. */
  readonly minutes: number;
  readonly entries: readonly PlanEntry[];
}

/** The limits of a plan: its entries, the bytes of a title, and its minutes. */
export const MOST_ENTRIES = 64;
export const LONGEST_TITLE = 200;
export const LONGEST_PLAN_MINUTES = 10_080;
/** The most drills in one entry. */
export const MOST_DRILLS = 100;
/** The most characters of a file. */
export const LONGEST_PLAN_FILE = 1 << 20;

export const isLectureEntry = (entry: PlanEntry): entry is LectureEntry => 'lecture' in entry;
export const isMeasuredEntry = (entry: PlanEntry): entry is MeasuredEntry => 'measured' in entry;
export const isTaskEntry = (entry: PlanEntry): entry is TaskEntry => 'task' in entry;

/** The result of `parsePlan`. */
export type ParsedPlan =
  | { readonly plan: CoursePlan }
  | { readonly problems: readonly LocatedProblem[] };

const LONGEST_NAME = 200;

/** A lecture by its present name; a renamed lecture is found by its old name, too. */
function readLecture(value: unknown, path: string, found: Complaints): string {
  const name = found.string(value, path, LONGEST_NAME);
  if (name === undefined) return '';
  if (codes.codeOf(name) === undefined)
    found.add(path, `there is no lecture “${name}”`, `没有名为“${name}”的课`);
  return codes.nameOf(name);
}

function readLectureEntry(value: unknown, path: string, found: Complaints): PlanEntry | undefined {
  const fields = found.fields(value, path, ['lecture', 'from', 'to', 'edit', 'notes']);
  if (!fields) return undefined;
  const name = (field: 'from' | 'to') =>
    fields[field] === undefined
      ? undefined
      : found.string(fields[field], below(path, field), LONGEST_NAME);
  const from = name('from');
  const to = name('to');
  const edit =
    fields.edit === undefined ? undefined : readEdit(fields.edit, below(path, 'edit'), found);
  if (edit?.from !== undefined || edit?.to !== undefined)
    found.add(
      below(path, 'edit'),
      'the part is said by `from` and `to` of the entry itself',
      '这一部分由条目自己的 `from` 和 `to` 说明',
    );
  return {
    lecture: readLecture(fields.lecture, below(path, 'lecture'), found),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(edit && { edit }),
    ...readNotes(fields.notes, path, found),
  };
}

function readNotes(value: unknown, path: string, found: Complaints): { notes?: Text } {
  const notes = value === undefined ? undefined : found.text(value, below(path, 'notes'));
  return notes ? { notes } : {};
}

function readDrill(value: unknown, path: string, found: Complaints): DrillOrder | undefined {
  const fields = found.fields(value, path, ['lecture', 'count', 'seed']);
  if (!fields) return undefined;
  const count = found.whole(fields.count, below(path, 'count'), 1, MOST_DRILLS);
  const seed = found.whole(fields.seed ?? 1, below(path, 'seed'), 0, Number.MAX_SAFE_INTEGER);
  const lecture = readLecture(fields.lecture, below(path, 'lecture'), found);
  return { lecture, count: count ?? 1, seed: seed ?? 1 };
}

function readTask(value: unknown, path: string, found: Complaints): PlanEntry | undefined {
  const fields = found.fields(value, path, ['task', 'text', 'drill', 'minutes', 'notes']);
  if (!fields) return undefined;
  const { text, drill, minutes } = fields;
  const task = found.text(fields.task, below(path, 'task'), LONGEST_TITLE);
  const told = text === undefined ? undefined : found.text(text, below(path, 'text'));
  const order = drill === undefined ? undefined : readDrill(drill, below(path, 'drill'), found);
  const long =
    minutes === undefined
      ? undefined
      : found.whole(minutes, below(path, 'minutes'), 0, LONGEST_PLAN_MINUTES);
  return {
    task: task ?? { en: '', zh: '' },
    ...(told && { text: told }),
    ...(order && { drill: order }),
    ...(long !== undefined && { minutes: long }),
    ...readNotes(fields.notes, path, found),
  };
}

/** Reads one entry, and adds its problems to `found`. */
export function readEntry(value: unknown, path: string, found: Complaints): PlanEntry | undefined {
  const has = (field: string) => typeof value === 'object' && value !== null && field in value;
  if (has('task')) return readTask(value, path, found);
  if (has('lecture')) return readLectureEntry(value, path, found);
  if (!has('measured'))
    return found.add(
      path,
      'an entry needs `lecture`, `measured` or `task`',
      '条目需要 `lecture`、`measured` 或 `task`',
    );
  const fields = found.fields(value, path, ['measured', 'notes']);
  return (
    fields && {
      measured: readLecture(fields.measured, below(path, 'measured'), found),
      ...readNotes(fields.notes, path, found),
    }
  );
}

/** Reads a plan from a value, and adds its problems to `found`. */
function readPlan(value: unknown, found: Complaints): CoursePlan | undefined {
  const known = ['format', 'kind', 'title', 'about', 'minutes', 'entries'];
  const fields = found.fields(value, '', known);
  if (!fields) return undefined;
  if (fields.kind !== 'plan') return found.add('kind', 'this must be "plan"', '这里必须是 "plan"');
  if (fields.format !== 1)
    return found.add(
      'format',
      'this must be 1; another number is of a newer release',
      '这里必须是 1；其他数字属于更新的版本',
    );
  const title = found.text(fields.title, 'title', LONGEST_TITLE);
  const about = fields.about === undefined ? undefined : found.text(fields.about, 'about');
  const minutes = found.whole(fields.minutes, 'minutes', 1, LONGEST_PLAN_MINUTES);
  const entries = found
    .list(fields.entries, 'entries', MOST_ENTRIES)
    ?.flatMap((each, place) => readEntry(each, below('entries', place), found) ?? []);
  if (!title || minutes === undefined || !entries) return undefined;
  return { format: 1, kind: 'plan', title, ...(about && { about }), minutes, entries };
}

/** Reads the text of a file, which may come from anybody; complaints give place and reason. */
export function parsePlan(text: string): ParsedPlan {
  const plain = withoutByteOrderMark(text);
  const refuse = (problems: readonly ScenarioProblem[]): ParsedPlan => ({
    problems: locateProblems(plain, problems),
  });
  const problem = (en: string, zh: string) => refuse([{ path: '', reason: { en, zh } }]);
  if (plain.length > LONGEST_PLAN_FILE)
    return problem('a plan has at most 1 MB', '一份计划最多 1 MB');
  if (nestsTooDeeply(plain))
    return problem('this nests more than 64 levels deep', '嵌套超过 64 层');
  const json = parseJson(plain);
  if ('problem' in json) return refuse([json.problem]);
  const found = new Complaints();
  const plan = readPlan(json.value, found);
  return plan && found.problems.length === 0 ? { plan } : refuse(found.problems);
}

/** The text of a plan's file. */
export const planText = (plan: CoursePlan): string => `${JSON.stringify(plan, null, 2)}\n`;

/** The edit with which an entry is opened: its difference, and its part of the lecture. */
export function editOf({ from, to, edit }: LectureEntry): LectureEdit | undefined {
  const whole = { ...edit, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return Object.keys(whole).length > 0 ? whole : undefined;
}
