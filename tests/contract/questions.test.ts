import { describe, expect, it } from 'vitest';
import type { Ask, Scenario } from '../../web/engine/protocol';
import type { AnsweredMark } from '../../web/model/authoring/lecture_rule';
import { guessesOf, QUESTION_RULES } from '../../web/model/authoring/question_rules';
import type { Answer } from '../../web/model/questions/answer';
import { UNKNOWN } from '../../web/model/questions/answer';
import { choicesAt } from '../../web/store/grading/open_choices';
import type { StageStore } from '../../web/store/stage/stage_state';
import { turn } from '../effort';
import { onStage } from '../web/support/on_stage';
import { realStage } from '../web/support/real_stage';
import { besideIt } from './played';
import { lectureFiles } from './scenario_files';

const asking = turn(
  lectureFiles().filter(({ scenario }) => scenario.marks?.some(({ ask }) => ask)),
);

async function opened(text: string): Promise<StageStore> {
  const store = await realStage();
  expect(await store.getState().open(text, { kind: 'own' })).toBe(true);
  return store;
}

/** Cuts the power as the witness says: its outcome must not be as answered. */
async function refuted(store: StageStore, index: number, ask: Ask, answer: Answer) {
  const account = await store.getState().account(index);
  const { session } = onStage(store);
  const { verdict } = account ?? {};
  const what = `${index}: ${answer.guess}`;
  if (ask.kind === 'value-after-crash') {
    const value = verdict?.records.find(({ name }) => name === ask.record)?.value;
    expect(String(value ?? 'absent'), what).not.toBe(answer.guess);
    return;
  }
  if (ask.kind !== 'fate') return;
  const txn = session.info.transactions.find(({ name }) => name === ask.tx)?.id;
  const survived = verdict?.transactions.find(({ id }) => id === txn)?.survived;
  // "Sometimes" is refuted where all images agree: this one is like all of them.
  const expected =
    answer.guess === 'sometimes' ? answer.truth === 'always' : answer.guess === 'never';
  expect(survived, what).toBe(expected);
  expect(account?.images.length, what).toBeGreaterThan(0);
  if (answer.guess !== 'sometimes') return;
  for (const image of account?.images ?? []) {
    const each = image.verdict.transactions.find(({ id }) => id === txn)?.survived;
    expect(each, what).toBe(expected);
  }
}

/** The questions of a lecture, each with its place among the marks. */
const questionsOf = ({ marks }: Scenario) =>
  (marks ?? []).flatMap(({ ask }, index) => (ask ? [[index, ask] as const] : []));

describe.each(asking)('the questions of $name', ({ name, text, scenario }) => {
  it('can each be answered, and every wrong answer has its reason', async () => {
    const store = await opened(text);
    const { session } = onStage(store);
    if (!session) throw new Error('the lecture does not open');
    const asked: AnsweredMark[] = [];
    for (const [index, ask] of questionsOf(scenario)) {
      const stop = onStage(store).session.marks.find((each) => each.index === index);
      if (!stop) throw new Error(`the lecture does not come to mark ${index}`);
      store.getState().goTo(stop.position);
      await expect.poll(() => onStage(store).frame?.at, { interval: 1 }).toBe(stop.position);
      const choices = choicesAt(onStage(store), stop);
      await store.getState().answer(index, '');
      const shown = onStage(store).answers[index];
      const guesses: Answer[] = [];
      for (const guess of guessesOf(ask, choices)) {
        await store.getState().answer(index, guess);
        const answer = onStage(store).answers[index];
        expect(answer?.truth).toBe(shown?.truth);
        if (!answer) continue;
        guesses.push(answer);
        if (answer.right) continue;
        await refuted(store, index, ask, answer);
      }
      const { frame } = onStage(store);
      if (!frame) throw new Error('nothing is shown');
      const truth = shown?.truth ?? UNKNOWN;
      asked.push({ ...stop, frame, ask, choices, truth, guesses });
    }
    const { scheme } = session;
    const lecture = { ...besideIt({ name, scenario }), scheme, marks: asked, asked };
    expect(QUESTION_RULES.flatMap(({ check }) => check(lecture))).toEqual([]);
  }, 180_000);
});
