/** @file Reads and writes what differs from a lecture that ships, in plans and in links. */
import type { Ask, EventPattern, Mark } from '../../engine/protocol';
import { LONGEST_PAUSE, MARK_FIELDS, MOST_FOCUS, MOST_MARKS } from '../../engine/protocol/limits';
import { packText, unpackText } from '../link/packed_text';
import { nestsTooDeeply } from '../scenario/scenario_text';
import { below, Complaints, parseJson } from './complaints';
import type { LectureEdit, MarkEdit } from './lecture_edit';

const LONGEST_NAME = 200;
const FIELDS = ['title', 'keep', 'marks', 'own', 'order', 'from', 'to'];
const MARK_TEXTS = ['name', 'say', 'then', 'notes'] as const;

/**
 * Checks only that a value is an object with its first field: the engine checks the rest when the
 * lecture is opened.
 */
function loose<T>(value: unknown, path: string, field: string, found: Complaints): T | undefined {
  const object = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!object) return found.add(path, 'this must be an object', '这里必须是对象');
  const first = (value as Readonly<Record<string, unknown>>)[field];
  if (typeof first === 'string') return value as T;
  return found.add(below(path, field), 'this must be a text', '这里必须是文本');
}

const readFocus = (value: unknown, path: string, found: Complaints) =>
  found
    .list(value, path, MOST_FOCUS)
    ?.map((each, place) => found.string(each, below(path, place), LONGEST_NAME) ?? '');

function readMarkEdit(value: unknown, path: string, found: Complaints): MarkEdit | undefined {
  const fields = found.fields(value, path, ['when', 'ask', 'focus', 'pause', ...MARK_TEXTS]);
  if (!fields) return undefined;
  const edit: Record<string, unknown> = {};
  for (const name of MARK_TEXTS) {
    if (fields[name] !== undefined)
      edit[name] = found.text(fields[name], below(path, name), undefined, true);
  }
  if (fields.when !== undefined)
    edit.when = loose<EventPattern>(fields.when, below(path, 'when'), 'event', found);
  if (fields.focus !== undefined) edit.focus = readFocus(fields.focus, below(path, 'focus'), found);
  if (fields.pause === null) edit.pause = null;
  else if (fields.pause !== undefined)
    edit.pause = found.whole(fields.pause, below(path, 'pause'), 1, LONGEST_PAUSE);
  if (fields.ask === null) edit.ask = null;
  else if (fields.ask !== undefined)
    edit.ask = loose<Ask>(fields.ask, below(path, 'ask'), 'kind', found);
  return edit as MarkEdit;
}

function readMarks(value: unknown, path: string, found: Complaints) {
  const object = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!object) return found.add(path, 'this must be an object', '这里必须是对象');
  const entries = Object.entries(value);
  if (entries.length > MOST_MARKS)
    return found.add(path, `there may be at most ${MOST_MARKS} of these`, `最多 ${MOST_MARKS} 项`);
  return Object.fromEntries(
    entries.map(([name, each]) => [name, readMarkEdit(each, below(path, name), found)]),
  ) as Record<string, MarkEdit>;
}

function readOwn(value: unknown, path: string, found: Complaints): readonly Mark[] | undefined {
  const marks = found.list(value, path, MOST_MARKS);
  return marks?.flatMap((each, place) => {
    const here = below(path, place);
    const mark = found.fields(each, here, MARK_FIELDS);
    if (!mark) return [];
    loose(mark.when, below(here, 'when'), 'event', found);
    found.text(mark.say, below(here, 'say'));
    for (const name of ['name', 'then', 'notes'])
      if (mark[name] !== undefined) found.text(mark[name], below(here, name));
    if (mark.ask !== undefined) loose(mark.ask, below(here, 'ask'), 'kind', found);
    return [mark as unknown as Mark];
  });
}

/** Reads an edit, and adds its problems to `found`. */
export function readEdit(value: unknown, path: string, found: Complaints): LectureEdit | undefined {
  const fields = found.fields(value, path, FIELDS);
  if (!fields) return undefined;
  const edit: Record<string, unknown> = {};
  const at = (name: string) => below(path, name);
  for (const name of ['title', 'keep'])
    if (fields[name] !== undefined)
      edit[name] = found.text(fields[name], at(name), undefined, true);
  if (fields.marks !== undefined) edit.marks = readMarks(fields.marks, at('marks'), found);
  if (fields.own !== undefined) edit.own = readOwn(fields.own, at('own'), found);
  if (fields.order !== undefined)
    edit.order = found
      .list(fields.order, at('order'), MOST_MARKS)
      ?.map((each, place) => found.string(each, below(at('order'), place), LONGEST_NAME) ?? '');
  for (const name of ['from', 'to'])
    if (fields[name] !== undefined) edit[name] = found.string(fields[name], at(name), LONGEST_NAME);
  return edit as LectureEdit;
}

/** The edit in the form of a link. */
export const packEdit = (edit: LectureEdit): string => packText(JSON.stringify(edit));

/** Reads what `packEdit` writes; undefined where it cannot be read. It never throws. */
export function unpackEdit(packed: string): LectureEdit | undefined {
  const text = unpackText(packed);
  if (typeof text !== 'string' || nestsTooDeeply(text)) return undefined;
  const json = parseJson(text);
  if ('problem' in json) return undefined;
  const found = new Complaints();
  const edit = readEdit(json.value, '', found);
  return found.problems.length === 0 ? edit : undefined;
}
