import { describe, expect, it } from 'vitest';
import type { Ask, Scenario } from '../../web/engine/protocol';
import type { Answer } from '../../web/model/questions/answer';
import { LOST, SURVIVED, UNKNOWN } from '../../web/model/questions/answer';
import type { Choice } from '../../web/model/questions/choices';
import { orderAnswer } from '../../web/model/questions/judge_trace';
import { choicesAt } from '../../web/store/grading/open_choices';
import type { StageStore } from '../../web/store/stage/stage_state';
import { realStage } from '../web/support/real_stage';
import { lectureFiles } from './scenario_files';

const asking = lectureFiles().filter(({ scenario }) => scenario.marks?.some(({ ask }) => ask));

/** A number that no record ever has. */
const NOWHERE = '987654321';

/** Answers that can be given to a question; of an order two are enough. */
function guessesOf(ask: Ask, choices: readonly Choice[]): string[] {
  if (ask.kind === 'order') {
    const given = ask.steps.map((_, index) => index);
    return [orderAnswer(given), orderAnswer([...given].reverse())];
  }
  const typed = ask.kind === 'value-after-crash' ? [NOWHERE] : [];
  return [...choices.map(({ answer }) => answer), ...typed];
}

/** What an author may give a reason for. */
function reasonable(ask: Ask, choices: readonly Choice[]): (answer: string) => boolean {
  const offered = choices.map(({ answer }) => answer);
  if (ask.kind === 'value-after-crash') return (answer) => /^(-?\d+|absent)$/.test(answer);
  if (ask.kind === 'undone-next') return (answer) => /^\d+$/.test(answer);
  if (ask.kind === 'order') return (answer) => /^\d+(,\d+)*$/.test(answer);
  if (ask.kind === 'cut') return (answer) => answer === LOST || answer === SURVIVED;
  return (answer) => offered.includes(answer);
}

async function opened(text: string): Promise<StageStore> {
  const store = await realStage();
  expect(await store.getState().open(text, { kind: 'own' })).toBe(true);
  return store;
}

/** Cuts the power as the witness says: its outcome must not be as answered. */
async function refuted(store: StageStore, index: number, ask: Ask, answer: Answer) {
  const account = await store.getState().account(index);
  const { session } = store.getState();
  const { verdict } = account ?? {};
  const what = `${index}: ${answer.guess}`;
  if (ask.kind === 'value-after-crash') {
    const value = verdict?.records.find(({ name }) => name === ask.record)?.value;
    expect(String(value ?? 'absent'), what).not.toBe(answer.guess);
    return;
  }
  if (ask.kind !== 'fate') return;
  const txn = session?.info.transactions.find(({ name }) => name === ask.tx)?.id;
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

/** What a reason must not say where the engine's smallest case has another outcome. */
const OTHERWISE: Readonly<Record<string, RegExp>> = {
  lost: /\b(not committed|gives up|damaged)\b/,
  visible: /\b(lost|lacks|missing|gone)\b/,
  damaged: /\b(lost|lacks|told)\b/,
};

/**
 * Where the author's reason and the engine's smallest case tell different stories: another outcome, or transactions and
 * records that the case does not have.
 */
function twoStories(ask: Ask, { guess, witness }: Answer): string[] {
  const because = ask.because?.[guess];
  if (witness?.kind !== 'failure' || !because) return [];
  const told = JSON.parse(witness.text) as Scenario;
  const script = JSON.stringify(told.threads);
  // In Chinese no article looks like a record.
  const names = because.zh?.match(/(?<![A-Za-z0-9])(T\d+|[A-Z])(?![A-Za-z0-9.])/g) ?? [];
  const others = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(script));
  const { verdict } = witness.failure;
  const other = OTHERWISE[verdict]?.exec(because.en ?? '');
  return [
    ...others.map((name) => `the smallest case has no ${name}: ${script}`),
    ...(other ? [`"${other[0]}", but the engine says ${verdict}`] : []),
  ];
}

/** The questions of a lecture, each with its place among the marks. */
const questionsOf = ({ marks }: Scenario) =>
  (marks ?? []).flatMap(({ ask }, index) => (ask ? [[index, ask] as const] : []));

describe.each(asking)('the questions of $name', ({ text, scenario }) => {
  it('can each be answered, and every wrong answer has its reason', async () => {
    const store = await opened(text);
    for (const [index, ask] of questionsOf(scenario)) {
      const stop = store.getState().session?.marks.find((each) => each.index === index);
      if (!stop) throw new Error(`the lecture does not come to mark ${index}`);
      store.getState().goTo(stop.position);
      await expect.poll(() => store.getState().frame?.at, { interval: 1 }).toBe(stop.position);
      const choices = choicesAt(store.getState(), stop);
      await store.getState().answer(index, '');
      const shown = store.getState().answers[index];
      expect(shown?.truth, `${index}`).not.toBe(UNKNOWN);
      for (const guess of guessesOf(ask, choices)) {
        await store.getState().answer(index, guess);
        const answer = store.getState().answers[index];
        expect(answer?.truth).toBe(shown?.truth);
        // Whoever is right needs no reason why not.
        if (answer?.right) expect(ask.because?.[guess], `${index}: ${guess}`).toBeUndefined();
        if (!answer || answer.right) continue;
        expect(twoStories(ask, answer), `${index}: ${guess}`).toEqual([]);
        expect(answer.witness, `${index}: ${guess}`).toBeDefined();
        await refuted(store, index, ask, answer);
      }
    }
  }, 180_000);

  it('give reasons for answers that there are', async () => {
    const store = await opened(text);
    for (const [index, ask] of questionsOf(scenario)) {
      const stop = store.getState().session?.marks.find((each) => each.index === index);
      const is = reasonable(ask, stop ? choicesAt(store.getState(), stop) : []);
      for (const answer of Object.keys(ask.because ?? {})) expect(is(answer), answer).toBe(true);
    }
  });
});
