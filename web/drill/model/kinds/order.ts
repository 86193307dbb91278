import type { AskStep, Text } from '../../../engine/protocol';
import { UNKNOWN } from '../../../model/questions/answer';
import { judgeOrder, orderOf } from '../../../model/questions/judge_trace';
import { sentenceOf } from '../../../model/trace/sentence';
import type { Dice } from '../dice';
import { type DrillOption, letterOf } from '../drill_case';
import type { DrillEngine, DrillRun } from '../drill_run';
import { mistakenAnswers } from '../mutants';
import { type Place, placesOf } from '../places';
import { joined, plain, sentence, told } from '../told';
import { asked, type KindMaker, option, stopAt } from './kind';

const STEPS = 4;
const WRONG = 3;
/** Steps come from so many events that follow on each other. */
const WINDOW = 9;
/** Four of them fit a phone. */
const MOST_LETTERS = 90;

/** Events that are short to tell, mostly of one transaction: its steps follow from each other. */
function stepsToTell(run: DrillRun, dice: Dice): readonly Place[] {
  const all = placesOf(run).filter(
    ({ text, kind }) => text.en.length <= MOST_LETTERS && kind !== 'begin',
  );
  const chosen = dice.pick(run.info.transactions)?.id;
  const own = all.filter(({ txn }) => txn === chosen);
  return own.length >= STEPS && dice.chance(75) ? own : all;
}

/** Some events of the run, not in the order in which they come. */
function stepsOf(run: DrillRun, dice: Dice): readonly Place[] | undefined {
  const known = stepsToTell(run, dice);
  if (known.length < STEPS) return undefined;
  const start = dice.below(Math.max(1, known.length - WINDOW + 1));
  const chosen = dice.shuffled(known.slice(start, start + WINDOW)).slice(0, STEPS);
  const sorted = chosen.every(
    (each, n) => n === 0 || (chosen[n - 1]?.position ?? 0) < each.position,
  );
  return sorted ? chosen.toReversed() : chosen;
}

const orderText = (order: readonly number[]): Text => plain(order.map(letterOf).join(' → '));

/**
 * Orders with two neighbours exchanged, then turned round: what somebody may think who knows the
 * steps alone.
 */
function exchanged(right: readonly number[]): readonly number[][] {
  const swaps = right.slice(1).map((_, n) => {
    const order = [...right];
    [order[n], order[n + 1]] = [order[n + 1] ?? 0, order[n] ?? 0];
    return order;
  });
  return [...swaps, [...right].reverse()];
}

/** Two steps that an answer has the wrong way round, and the rule of the line that comes first. */
function refutes(
  run: DrillRun,
  steps: readonly Place[],
  right: readonly number[],
  given: readonly number[],
): Text[] {
  for (let n = 1; n < right.length; n++) {
    const [first = 0, second = 0] = [right[n - 1], right[n]];
    if (given.indexOf(first) < given.indexOf(second)) continue;
    const names = { first: letterOf(first), second: letterOf(second) };
    const { trace, info, scheme } = run;
    const { rule } = sentenceOf({ trace, info, scheme }, (steps[first]?.position ?? 0) - 1);
    const says = told('orderWrong', names);
    // What another transaction does follows no rule of this one.
    const follows = steps[first]?.txn === steps[second]?.txn;
    return rule && follows ? [says, told('orderRule', { ...names, rule: sentence(rule) })] : [says];
  }
  return [];
}

async function optionsOf(
  engine: DrillEngine,
  run: DrillRun,
  steps: readonly Place[],
  truth: string,
  dice: Dice,
) {
  const asks = askSteps(steps);
  const broken = await mistakenAnswers(
    engine,
    run,
    { dice, truth, wanted: WRONG },
    async ({ trace }) => {
      const found = judgeOrder(trace, asks, '').truth;
      return found === UNKNOWN ? undefined : found;
    },
  );
  const right = orderOf(truth, steps.length) ?? [];
  const why = (given: readonly number[]) => refutes(run, steps, right, given);
  const wrong = new Map<string, DrillOption>();
  for (const { answer, reason } of broken) {
    const given = orderOf(answer, steps.length) ?? [];
    const [says] = why(given);
    const text = joined([...(says ? [says] : []), reason]);
    wrong.set(answer, option(answer, orderText(given), text, 'mutation'));
  }
  for (const given of dice.shuffled(exchanged(right))) {
    const answer = given.join(',');
    if (wrong.size >= WRONG || answer === truth || wrong.has(answer)) continue;
    wrong.set(answer, option(answer, orderText(given), joined(why(given)), 'reader'));
  }
  return dice.shuffled([
    option(truth, orderText(right), told('orderRight'), 'engine'),
    ...wrong.values(),
  ]);
}

const askSteps = (steps: readonly Place[]): AskStep[] =>
  steps.map(({ at, text }) => ({ when: at, text: sentence(text) }));

/** In which order the system does some of what it does. */
export const orderKind: KindMaker = {
  wishes: { own: 75, changes: 0 },
  questions: 3,
  make: async (engine, scenario, dice) => {
    const run = await engine.open(scenario);
    const steps = run && stepsOf(run, dice);
    const first = steps?.toSorted((a, b) => a.position - b.position)[0];
    if (!run || !steps || !first) return undefined;
    const stop = stopAt(first, { kind: 'order', steps: askSteps(steps) });
    const { truth } = await engine.answer(run, stop);
    if (truth === UNKNOWN) return undefined;
    const options = await optionsOf(engine, run, steps, truth, dice);
    return {
      scenario: asked(run, stop),
      at: first.at,
      question: told('askOrder'),
      steps: steps.map(({ text }) => sentence(text)),
      options,
    };
  },
};
