import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lectureCode, readCode } from '../../../web/classroom/model/code';
import { collect, counts, type Handed } from '../../../web/classroom/model/collect';
import { copiesIn, copiesInLink, knownCopy, unlike } from '../../../web/classroom/model/copies';
import { type KnownLecture, knownLecture } from '../../../web/classroom/model/questions';
import type { AnswerFile } from '../../../web/classroom/model/record';
import { type QuestionTally, tallies } from '../../../web/classroom/model/tally';
import type { CoursePlan } from '../../../web/course/model/plan';
import { planToLink } from '../../../web/course/model/plan_link';
import type { Scenario } from '../../../web/engine/protocol';
import { packEdit } from '../../../web/model/edit/edit_file';
import { type LectureEdit, markName } from '../../../web/model/edit/lecture_edit';

// A lecturer's copy of a lecture: what students answered to it is counted with the original where
// the questions are the same, and apart from it where they are not.

const text = readFileSync('scenarios/lectures/acknowledged-survives.json', 'utf8');
const scenario = JSON.parse(text) as Scenario;
const original = knownLecture(scenario);
const marks = scenario.marks ?? [];
const names = marks.map(markName);
const question = original.questions.find(({ ask }) => ask.kind === 'fate');
if (question?.ask.kind !== 'fate') throw new Error('no question of a fate');
const asking = names[question.mark] ?? '';

const told: LectureEdit = {
  title: { en: 'Mine' },
  marks: { [asking]: { say: { en: 'Said otherwise.' }, notes: { en: 'Mine.' } } },
};
const asked: LectureEdit = {
  marks: { [asking]: { ask: { ...question.ask, because: { never: { en: 'No.', zh: '不。' } } } } },
};

const lectureOf = (known: KnownLecture, guess: string): AnswerFile['lectures'][number] => ({
  lecture: known.id,
  title: known.title,
  digest: known.digest,
  ended: true,
  asks: known.questions.length,
  questions: known.questions
    .filter(({ ask }) => ask.kind === 'fate')
    .slice(0, 1)
    .map(({ mark, ask }) => ({
      mark,
      kind: ask.kind,
      tries: [{ guess, truth: 'always', right: guess === 'always' }],
    })),
});
const handed = (...lectures: AnswerFile['lectures']): Handed => ({
  kind: 'file',
  name: 'ada.json',
  file: { afterimage: 'answers', version: 1, name: 'Ada', made: '2026-11-28T10:00:00Z', lectures },
});

const ofFate = (tally: QuestionTally) => tally.question.mark === question.mark;

it('counts answers to other narration with those to the original', () => {
  const copy = knownCopy(text, told);
  expect(copy.digest).toBe(original.digest);
  expect(unlike([original], [copy])).toEqual([]);
  const { rows } = collect([handed(lectureOf(copy, 'never'))], [original]);
  expect(rows[0]?.note).toBeUndefined();
  expect(tallies(rows, [original])).toHaveLength(1);
});

it('never mixes answers to a changed question with those to the original', () => {
  const copy = knownCopy(text, asked);
  expect(copy.copy).toEqual({ kind: 'changed' });
  const known = [original, ...unlike([original], [copy, copy])];
  expect(known).toHaveLength(2);
  // One student has answered both: neither replaces the other.
  const all = [handed(lectureOf(original, 'always'), lectureOf(copy, 'never'))];
  const { rows } = collect(all, known);
  expect(rows.every(counts)).toBe(true);
  const [first, second] = tallies(rows, known).map(({ questions }) => questions.find(ofFate));
  expect(first).toMatchObject({ right: 1, wrong: [] });
  expect(second).toMatchObject({ right: 0, wrong: [{ guess: 'never', count: 1 }] });
  // A collection without the copy shows its answers, and does not count them.
  const unknown = collect(all, [original]).rows;
  expect(unknown.map(({ note }) => note?.kind)).toEqual([undefined, 'changed']);
  const [tally] = tallies(unknown, [original]);
  expect(tally?.questions.find(ofFate)).toMatchObject({ right: 1, wrong: [] });
});

it('reads a code by the questions that it was made of', () => {
  const copy = knownCopy(text, asked);
  const code = lectureCode({
    lecture: copy,
    answers: [{ mark: question.mark, first: 'wrong', guess: 'never' }],
  });
  const lectureIn = (known: readonly KnownLecture[]) => {
    const read = readCode(code, known);
    return read.kind === 'read' ? read.lectures[0]?.lecture : undefined;
  };
  expect(lectureIn([original])).toBeUndefined();
  expect(lectureIn([original, copy])).toBe(copy);
});

it('knows the parts of a plan, and counts two of one student', () => {
  const half = names[3] ?? '';
  const plan: CoursePlan = {
    format: 1,
    kind: 'plan',
    title: { en: 'P', zh: 'P' },
    minutes: 45,
    entries: [
      { lecture: original.id, to: half },
      { lecture: original.id, from: names[4] ?? '' },
      { lecture: original.id },
      { task: { en: 'T', zh: 'T' } },
    ],
  };
  const copies = copiesIn(plan).map(({ edit }) => knownCopy(text, edit));
  expect(copies.map(({ copy }) => copy)).toEqual([
    { kind: 'part', from: 1, to: 4 },
    { kind: 'part', from: 5, to: marks.length },
  ]);
  const known = [original, ...unlike([original], copies)];
  const { rows } = collect([handed(...copies.map((each) => lectureOf(each, 'never')))], known);
  expect(rows.filter(counts)).toHaveLength(copies.length);
});

it('knows a copy by the link that leads to it, and by that of its plan', () => {
  const copy = { lecture: original.id, edit: asked };
  const site = 'https://db.example/afterimage/#v=1';
  const edit = encodeURIComponent(packEdit(asked));
  expect(copiesInLink(`${site}&s=${copy.lecture}&edit=${edit}&at=start`)).toEqual([copy]);
  const plan: CoursePlan = {
    format: 1,
    kind: 'plan',
    title: { en: 'P', zh: 'P' },
    minutes: 45,
    entries: [copy],
  };
  const link = encodeURIComponent(planToLink(plan));
  expect(copiesInLink(`${site}&w=plan&plan=${link}`)).toEqual([copy]);
  for (const none of ['38Q5AA00AT', `${site}&s=x`, `${site}&s=x&edit=%%%`, `${site}&plan=1~`])
    expect(copiesInLink(none)).toEqual([]);
});
