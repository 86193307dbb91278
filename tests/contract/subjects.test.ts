import { describe, expect, it } from 'vitest';
import type { Frame, Item, Mark, Structure } from '../../web/engine/protocol';
import { resolveMarks } from '../../web/model/lecture/marks';
import { type Named, namedBy, parseSubject, type Subject } from '../../web/model/lecture/subjects';
import { aboutOf } from '../../web/stage/use_setting';
import { runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

/** What a sentence names is among the subjects of its mark, and each subject is there at the mark. */

interface Naming {
  readonly word: string;
  /** The structures whose items are called so. */
  readonly of: (structure: Structure) => boolean;
}
const NUMBERED: readonly Naming[] = [
  {
    word: 'LSNs?|CLRs?|GSN|CHECKPOINT',
    of: ({ shape, id }) => shape === 'list' || (shape === 'chains' && id !== 'log-bucket'),
  },
  { word: '[Pp]ages?', of: ({ shape }) => shape === 'pages' },
  { word: '[Ss]lots?', of: ({ id }) => id.endsWith('slot') },
  { word: '[Nn]odes?', of: ({ id }) => id.endsWith('node') || id.endsWith('tree') },
  { word: '[Ee]ntr(?:y|ies)', of: ({ shape }) => shape === 'ring' },
  { word: '[Cc]ells?', of: ({ id }) => id === 'log-bucket' },
];
/** `page LSN 64` is a number in the page; `undo next LSN, 144` says where a record leads to. */
const ELSEWHERE = /(?:page|rec|next|prev|bound) $/;

const nameOf = ({ label, fields }: Item): string => label || (fields[0]?.value ?? '');

/** Every number of `LSN 3`, `slots 2 to 4`, `CLRs 6 and 7`. */
function numbersAfter(word: string, text: string): readonly number[] {
  const found = text.matchAll(
    new RegExp(`\\b(?:${word}) (\\d+)\\b(?!′)((?:(?:, and|,| and| or| to) \\d+\\b)*)`, 'g'),
  );
  return [...found].flatMap(({ 0: whole, 1: first, index }) => {
    if (ELSEWHERE.test(text.slice(0, index))) return [];
    // What follows a comma may be a value: `LSN 1, 100`.
    const numbers = (whole.split(/, (?!and)/)[0] ?? '').match(/\d+/g) ?? [];
    return [...new Set([first, ...numbers])].map(Number);
  });
}

/** Items of this name, and what is inside others under it. */
function called(name: string, { id, items }: Structure): readonly Named[] {
  return items.flatMap((item) => [
    ...(nameOf(item) === name && id !== 'log-bucket' ? [{ structure: id, key: item.key }] : []),
    ...(item.items ?? [])
      .filter((inner) => nameOf(inner) === name)
      .map((inner) => ({ structure: id, key: item.key, inner: inner.key })),
  ]);
}

const same = (one: Named, other: Named): boolean =>
  one.structure === other.structure &&
  one.key === other.key &&
  (one.inner === other.inner || one.inner === undefined);

/** Records of the script that are said to have a value: `A is 70`, `B becomes 50`. */
function recordsSaid(text: string): readonly string[] {
  const said = text.matchAll(
    /\b([A-Z]\d?)(?: is| was| becomes| became| stays| again| =) (?:-?\d|absent)/g,
  );
  return [...new Set([...said].map(([, name = '']) => name))];
}

/** What the sentence names and the stage could show, without a subject that is it. */
function unnamed(mark: Mark, frame: Frame, about: ReadonlySet<string>): readonly string[] {
  const shown = frame.structures.filter(({ id }) => about.has(id));
  const subjects = (mark.subjects ?? []).flatMap((text) =>
    namedBy(parseSubject(text), frame.structures),
  );
  const missing = (name: string, structures: readonly Structure[]): boolean => {
    const there = structures.flatMap((each) => called(name, each));
    return there.length > 0 && !there.some((one) => subjects.some((each) => same(each, one)));
  };
  const text = mark.say.en ?? '';
  return [
    ...NUMBERED.flatMap(({ word, of }) =>
      numbersAfter(word, text)
        .filter((number) => missing(String(number), shown.filter(of)))
        .map((number) => `${word} ${number}`),
    ),
    ...recordsSaid(text).filter((name) =>
      missing(
        name,
        shown.filter(
          ({ shape, id }) => shape === 'pages' || shape === 'tree' || id === 'record-list',
        ),
      ),
    ),
  ];
}

function isThere(subject: Subject, frame: Frame, threads: number): boolean {
  if (subject.kind !== 'structure')
    return subject.number < (subject.kind === 'bank' ? (frame.banks?.length ?? 0) : threads + 1);
  if (subject.item !== undefined) return namedBy(subject, frame.structures).length > 0;
  return frame.structures.some(({ tier, id }) => `${tier}.${id}` === subject.structure);
}

describe.each(lectureFiles())('lecture $name', (file) => {
  it('says at each mark what its sentence names, and names what is there', async () => {
    const { trace, session } = await runLecture(file);
    const about = aboutOf(file.scenario);
    const wrong: string[] = [];
    for (const { index, position, mark } of resolveMarks(trace, file.scenario).stops) {
      const frame = session.seek(position);
      const where = `mark ${index}:`;
      if (!mark.subjects?.length) wrong.push(`${where} no subjects`);
      for (const text of mark.subjects ?? []) {
        const there = isThere(parseSubject(text), frame, file.scenario.threads?.length ?? 0);
        if (!there) wrong.push(`${where} ${text} is not there`);
      }
      wrong.push(...unnamed(mark, frame, about).map((name) => `${where} nothing is ${name}`));
    }
    expect(wrong).toEqual([]);
  });
});
