import type { AskStep, Text } from '../../../engine/protocol';
import { orderOf } from '../../../model/questions/judge_trace';
import { findPattern } from '../../../model/trace/anchor';
import { sentenceOf } from '../../../model/trace/sentence';
import type { Dice } from '../dice';
import { letterOf } from '../drill_case';
import type { DrillEngine, DrillRun } from '../drill_run';
import { lookAtMistakes, type Mistake, type MistakenAnswer, mistakesOf } from '../mutants';
import { type Place, placesOf } from '../places';
import { joined, plain, sentence, told } from '../told';
import { type AskedOption, asked, type KindMaker, mistakenOption, option, stopAt } from './kind';

const STEPS = 4;
const WRONG = 3;
/** Steps are taken from so many consecutive events. */
const WINDOW = 9;
/** The number of choices of steps that are compared. */
const CHOICES = 24;
/** A phone has room for four of them. */
const MOST_LETTERS = 90;

/** Events that can be said briefly, mostly of one transaction: its steps follow from each other. */
function stepsToTell(run: DrillRun, dice: Dice): readonly Place[] {
  const all = placesOf(run).filter(
    ({ text, kind }) => text.en.length <= MOST_LETTERS && kind !== 'begin',
  );
  const chosen = dice.pick(run.info.transactions)?.id;
  const own = all.filter(({ txn }) => txn === chosen);
  return own.length >= STEPS && dice.chance(75) ? own : all;
}

/** Steps in another order than that of the run. */
function mixed(chosen: readonly Place[], dice: Dice): readonly Place[] {
  const steps = dice.shuffled(chosen);
  const sorted = steps.every((each, n) => n === 0 || (steps[n - 1]?.position ?? 0) < each.position);
  return sorted ? steps.toReversed() : steps;
}

/** A system with a mistake, and the places of the right run in its run. */
interface Other {
  readonly mistake: Mistake;
  readonly positions: ReadonlyMap<Place, number>;
}

/** The runs of systems with a mistake in which some of these places come in another order. */
async function othersOf(
  engine: DrillEngine,
  run: DrillRun,
  places: readonly Place[],
  mistakes: readonly Mistake[],
): Promise<readonly Other[]> {
  const found: Other[] = [];
  await lookAtMistakes(engine, run, mistakes, async ({ trace }, mistake) => {
    const at = places.flatMap((place) => {
      const position = findPattern(trace, place.at);
      return position === undefined ? [] : [[place, position] as const];
    });
    const other = at.some(([, position], n) => n > 0 && (at[n - 1]?.[1] ?? 0) > position);
    if (other) found.push({ mistake, positions: new Map(at) });
    return found.length >= WRONG ? 'enough' : 'more';
  });
  return found;
}

/** Two adjacent steps whose order a mistake reverses. */
function exchangedIn({ positions }: Other, places: readonly Place[], dice: Dice): readonly Place[] {
  const known = places.filter((place) => positions.has(place));
  const at = (place: Place | undefined) => (place && positions.get(place)) ?? 0;
  const pairs = known.flatMap((later, n) => {
    const before = known.slice(Math.max(0, n - WINDOW + 2), n);
    return before.filter((each) => at(each) > at(later)).map((each) => [each, later]);
  });
  return dice.pick(pairs) ?? [];
}

/** Four steps, two of which one of the mistakes reverses. */
function stepsOf(places: readonly Place[], other: Other, dice: Dice): readonly Place[] {
  const pair = exchangedIn(other, places, dice);
  const [first] = pair;
  if (!first) return [];
  const from = Math.max(0, places.indexOf(first) - dice.below(WINDOW / 2));
  const near = places.slice(from, from + WINDOW).filter((each) => !pair.includes(each));
  return mixed([...pair, ...dice.shuffled(near)].slice(0, STEPS), dice);
}

/** The answers that systems with a mistake give for these steps. */
function answersOf(
  steps: readonly Place[],
  truth: string,
  others: readonly Other[],
): readonly MistakenAnswer[] {
  const found = new Map<string, MistakenAnswer>();
  for (const { mistake, positions } of others) {
    const at = steps.map((step) => positions.get(step) ?? 0);
    const answer = orderAnswer(at);
    // Two steps at one event of that run have no order there.
    if (at.includes(0) || new Set(at).size < at.length || answer === truth) continue;
    if (!found.has(answer)) found.set(answer, { ...mistake, answer, position: Math.max(...at) });
  }
  return [...found.values()].slice(0, WRONG);
}

/** The steps' places in their order. */
const orderAnswer = (positions: readonly number[]): string =>
  positions
    .map((position, n) => ({ position, n }))
    .sort((a, b) => a.position - b.position)
    .map(({ n }) => n)
    .join(',');

const truthOf = (steps: readonly Place[]): string =>
  orderAnswer(steps.map(({ position }) => position));

/** The choice of steps for which systems with a mistake give the most answers. */
function bestSteps(places: readonly Place[], others: readonly Other[], dice: Dice) {
  let best: { steps: readonly Place[]; answers: readonly MistakenAnswer[] } | undefined;
  for (let n = 0; n < CHOICES; n++) {
    const other = dice.pick(others);
    const steps = other ? stepsOf(places, other, dice) : [];
    if (steps.length < STEPS) continue;
    const answers = answersOf(steps, truthOf(steps), others);
    if (answers.length > (best?.answers.length ?? 0)) best = { steps, answers };
  }
  return best;
}

const orderText = (order: readonly number[]): Text => plain(order.map(letterOf).join(' → '));

/**
 * Orders with two neighbours exchanged, then reversed: guesses of a reader who knows the steps
 * alone.
 */
function exchanged(right: readonly number[]): readonly number[][] {
  const swaps = right.slice(1).map((_, n) => {
    const order = [...right];
    [order[n], order[n + 1]] = [order[n + 1] ?? 0, order[n] ?? 0];
    return order;
  });
  return [...swaps, [...right].reverse()];
}

/** Two steps that an answer has in the wrong order, and the rule of the line that comes first. */
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
    // A rule of this transaction says nothing about the steps of another one.
    const follows = steps[first]?.txn === steps[second]?.txn;
    return rule && follows ? [says, told('orderRule', { ...names, rule: sentence(rule) })] : [says];
  }
  return [];
}

function optionsOf(
  run: DrillRun,
  steps: readonly Place[],
  truth: string,
  broken: readonly MistakenAnswer[],
  dice: Dice,
) {
  const right = orderOf(truth, steps.length) ?? [];
  const why = (given: readonly number[]) => refutes(run, steps, right, given);
  const wrong = new Map<string, AskedOption>();
  for (const mistaken of broken) {
    const given = orderOf(mistaken.answer, steps.length) ?? [];
    const [says] = why(given);
    const text = joined([...(says ? [says] : []), mistaken.reason]);
    wrong.set(mistaken.answer, mistakenOption(mistaken, orderText(given), text));
  }
  // Misreadings of the right run fill the places for which mistakes give no answer.
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

/** Asks in which order the system does some of its steps. */
export const orderKind: KindMaker = {
  wishes: { own: 75, changes: 0 },
  make: async (engine, scenario, dice) => {
    const run = await engine.open(scenario);
    const places = run ? stepsToTell(run, dice) : [];
    if (!run || places.length < STEPS) return undefined;
    const others = await othersOf(engine, run, places, mistakesOf(run, dice, true));
    const best = bestSteps(places, others, dice);
    const first = best?.steps.toSorted((a, b) => a.position - b.position)[0];
    if (!best || !first) return undefined;
    const { steps, answers } = best;
    const stop = stopAt(first, { kind: 'order', steps: askSteps(steps) });
    const { truth } = await engine.answer(run, stop);
    if (truth !== truthOf(steps)) return undefined;
    return {
      scenario: asked(run, stop),
      at: first.at,
      question: told('askOrder'),
      steps: steps.map(({ text }) => sentence(text)),
      options: optionsOf(run, steps, truth, answers, dice),
    };
  },
};
