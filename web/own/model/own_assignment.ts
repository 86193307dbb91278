import type { Text } from '../../engine/protocol';
import { jsonOf } from '../../model/values/json_text';
import { list, object, oneOf, string, whole } from '../../model/values/shape';
import type { Assignment, Limits, Story } from './assignment';
import { EDIT_BEGINS, EDIT_ENDS, lineWithoutEnd } from './editable';
import { LONGEST } from './link';

/**
 * A lecturer's own assignment, as a file and a link hold it. Titles and texts are in the one
 * language in which they were written.
 */
export interface OwnAssignment {
  readonly format: 1;
  readonly kind: 'own-assignment';
  readonly title: string;
  readonly about: string;
  readonly hints: readonly string[];
  /** The program that the student begins with. */
  readonly text: string;
  /** The stories; see `storiesOf`. */
  readonly stories: string;
  /** The most fences that a story may take; 0 allows any number. */
  readonly fences: number;
  /** The most write-backs that a story may take; any number where it is left out. */
  readonly writeBacks?: number;
}

const MOST_HINTS = 8;
const MOST_STORIES = 12;
const LONGEST_TEXT = 4000;
/** The largest file of an assignment. */
export const LARGEST = 64 * 1024;

const check = object(
  {
    format: (value, path) => (value === 1 ? undefined : { path }),
    title: string,
    kind: oneOf(['own-assignment']),
    about: string,
    text: string,
    stories: string,
    hints: list(string, MOST_HINTS),
    fences: whole(0, 1000),
  },
  { writeBacks: whole(1, 1000) },
);

const both = (text: string): Text => ({ en: text, zh: text });

/**
 * The identifier by which an answer names an own assignment: the same text gives the same one
 * everywhere.
 */
export function idOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `own-${hash.toString(36)}`;
}

const RECORD = /^([A-Za-z]\w{0,7})\s*=\s*(-?\d{1,15})$/;

/** The line above a story that is hidden. */
export const HIDDEN = 'hidden';

/**
 * Reads stories from a text: blocks with an empty line between. The first line of a block has the
 * records (`A = 100, B = 20`), each further line a thread's statements (`begin T1; A := 50;
 * commit`); `hidden` may stand above them. Undefined where a block has no such lines; the engine
 * reports problems of statements.
 */
export function storiesOf(text: string): readonly Story[] | undefined {
  const blocks = text
    .split(/\n[ \t]*\n/)
    .map((block) => block.split('\n').map((line) => line.trim()))
    .map((lines) => lines.filter((line) => line !== ''))
    .filter((lines) => lines.length > 0);
  if (blocks.length === 0 || blocks.length > MOST_STORIES) return undefined;
  const stories = blocks.map((lines, index) => {
    const hidden = lines[0] === HIDDEN;
    const [head = '', ...threads] = hidden ? lines.slice(1) : lines;
    const records = head.split(',').map((each) => RECORD.exec(each.trim()));
    return {
      id: `story-${index + 1}`,
      title: { en: `Story ${index + 1}`, zh: `场景 ${index + 1}` },
      ...(hidden && { hidden }),
      records: records.flatMap((found) =>
        found ? { name: found[1] ?? '', value: Number(found[2]) } : [],
      ),
      threads: threads.map((line) =>
        line
          .split(';')
          .map((statement) => statement.trim())
          .filter((statement) => statement !== ''),
      ),
      good: threads.length > 0 && records.every((found) => found !== null),
    };
  });
  if (stories.some(({ good }) => !good)) return undefined;
  return stories.map(({ good: _good, ...story }) => story);
}

/** The text that `storiesOf` reads. */
export const storiesText = (
  stories: readonly Pick<Story, 'hidden' | 'records' | 'threads'>[],
): string =>
  stories
    .map(({ hidden, records, threads }) =>
      [
        ...(hidden ? [HIDDEN] : []),
        records.map(({ name, value }) => `${name} = ${value}`).join(', '),
        ...threads.map((statements) => statements.join('; ')),
      ].join('\n'),
    )
    .join('\n\n');

/** The limits of an assignment, if it has any. */
function limitsOf({ fences, writeBacks }: OwnAssignment): Limits | undefined {
  if (fences === 0 && writeBacks === undefined) return undefined;
  return { ...(fences > 0 && { fences }), ...(writeBacks !== undefined && { writeBacks }) };
}

/** Reads an assignment from a file's or a link's text, or returns its problem. */
export function readOwnAssignment(
  text: string,
): { readonly own: OwnAssignment; readonly assignment: Assignment } | { readonly problem: Text } {
  const refuse = (en: string, zh: string) => ({ problem: { en, zh } });
  if (text.length > LARGEST) return refuse('larger than 64 KB', '超过 64 KB');
  const value = jsonOf(text);
  if (value === undefined) return refuse('not JSON', '不是 JSON');
  const { kind } = Object(value);
  if (kind === 'own-answer')
    return refuse(
      'it is an answer to one; answers are graded under “Answers of a class”',
      '这是对练习的作答；请在“全班的作答”页批改',
    );
  if (kind !== 'own-assignment')
    return refuse('its kind is not “own-assignment”', '其 kind 不是 “own-assignment”');
  const wrong = check(value, '');
  if (wrong)
    return refuse(
      `${wrong.path.replace(/^\./, '') || 'file'}: not as in an assignment`,
      `${wrong.path.replace(/^\./, '') || 'file'}：不符合练习的格式`,
    );
  const own = value as OwnAssignment;
  if (
    own.text.length > LONGEST ||
    [own.title, own.about].some((each) => each.length > LONGEST_TEXT)
  )
    return refuse('a text is too long', '文本过长');
  const stories = storiesOf(own.stories);
  if (!stories)
    return refuse(
      'stories: a line with records and lines with statements are expected',
      'stories：应有一行记录与若干行语句',
    );
  const line = lineWithoutEnd(own.text);
  if (line !== undefined)
    return refuse(
      `line ${line}: “${EDIT_BEGINS}” without “${EDIT_ENDS}”`,
      `第 ${line} 行：“${EDIT_BEGINS}”没有对应的“${EDIT_ENDS}”`,
    );
  const assignment: Assignment = {
    id: idOf(JSON.stringify(own)),
    title: both(own.title),
    about: both(own.about),
    stories,
    hints: own.hints.map(both),
    text: own.text,
    best: limitsOf(own),
  };
  return { own, assignment };
}
