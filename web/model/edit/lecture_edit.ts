/**
 * @file A lecture as somebody has changed it: what differs from the one that ships, and the lecture
 * that this makes.
 */
import type { Ask, EventPattern, LectureAbout, Mark, Scenario, Text } from '../../engine/protocol';
import { formatAnchor } from '../trace/anchor';
import { namesMark } from './mark_names';

/**
 * The changes of a mark. Texts have only the languages that differ; an empty text removes the
 * words.
 */
export interface MarkEdit {
  readonly when?: EventPattern;
  readonly name?: Partial<Text>;
  readonly say?: Partial<Text>;
  readonly then?: Partial<Text>;
  readonly notes?: Partial<Text>;
  /** Other structures to look at; an empty list removes them. */
  readonly focus?: readonly string[];
  /** Another pause of playing, or none. */
  readonly pause?: number | null;
  /** Another question, or none. */
  readonly ask?: Ask | null;
}

/** The changes of a shipped lecture. Its run, its faults and its facts stay the same. */
export interface LectureEdit {
  readonly title?: Partial<Text>;
  /** The sentence to keep. */
  readonly keep?: Partial<Text>;
  /** The changes of marks by name: the event with which a mark ships. */
  readonly marks?: Readonly<Record<string, MarkEdit>>;
  /** The lecturer's own marks. */
  readonly own?: readonly Mark[];
  /**
   * All marks in their order: shipped ones by name, own ones by `+` and their place; others are
   * left out.
   */
  readonly order?: readonly string[];
  /** The part from one mark to another, by their names in `order`. */
  readonly from?: string;
  readonly to?: string;
}

/** The name of a mark in files and links: the event with which it ships. */
export const markName = ({ when }: Mark): string => formatAnchor({ of: when });

const TEXTS = ['name', 'say', 'then', 'notes'] as const;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The languages in which a text differs; undefined where it differs in none. */
function textEdit(base: Partial<Text> = {}, now: Partial<Text> = {}): Partial<Text> | undefined {
  const differ = (['en', 'zh'] as const).filter((each) => (base[each] ?? '') !== (now[each] ?? ''));
  if (differ.length === 0) return undefined;
  return Object.fromEntries(differ.map((each) => [each, now[each] ?? '']));
}

/** The text with these words in place of its own; undefined where none are left. */
function withText(base: Partial<Text> = {}, edit: Partial<Text> | undefined): Text | undefined {
  if (!edit) return base as Text;
  const words = Object.entries({ ...base, ...edit }).filter(([, each]) => each !== '');
  return words.length > 0 ? (Object.fromEntries(words) as unknown as Text) : undefined;
}

function markEdit(base: Mark, now: Mark): MarkEdit | undefined {
  const edit: Record<string, unknown> = {};
  for (const field of TEXTS) {
    const differs = textEdit(base[field], now[field]);
    if (differs) edit[field] = differs;
  }
  if (!same(base.when, now.when)) edit.when = now.when;
  if (!same(base.focus ?? [], now.focus ?? [])) edit.focus = now.focus ?? [];
  if (base.pause !== now.pause) edit.pause = now.pause ?? null;
  if (!same(base.ask, now.ask)) edit.ask = now.ask ?? null;
  return Object.keys(edit).length > 0 ? (edit as MarkEdit) : undefined;
}

function withMarkEdit(mark: Mark, edit: MarkEdit | undefined): Mark {
  if (!edit) return mark;
  const { ask: asked, name, say, then, notes, focus: looked, pause: waited, ...others } = mark;
  const ask = edit.ask === undefined ? asked : (edit.ask ?? undefined);
  const focus = edit.focus ?? looked ?? [];
  const pause = edit.pause === undefined ? waited : (edit.pause ?? undefined);
  const texts = { name, say, then, notes };
  const changed = TEXTS.flatMap((field) => {
    if (texts[field] === undefined && !edit[field]) return [];
    const words = withText(texts[field], edit[field]);
    return words ? [[field, words] as const] : [];
  });
  const next = {
    ...others,
    when: edit.when ?? mark.when,
    ...(Object.fromEntries(changed) as Pick<Mark, 'say'>),
    ...(focus.length > 0 && { focus }),
    ...(pause !== undefined && { pause }),
  };
  return ask ? { ...next, ask } : next;
}

/** A mark while it is being changed, with its original if it ships. */
export interface KeptMark {
  /** The name with which it ships; undefined for the lecturer's own mark. */
  readonly name: string | undefined;
  readonly mark: Mark;
}

/** The marks of a lecture by name, ready for changes. */
export const keptMarks = (marks: readonly Mark[] = []): readonly KeptMark[] =>
  marks.map((mark) => ({ name: markName(mark), mark }));

/** The changes of the shipped lecture; undefined where there are none. */
export function lectureEdit(
  base: Scenario,
  now: { readonly title: Text; readonly keep?: Text; readonly marks: readonly KeptMark[] },
): LectureEdit | undefined {
  const shipped = keptMarks(base.marks);
  const byName = new Map(shipped.map(({ name = '', mark }) => [name, mark]));
  const marks: Record<string, MarkEdit> = {};
  const own: Mark[] = [];
  const order = now.marks.map(({ name, mark }) => {
    const was = name === undefined ? undefined : byName.get(name);
    if (name === undefined || !was) return `+${own.push(mark) - 1}`;
    const edit = markEdit(was, mark);
    if (edit) marks[name] = edit;
    return name;
  });
  const title = textEdit(base.title, now.title);
  const keep = textEdit(base.lecture?.keep, now.keep);
  const edit: LectureEdit = {
    ...(title && { title }),
    ...(keep && { keep }),
    ...(Object.keys(marks).length > 0 && { marks }),
    ...(own.length > 0 && { own }),
    ...(!same(
      order,
      shipped.map(({ name }) => name),
    ) && { order }),
  };
  return Object.keys(edit).length > 0 ? edit : undefined;
}

/** The lecture that an edit makes, and the names in it of marks that no longer exist. */
export interface EditedLecture {
  readonly scenario: Scenario;
  /** Its marks, ready for further changes. */
  readonly marks: readonly KeptMark[];
  readonly missing: readonly string[];
}

/** The marks from one name to another; a name that does not exist leaves that end as it was. */
function partOf(
  marks: readonly (KeptMark & { readonly place: string })[],
  { from, to }: LectureEdit,
): readonly KeptMark[] {
  const first = from === undefined ? 0 : marks.findIndex(({ place }) => namesMark(from, place));
  const last =
    to === undefined ? marks.length - 1 : marks.findIndex(({ place }) => namesMark(to, place));
  const end = last < 0 ? marks.length - 1 : last;
  return marks.slice(Math.max(0, first), Math.max(end, Math.max(0, first)) + 1);
}

/** The lecture with an edit. Changes of marks that do not exist are left out and reported. */
export function applyEdit(base: Scenario, edit: LectureEdit): EditedLecture {
  const shipped = keptMarks(base.marks);
  const changed = new Map<string, KeptMark>(
    shipped.map(({ name = '', mark }) => [
      name,
      { name, mark: withMarkEdit(mark, edit.marks?.[name]) },
    ]),
  );
  (edit.own ?? []).forEach((mark, place) => {
    changed.set(`+${place}`, { name: undefined, mark });
  });
  const order = edit.order ?? [...changed.keys()];
  const spoken = [...order, ...Object.keys(edit.marks ?? {}), edit.from, edit.to].filter(
    (name): name is string => name !== undefined,
  );
  const missing = [...new Set(spoken)].filter(
    (name) => ![...changed.keys()].some((known) => namesMark(name, known)),
  );
  const ordered = order.flatMap((place) => {
    const kept = changed.get(place);
    return kept ? [{ ...kept, place }] : [];
  });
  const marks = partOf(ordered, edit);
  const keep = withText(base.lecture?.keep, edit.keep);
  const { keep: _shipped, ...about }: LectureAbout = base.lecture ?? {};
  const scenario: Scenario = {
    ...base,
    title: withText(base.title, edit.title) ?? base.title,
    ...(base.lecture && { lecture: { ...about, ...(keep && { keep }) } }),
    ...(base.marks && { marks: marks.map(({ mark }) => mark) }),
  };
  return { scenario, marks: marks.map(({ name, mark }) => ({ name, mark })), missing };
}
