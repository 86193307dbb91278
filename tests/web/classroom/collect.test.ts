import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeReader, lectureCode } from '../../../web/classroom/model/code';
import { collect, counts, type Handed } from '../../../web/classroom/model/collect';
import { answersCsv } from '../../../web/classroom/model/csv';
import { pastedLines } from '../../../web/classroom/model/paste';
import { knownLecture } from '../../../web/classroom/model/questions';
import { readAnswerFile } from '../../../web/classroom/model/read_file';
import type { AnswerFile, GivenAnswer } from '../../../web/classroom/model/record';
import { median, misconceptions, tallies } from '../../../web/classroom/model/tally';
import type { Scenario } from '../../../web/engine/protocol';
import { csvCell } from '../../../web/model/values/csv_cell';

const folder = 'scenarios/lectures';
const known = readdirSync(folder).map((name) =>
  knownLecture(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Scenario),
);
const read = codeReader(known);
const lecture = known.find(({ id }) => id === 'acknowledged-survives') ?? known[0];
if (!lecture) throw new Error('no lecture');
const fates = lecture.questions.filter(({ ask }) => ask.kind === 'fate');
const [fate] = fates;
if (!fate) throw new Error('no question about a fate');

const made = '2026-11-28T10:00:00.000Z';
const at = (second: number) => new Date(Date.parse(made) + second * 1000).toISOString();
const tried = (guess: string, second: number): GivenAnswer => ({
  guess,
  truth: 'sometimes',
  right: guess === 'sometimes',
  at: at(second),
  took: 10 + (second % 7),
});

/** A file of one student. */
function fileOf(name: string | undefined, guesses: readonly string[], second = 0): AnswerFile {
  return {
    afterimage: 'answers',
    version: 1,
    made: at(second + 100),
    ...(name !== undefined && { name }),
    lectures: [
      {
        lecture: lecture?.id ?? '',
        title: lecture?.title ?? { en: '' },
        digest: lecture?.digest ?? '',
        began: made,
        ended: true,
        asks: 4,
        questions: [
          {
            mark: fate?.mark ?? 0,
            kind: 'fate',
            tries: guesses.map((guess, n) => tried(guess, second + n)),
          },
        ],
      },
    ],
  } as AnswerFile;
}
const handed = (name: string, file: AnswerFile): Handed => ({ kind: 'file', name, file });

describe('a file that was handed in', () => {
  const good = fileOf('Ada', ['always', 'sometimes']);
  it('is read as it was written', () => {
    expect(readAnswerFile(`\uFEFF${JSON.stringify(good)}`)).toEqual({ kind: 'read', file: good });
  });

  it('is refused with the place at which it is wrong', () => {
    const broken = (change: (file: Record<string, never>) => void) => {
      const copy = JSON.parse(JSON.stringify(good));
      change(copy);
      return readAnswerFile(JSON.stringify(copy));
    };
    const place = (path: string) => ({ kind: 'refused', problem: { kind: 'misshapen', path } });
    const first = (file: Record<string, never>) =>
      (
        file.lectures as unknown as {
          questions: { tries: Record<string, unknown>[]; mark: number }[];
        }[]
      )[0];
    expect(broken((file) => Object.assign(file, { lectures: 3 }))).toEqual(place('lectures'));
    expect(broken((file) => Object.assign(file, { name: 'x'.repeat(121) }))).toEqual(place('name'));
    expect(
      broken((file) => Object.assign(first(file)?.questions[0]?.tries[1] ?? {}, { right: 'yes' })),
    ).toEqual(place('lectures[0].questions[0].tries[1].right'));
    expect(
      broken((file) => Object.assign(first(file)?.questions[0]?.tries[0] ?? {}, { at: 'soon' })),
    ).toEqual(place('lectures[0].questions[0].tries[0].at'));
    expect(
      broken((file) => {
        const questions = first(file)?.questions;
        if (questions?.[0]) questions.push(questions[0]);
      }),
    ).toEqual(place('lectures[0].questions'));
  });

  it('is told apart from what is something else', () => {
    const kind = (text: string) => {
      const read = readAnswerFile(text);
      return read.kind === 'refused' ? read.problem.kind : read.kind;
    };
    expect(kind('')).toBe('no-json');
    expect(kind('%PDF-1.7')).toBe('no-json');
    expect(kind('null')).toBe('no-answers');
    expect(kind('[1,2]')).toBe('no-answers');
    expect(kind('{"format":1,"kind":"scenario"}')).toBe('no-answers');
    expect(kind(JSON.stringify({ ...good, version: 2 }))).toBe('newer');
    expect(kind('x'.repeat(1_000_001))).toBe('too-large');
  });

  it('never breaks the reader, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const mixed = { ...good, lectures: value };
        expect(['read', 'refused']).toContain(readAnswerFile(JSON.stringify(mixed)).kind);
      }),
    );
  });
});

describe('a pasted column', () => {
  const code = lectureCode({ lecture, answers: [{ mark: fate.mark, first: 'right' }] });
  it('has names before or behind, or none', () => {
    const half = `${code.slice(0, 5)} ${code.slice(5)}`;
    const text = [`Ada Lovelace\t${code}`, `${code},"Alan Turing"`, code, '', half].join('\r\n');
    expect(pastedLines(text, read)).toEqual([
      { line: 1, code, who: 'Ada Lovelace' },
      { line: 2, code, who: 'Alan Turing' },
      { line: 3, code, who: '' },
      { line: 5, code: half.replace(' ', ''), who: '' },
    ]);
  });

  it('loses no line that has no code, or a wrong one', () => {
    const wrong = `${code.slice(0, 9)}${code.endsWith('7') ? '8' : '7'}`;
    const lines = pastedLines(`Student\tAnswer\nKonstantinopolis\nGrace ${wrong}`, read);
    const { rows, refused } = collect(
      lines.map((line) => ({ kind: 'code', ...line })),
      known,
    );
    expect(rows).toEqual([]);
    expect(refused).toEqual([
      { source: '1', content: 'Student\tAnswer', refusal: { kind: 'no-code' } },
      { source: '2', content: 'Konstantinopolis', refusal: { kind: 'no-code' } },
      { source: '3', content: `Grace ${wrong}`, refusal: { kind: 'check' } },
    ]);
  });
});

describe('a class', () => {
  it('counts of one student the answers handed in last, and notices a copy', () => {
    const ada = fileOf('Ada', ['always', 'sometimes'], 5);
    const { rows } = collect(
      [
        handed('ada-2.json', fileOf('ada ', ['sometimes'], 50)),
        handed('ada-1.json', ada),
        handed('bob.json', { ...ada, name: 'Bob' }),
        handed('class/eve.json', fileOf(undefined, ['never'], 9)),
      ],
      known,
    );
    expect(rows.map(({ who, note }) => [who, note])).toEqual([
      ['ada ', undefined],
      ['Ada', { kind: 'replaced' }],
      ['Bob', { kind: 'copy', of: 'Ada' }],
      ['eve', undefined],
    ]);
    expect(rows.filter(counts)).toHaveLength(3);
    expect(rows[1]?.answers[0]).toMatchObject({ first: 'wrong', guess: 'always', tries: 2 });
  });

  it('tells students apart who gave no name, by the folders of their files', () => {
    const file = 'answers-acknowledged-survives.json';
    const of = (path: string, second: number) =>
      handed(`all/${path}/${file}`, fileOf(undefined, ['always'], second));
    const all = [
      of('Ada Byron_17_assignsubmission_file', 1),
      of('Li Na_18_assignsubmission_file', 2),
      of('eve', 3),
      of('bob', 4),
      of('bob', 4),
      handed('Max_19_assignsubmission_file_mine.json', fileOf(undefined, ['never'], 5)),
    ];
    const { rows } = collect(all, known);
    expect(rows.map(({ who }) => who)).toEqual(['Ada Byron', 'Li Na', 'eve', 'bob', 'bob', 'Max']);
    // A file that was dropped twice counts once.
    expect(rows.map(({ note }) => note?.kind)).toEqual([
      undefined,
      undefined,
      undefined,
      'replaced',
      undefined,
      undefined,
    ]);
  });

  it('does not count answers to a lecture that has other questions by now, and shows them', () => {
    const file = fileOf('Ada', ['always']);
    const other = { ...file.lectures[0], digest: '0123456789' } as AnswerFile['lectures'][number];
    const { rows } = collect([handed('a', { ...file, lectures: [other] })], known);
    expect(rows[0]).toMatchObject({ who: 'Ada', note: { kind: 'changed' } });
    expect(tallies(rows, known)).toEqual([]);
  });

  it('names the commonest misconception of 120 students', () => {
    const guesses = ['sometimes', 'always', 'always', 'never', 'sometimes', 'always'];
    const all = Array.from({ length: 120 }, (_, n) =>
      handed(`s${n}.json`, fileOf(`Student ${n}`, [guesses[n % 6] ?? ''], n)),
    );
    const { rows } = collect(all, known);
    const [tally] = tallies(rows, known);
    expect(tally).toMatchObject({ rows: 120 });
    const question = tally?.questions.find(({ question: { mark } }) => mark === fate.mark);
    expect(question).toMatchObject({
      right: 40,
      of: 120,
      open: 0,
      shown: 0,
      wrong: [
        { guess: 'always', count: 60 },
        { guess: 'never', count: 20 },
      ],
    });
    expect(misconceptions(tallies(rows, known))[0]).toMatchObject({
      guess: 'always',
      count: 60,
      of: 120,
      question: { mark: fate.mark },
    });
  });

  it('reads 2,000 files and 2,000 codes in a few seconds', () => {
    const text = JSON.stringify(fileOf('x', ['always', 'never']));
    const begun = performance.now();
    const files = Array.from({ length: 2000 }, (_, n): Handed => {
      const found = readAnswerFile(text.replace('"x"', `"S${n}"`));
      if (found.kind !== 'read') throw new Error('refused');
      return handed(`${n}.json`, found.file);
    });
    const code = lectureCode({ lecture, answers: [] });
    const column = Array.from({ length: 2000 }, (_, n) => `Student ${n}\t${code}`).join('\n');
    const codes = pastedLines(column, read).map((line): Handed => ({ kind: 'code', ...line }));
    const { rows } = collect([...files, ...codes], known);
    expect(rows).toHaveLength(4000);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('knows the middle of numbers', () => {
    expect([median([]), median([3]), median([9, 1, 4]), median([1, 2, 3, 10])]).toEqual([
      undefined,
      3,
      4,
      2.5,
    ]);
  });
});

describe('a table for a spreadsheet', () => {
  it('runs no formula that a student has put into a name', () => {
    for (const cell of ['=1+1', '+1', '-1', '@A1', '|calc', '\t=1', ' =1', '＝1', '%x'])
      expect(csvCell(cell).replace(/^"/, '').startsWith("'")).toBe(true);
    expect(csvCell('a,"b"\nc')).toBe('"a,""b""\nc"');
    expect(csvCell(-3)).toBe('-3');
  });

  it('has a line for every answer', () => {
    const { rows } = collect([handed('f.json', fileOf('=HYPERLINK("x")', ['always']))], known);
    const csv = answersCsv(rows, {
      head: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'],
      title: () => 'Title',
      question: (_row, mark) => `Q${mark}`,
      first: (first) => first,
      guess: (_row, _mark, guess) => guess,
      note: () => '',
    });
    expect(csv.split('\r\n')[1]).toBe(
      `"'=HYPERLINK(""x"")",Title,Q${fate.mark},wrong,always,1,10,${made},f.json,`,
    );
  });
});
