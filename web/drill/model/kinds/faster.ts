import type { AskSide, ParamDescription, Scenario, Text } from '../../../engine/protocol';
import { measureSides } from '../../../model/grading/faster';
import { SAME, UNKNOWN } from '../../../model/questions/answer';
import { judgeFaster } from '../../../model/questions/judge_trace';
import type { Dice } from '../dice';
import type { DrillEngine, DrillRun } from '../drill_run';
import { type Found, type Mistake, type MistakenAnswer, mistakesIn, mistakesOf } from '../mutants';
import { placesOf } from '../places';
import { joined, plain, told } from '../told';
import { type AskedOption, asked, type KindMaker, mistakenOption, option, stopAt } from './kind';

const MOST_SIDES = 3;

type ParamValue = string | number | boolean;

const valuesOf = ({ type, choices }: ParamDescription): readonly ParamValue[] =>
  type === 'boolean' ? [false, true] : (choices ?? []).map(({ id }) => id);

function valueText({ choices }: ParamDescription, value: ParamValue): Text {
  if (typeof value === 'boolean') return told(value ? 'on' : 'off');
  return choices?.find(({ id }) => id === value)?.title ?? plain(String(value));
}

/** The system as it is, and with other values of one of its parameters. */
function sidesOf({ scheme, info }: DrillRun, scenario: Scenario, dice: Dice): readonly AskSide[] {
  const param = dice.pick(scheme.params.filter((each) => valuesOf(each).length > 1));
  if (!param) return [];
  const own = info.params[param.id] ?? param.default;
  const others = dice.shuffled(valuesOf(param).filter((value) => value !== own));
  return dice.shuffled([own, ...others.slice(0, MOST_SIDES - 1)]).map((value) => ({
    title: told('side', { param: param.title, value: valueText(param, value) }),
    scheme: { ...scenario.scheme, params: { ...scenario.scheme.params, [param.id]: value } },
  }));
}

/** Virtual nanoseconds in microseconds. */
const timeText = (ns: number): string => `${Number((ns / 1000).toFixed(2))} µs`;

function optionsOf(
  sides: readonly AskSide[],
  ends: readonly number[],
  truth: string,
  broken: readonly MistakenAnswer[],
) {
  const titleOf = (side: number) => sides[side]?.title ?? plain('');
  const timeOf = (side: number) =>
    told('fasterTime', { side: titleOf(side), time: timeText(ends[side] ?? 0) });
  const best = truth === SAME ? 0 : Number(truth);
  const first = { side: titleOf(best), time: timeText(ends[best] ?? 0) };
  const wrong = (answer: string, text: Text, says: Text) => {
    const mistake = broken.find((each) => each.answer === answer);
    return mistake
      ? mistakenOption(mistake, text, joined([says, mistake.reason]))
      : option(answer, text, says, 'reader');
  };
  const same = told('fasterSame', first);
  const options = sides.map(({ title }, side): AskedOption => {
    const answer = String(side);
    if (truth === SAME) return wrong(answer, title, same);
    if (answer === truth) return option(answer, title, timeOf(side), 'engine');
    return wrong(answer, title, joined([timeOf(side), told('fasterBest', first)]));
  });
  return [
    ...options,
    truth === SAME
      ? option(SAME, told('same'), same, 'engine')
      : wrong(SAME, told('same'), told('fasterDiffer', first)),
  ];
}

/**
 * The fastest side if the system of every side has a mistake; undefined if two sides share first
 * place.
 */
async function fastestWith(
  engine: DrillEngine,
  { scenario }: DrillRun,
  sides: readonly AskSide[],
  { mutations }: Mistake,
): Promise<Found | undefined> {
  const broken = sides.map((side) => ({ ...side, scheme: { ...side.scheme, mutations } }));
  const ends = await measureSides(engine.tools, { scenario }, broken);
  const { truth } = judgeFaster(ends, '');
  const shared = truth === SAME && new Set(ends).size > 1;
  return truth === UNKNOWN || shared ? undefined : { answer: truth };
}

/** The side that would be the fastest if the system had mistakes. */
async function mistakenSides(
  engine: DrillEngine,
  run: DrillRun,
  sides: readonly AskSide[],
  truth: string,
  dice: Dice,
): Promise<readonly MistakenAnswer[]> {
  const found: MistakenAnswer[] = [];
  for (const mistake of mistakesOf(run, dice)) {
    const answer = await fastestWith(engine, run, sides, mistake).catch(() => undefined);
    const known = found.some((each) => each.answer === answer?.answer);
    if (answer && answer.answer !== truth && !known) found.push({ ...answer, ...mistake });
    if (found.length >= MOST_SIDES - 1) break;
  }
  return found;
}

/**
 * Asks with which value of a parameter the clients have their answer first; the answer is measured.
 */
export const fasterKind: KindMaker = {
  wishes: { own: 70, changes: 0 },
  make: async (engine, scenario, dice) => {
    const run = await engine.open(scenario);
    const [place] = run ? placesOf(run) : [];
    // The sides of a question have no mistakes.
    if (!run || !place || mistakesIn(run).length > 0) return undefined;
    const sides = sidesOf(run, scenario, dice);
    if (sides.length < 2) return undefined;
    const stop = stopAt(place, { kind: 'faster', sides });
    const { truth, witness } = await engine.answer(run, stop);
    if (truth === UNKNOWN || witness?.kind !== 'faster') return undefined;
    const ends = witness.ends.flatMap((end) => end ?? []);
    // A tie for first place among three sides is not one answer.
    if (truth === SAME && new Set(ends).size > 1) return undefined;
    const broken = await mistakenSides(engine, run, sides, truth, dice);
    if (broken.length === 0) return undefined;
    return {
      scenario: asked(run, stop),
      at: place.at,
      question: told('askFaster'),
      steps: [],
      options: optionsOf(sides, ends, truth, broken),
    };
  },
};
