import { describe, expect, it } from 'vitest';
import { answerFile, firstAnswers, keptRecord, recordOf } from '../../../web/classroom/answers';
import type { Scenario } from '../../../web/engine/protocol';
import { FRESH_ATTEMPT } from '../../../web/model/lecture/lecture_state';
import type { Answer } from '../../../web/model/questions/answer';
import { noteAnswers } from '../../../web/store/lecture/answer_journal';
import type { LectureNow } from '../../../web/store/lecture/lecture_store';
import type { OnStage } from '../../../web/store/stage/stage_state';

const scenario = {
  format: 1,
  id: 'small',
  kind: 'scenario',
  title: { en: 'Small', zh: '小' },
  machine: { id: 'm' },
  scheme: { id: 's' },
  marks: [
    { when: {}, say: { en: 'a', zh: 'a' } },
    { when: {}, say: { en: 'b', zh: 'b' }, ask: { kind: 'fate', tx: 'T1' } },
    { when: {}, say: { en: 'c', zh: 'c' }, ask: { kind: 'cut', tx: 'T1' } },
  ],
} as unknown as Scenario;
const text = JSON.stringify(scenario);

class Memory {
  readonly #kept = new Map<string, string>();
  getItem = (key: string) => this.#kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#kept.set(key, value);
  removeItem = (key: string) => void this.#kept.delete(key);
}

const lecture = { ...FRESH_ATTEMPT, kind: 'course' } as const;
const state = (answers: Readonly<Record<number, Answer>>, of: object = {}) =>
  ({ session: { number: 1, scenario, text }, lecture, answers, ...of }) as unknown as OnStage;
const now = (since: number) =>
  ({ kind: 'open', since, spent: { 0: 4000, 1: 2000 } }) as unknown as LectureNow;
const fate = (guess: string, right: boolean): Answer => ({
  kind: 'fate',
  guess,
  truth: 'never',
  right,
});

describe('the record of what was answered', () => {
  it('keeps the answers of two parts of a lecture apart', () => {
    globalThis.localStorage = new Memory() as unknown as Storage;
    const part = { session: { number: 2, scenario, text: `${text} ` } };
    const whole = state({ 1: fate('always', false) });
    const other = state({ 1: fate('never', true) }, part);
    noteAnswers(whole, state({}), now(Date.now()));
    noteAnswers(other, state({}, part), now(Date.now()));
    const guesses = (of: OnStage) =>
      recordOf(of)?.questions.map(({ tries }) => tries.map(({ guess }) => guess));
    expect(guesses(whole)).toEqual([['always']]);
    expect(guesses(other)).toEqual([['never']]);
    // One of them is begun again: the other one is as it was.
    noteAnswers(state({}, part), other, now(Date.now()));
    expect(recordOf(state({}, part))?.questions).toEqual([]);
    expect(recordOf(whole)?.questions[0]?.tries[0]?.at).toBeDefined();
  });

  it('has every answer in the order of trying, with times, and the first one as first', () => {
    globalThis.localStorage = new Memory() as unknown as Storage;
    const since = Date.now() - 12_300;
    const none = state({});
    const wrong = state({ 1: fate('always', false) });
    noteAnswers(wrong, none, now(since));
    // Its witness is found: the same answer.
    noteAnswers(state({ 1: { ...fate('always', false) } }), wrong, now(since));
    // Asked again: another attempt, and no answer.
    const again = { lecture: { ...lecture, first: { 1: 'wrong' } } };
    noteAnswers(state({}, again), wrong, now(since));
    const right = state({ 1: fate('never', true) }, again);
    noteAnswers(right, { ...right, answers: {} }, now(since));
    const record = recordOf(right);
    expect(record).toMatchObject({ lecture: 'small', ended: false, asks: 2 });
    expect(record?.questions).toHaveLength(1);
    const [question] = record?.questions ?? [];
    expect(question?.tries.map(({ guess, right: was }) => [guess, was])).toEqual([
      ['always', false],
      ['never', true],
    ]);
    expect(question?.tries[0]?.took).toBe(12);
    expect(Date.parse(record?.began ?? '')).toBe(since - 6000);
    expect(record && firstAnswers(record)).toEqual([{ mark: 1, first: 'wrong', guess: 'always' }]);
    expect(keptRecord(scenario, text, undefined)?.questions).toEqual(record?.questions);
    expect(keptRecord(scenario, `${text} `, undefined)).toBeUndefined();
  });

  it('takes no answer for given that was only brought back', () => {
    globalThis.localStorage = new Memory() as unknown as Storage;
    const kept = { 1: fate('always', false) };
    noteAnswers(state(kept, { lecture: { ...lecture } }), state({}), now(0));
    expect(keptRecord(scenario, text, undefined)).toBeUndefined();
    // Without a journal there are the answers, but no times.
    expect(recordOf(state(kept))?.questions[0]?.tries).toEqual([
      { guess: 'always', truth: 'never', right: false },
    ]);
  });

  it('begins anew with the lecture', () => {
    globalThis.localStorage = new Memory() as unknown as Storage;
    const answered = state({ 1: fate('always', false) });
    noteAnswers(answered, state({}), now(0));
    expect(keptRecord(scenario, text, undefined)).toBeDefined();
    noteAnswers(state({}, { lecture: { ...lecture } }), answered, now(0));
    expect(keptRecord(scenario, text, undefined)).toBeUndefined();
  });

  it('names nobody who does not say so', () => {
    expect(answerFile([], '  ')).not.toHaveProperty('name');
    expect(answerFile([], ' Ada ').name).toBe('Ada');
    expect(answerFile([], 'x'.repeat(1000)).name).toHaveLength(120);
  });
});
