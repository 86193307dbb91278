import type { Frame, Item, Mark, Structure } from '../../engine/protocol';
import { aboutOf, type Named, namedBy, parseSubject, type Subject } from '../lecture/subjects';
import { type LectureRule, markPath, type PlayedLecture } from './lecture_rule';

interface Naming {
  readonly word: string;
  /** The structures whose items have this name. */
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
    // The number after a comma may be a value: `LSN 1, 100`.
    const numbers = (whole.split(/, (?!and)/)[0] ?? '').match(/\d+/g) ?? [];
    return [...new Set([first, ...numbers])].map(Number);
  });
}

/** The items of this name, and those inside others that have it. */
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

/** The records of the script whose value a sentence gives: `A is 70`, `B becomes 50`. */
function recordsSaid(text: string): readonly string[] {
  const said = text.matchAll(
    /\b([A-Z]\d?)(?: is| was| becomes| became| stays| again| =) (?:-?\d|absent)/g,
  );
  return [...new Set([...said].map(([, name = '']) => name))];
}

/** The things that the sentence names and the stage could show, without a matching subject. */
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

/**
 * The rules for subjects: each thing that a sentence names is among the subjects of its mark, and
 * each subject exists at the mark.
 */
export const SUBJECT_RULES: readonly LectureRule<PlayedLecture>[] = [
  {
    // The page goes by positions: another order in the file would be another story than the written
    // one.
    says: 'has its marks in the order in which they come',
    check: ({ marks }) =>
      marks.flatMap(({ index }, n) =>
        n > 0 && index < (marks[n - 1]?.index ?? 0)
          ? [{ path: markPath(index), reason: `comes after marks[${marks[n - 1]?.index}]` }]
          : [],
      ),
  },
  {
    // A system may have a structure in one tier or another.
    says: 'looks only at structures that are there, in the tier that they are drawn in',
    check: ({ marks }) =>
      marks.flatMap(({ index, mark, frame }) => {
        const there = frame.structures.map(({ tier, id }) => `${tier}.${id}`);
        return (mark.focus ?? []).flatMap((structure, n) =>
          there.includes(structure)
            ? []
            : [{ path: `${markPath(index)}.focus[${n}]`, reason: `there is no ${structure}` }],
        );
      }),
  },
  {
    says: 'has subjects that are there',
    check: ({ marks, scenario }) =>
      marks.flatMap(({ index, mark, frame }) =>
        (mark.subjects ?? []).flatMap((text, n) =>
          isThere(parseSubject(text), frame, scenario.threads?.length ?? 0)
            ? []
            : [{ path: `${markPath(index)}.subjects[${n}]`, reason: `${text} is not there` }],
        ),
      ),
  },
  {
    says: 'has among the subjects of a mark all that its sentence names',
    check: ({ marks, scenario }) => {
      const about = aboutOf(scenario);
      return marks.flatMap(({ index, mark, frame }) =>
        unnamed(mark, frame, about).map((name) => ({
          path: `${markPath(index)}.subjects`,
          reason: `none of them is ${name}, which the sentence names`,
        })),
      );
    },
  },
];
