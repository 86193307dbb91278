import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeOf,
  type FirstAnswer,
  LONGEST_CODE,
  lectureCode,
  planCode,
  readCode,
  SHORT_CODE,
} from '../../../web/classroom/model/code';
import { type KnownLecture, knownLecture, optionsOf } from '../../../web/classroom/model/questions';
import type { Ask, Scenario } from '../../../web/engine/protocol';
import { questionsDigest } from '../../../web/model/questions/questions_digest';

const folder = 'scenarios/lectures';
const scenarios = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Scenario,
);
const known = scenarios.map(knownLecture);

/** An answer to a question, by three numbers. */
function answerTo(ask: Ask, mark: number, pick: number): FirstAnswer[] {
  const options = optionsOf(ask);
  const ways: (FirstAnswer | undefined)[] = [
    undefined,
    { mark, first: 'shown' },
    { mark, first: 'right' },
    { mark, first: 'wrong', guess: 'no option at all' },
    ...options.map((guess): FirstAnswer => ({ mark, first: 'wrong', guess })),
  ];
  return [ways[pick % ways.length] ?? []].flat();
}
const answersIn = (lecture: KnownLecture, picks: readonly number[]) =>
  lecture.questions.flatMap(({ ask, mark }, n) => answerTo(ask, mark, picks[n] ?? 0));

/**
 * The answers as a code gives them back: a guess that is no option of a question has lost its name.
 */
const told = (answers: readonly FirstAnswer[], { questions }: KnownLecture) =>
  answers.map(({ mark, first, guess }) => {
    const ask = questions.find((each) => each.mark === mark)?.ask;
    const named = first === 'wrong' && ask && guess && optionsOf(ask).includes(guess);
    return { mark, first, ...(named && { guess }) };
  });

const picks = fc.array(fc.nat(20), { minLength: 12, maxLength: 12 });

describe('the code of one lecture', () => {
  it('has ten characters and gives the first answers back, for every lecture that ships', () => {
    for (const lecture of known)
      fc.assert(
        fc.property(picks, (numbers) => {
          const answers = answersIn(lecture, numbers);
          const code = lectureCode({ lecture, answers });
          expect(code).toHaveLength(SHORT_CODE);
          expect(readCode(code, known)).toEqual({
            kind: 'read',
            code,
            lectures: [{ lecture, answers: told(answers, lecture) }],
          });
        }),
        { numRuns: 20 },
      );
  });

  it('notices any mistyped character, two that changed places, and one too few', () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    for (const lecture of known.slice(0, 12)) {
      const code = lectureCode({ lecture, answers: answersIn(lecture, [3, 5, 2, 4, 6]) });
      for (let at = 0; at < code.length; at++) {
        for (const other of alphabet) {
          if (other === code[at]) continue;
          const wrong = code.slice(0, at) + other + code.slice(at + 1);
          expect(readCode(wrong, known)).toEqual({ kind: 'refused', problem: { kind: 'check' } });
        }
        const [a = '', b = ''] = [code[at], code[at + 1]];
        if (b === '' || a === b) continue;
        const swapped = code.slice(0, at) + b + a + code.slice(at + 2);
        expect(readCode(swapped, known).kind).toBe('refused');
      }
      expect(readCode(code.slice(1), known)).toEqual({
        kind: 'refused',
        problem: { kind: 'length', length: 9 },
      });
    }
  });

  it('is read as people type it', () => {
    const [lecture] = known;
    if (!lecture) throw new Error('no lecture');
    const code = lectureCode({ lecture, answers: answersIn(lecture, [2, 2, 2]) });
    const typed = ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5).replace(/0/g, 'o').replace(/1/g, 'l')} `;
    expect(readCode(typed, known)).toMatchObject({ kind: 'read', code });
    expect(readCode('ABCDE!GHJK', known)).toEqual({
      kind: 'refused',
      problem: { kind: 'strange', place: 6, character: '!' },
    });
  });

  it('tells another digest for every lecture, in as many bits as a plan has', () => {
    const digests = known.map(({ digest }) => digest.slice(0, 5));
    expect(new Set(digests).size).toBe(known.length);
  });

  it('says so where the lecture has other questions by now', () => {
    const scenario = scenarios.find(({ marks = [] }) => marks.some(({ ask }) => ask));
    if (!scenario) throw new Error('no question');
    const code = lectureCode({ lecture: knownLecture(scenario), answers: [] });
    const marks = scenario.marks?.map((mark) => (mark.ask ? { ...mark, ask: undefined } : mark));
    const changed = knownLecture({ ...scenario, marks } as Scenario);
    expect(readCode(code, [changed])).toMatchObject({
      kind: 'read',
      lectures: [{ lecture: undefined, answers: [] }],
    });
  });
});

describe('the digest of questions', () => {
  const scenario = scenarios[0] as Scenario;
  it('stays where only texts around the questions change', () => {
    const marks = scenario.marks?.map((mark) => ({ ...mark, say: { en: 'Else.', zh: '别的。' } }));
    const told = { ...scenario, title: { en: 'x', zh: 'x' }, marks } as Scenario;
    expect(questionsDigest(told)).toBe(questionsDigest(scenario));
    expect(questionsDigest(JSON.parse(JSON.stringify(scenario)))).toBe(questionsDigest(scenario));
  });
  it('changes with what is run, and with what is asked', () => {
    const other = { ...scenario, seed: (scenario.seed ?? 0) + 1 };
    const fewer = { ...scenario, marks: scenario.marks?.slice(1) } as Scenario;
    const all = [scenario, other, fewer].map(questionsDigest);
    expect(new Set(all).size).toBe(3);
  });
});

describe('the code of a plan', () => {
  it('holds every lecture of a course of a dozen in under 100 characters', () => {
    fc.assert(
      fc.property(picks, fc.nat(known.length - 12), (numbers, from) => {
        const lectures = known.slice(from, from + 12);
        const given = lectures.map((lecture) => ({
          lecture,
          answers: answersIn(lecture, numbers),
        }));
        const { code, lectures: count } = codeOf(given);
        expect(count).toBe(12);
        expect(code.length).toBeLessThan(100);
        expect(readCode(code, known)).toEqual({
          kind: 'read',
          code,
          lectures: given.map(({ lecture, answers }) => ({
            lecture,
            answers: told(answers, lecture),
          })),
        });
      }),
      { numRuns: 30 },
    );
  });

  it('never has more than 200 characters, and says how many lectures it holds', () => {
    const given = known.map((lecture) => ({ lecture, answers: answersIn(lecture, [4, 4, 4, 4]) }));
    const { code, lectures } = planCode(given);
    expect(code.length).toBeLessThanOrEqual(LONGEST_CODE);
    expect(lectures).toBeGreaterThan(24);
    expect(lectures).toBeLessThan(known.length);
    const read = readCode(code, known);
    expect(read.kind === 'read' && read.lectures).toHaveLength(lectures);
  });

  it('goes on behind a lecture that it does not know', () => {
    const three = known.slice(0, 3);
    const { code } = codeOf(
      three.map((lecture) => ({ lecture, answers: answersIn(lecture, [2, 2]) })),
    );
    const [first, , third] = three;
    const read = readCode(
      code,
      known.filter(({ id }) => id !== three[1]?.id),
    );
    expect(read.kind === 'read' && read.lectures.map(({ lecture }) => lecture?.id)).toEqual([
      first?.id,
      undefined,
      third?.id,
    ]);
  });

  it('fits where a lecture has more questions than names would fit', () => {
    const [base] = known;
    if (!base) throw new Error('no lecture');
    const question = base.questions[0];
    if (!question) throw new Error('no question');
    for (const count of [8, 30]) {
      const questions = Array.from({ length: count }, (_, mark) => ({ ...question, mark }));
      const lecture = { ...base, id: 'own', digest: 'abcdef0123', questions };
      const answers = questions.map(
        ({ mark }): FirstAnswer => ({ mark, first: mark % 3 === 0 ? 'right' : 'wrong' }),
      );
      const read = readCode(lectureCode({ lecture, answers }), [lecture]);
      const rights = (list: readonly FirstAnswer[]) =>
        list.filter(({ first }) => first === 'right').map(({ mark }) => mark);
      const found = read.kind === 'read' ? (read.lectures[0]?.answers ?? []) : [];
      expect(rights(found)).toEqual(rights(answers).filter((mark) => count === 8 || mark < 16));
    }
  });

  it('refuses any text without breaking', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 260 }), (text) => {
        expect(['read', 'refused']).toContain(readCode(text, known).kind);
      }),
    );
  });
});
