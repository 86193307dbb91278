import type { FateReason } from '../../../engine/protocol';
import { findPattern } from '../../../model/trace/anchor';
import type { Dice } from '../dice';
import type { DrillOption } from '../drill_case';
import type { DrillEngine, DrillRun } from '../drill_run';
import { mistakenAnswers } from '../mutants';
import { type Place, placesOf } from '../places';
import { joined, sentence, told } from '../told';
import { type KindMaker, option } from './kind';

const PLACES = 4;
/** Four of them fit a phone. */
const MOST_LETTERS = 84;
/** Places around the commit that are looked at. */
const LOOKED = 9;

interface Looked extends Place {
  /** No power cut here loses the transaction. */
  readonly safe: boolean;
  readonly reason: FateReason;
}

/** The last things that a transaction does, with its fate after each. */
async function lookAt(engine: DrillEngine, run: DrillRun, txn: number): Promise<Looked[]> {
  const own = placesOf(run)
    .filter((each) => each.txn === txn && each.text.en.length <= MOST_LETTERS)
    .slice(-LOOKED);
  const found: Looked[] = [];
  for (const place of own) {
    const { transactions } = await engine.outlook(place.position);
    const fate = transactions.find(({ id }) => id === txn);
    if (fate) found.push({ ...place, safe: fate.fate === 'always', reason: fate.reason });
  }
  return found;
}

/**
 * Four of them with the first safe one among them; undefined where there is none, or it is not safe
 * for good.
 */
function chosen(looked: readonly Looked[], dice: Dice): readonly Looked[] | undefined {
  const first = looked.findIndex(({ safe }) => safe);
  if (first < 1 || looked.slice(first).some(({ safe }) => !safe)) return undefined;
  const late = dice.shuffled(looked.slice(first + 1)).slice(0, 1 + dice.below(2));
  const early = dice.shuffled(looked.slice(0, first)).slice(0, PLACES - 1 - late.length);
  const all = [...early, ...looked.slice(first, first + 1), ...late];
  return all.length < PLACES ? undefined : all.sort((a, b) => a.position - b.position);
}

/** The first of the places after which a system with a mistake is safe, by its number. */
async function firstSafe(
  engine: DrillEngine,
  broken: DrillRun,
  places: readonly Place[],
  tx: string,
) {
  const id = broken.info.transactions.find(({ name }) => name === tx)?.id;
  for (const [n, { at }] of places.entries()) {
    const position = findPattern(broken.trace, at);
    if (position === undefined) return undefined;
    const { transactions } = await engine.outlook(position);
    if (transactions.find((each) => each.id === id)?.fate === 'always') return String(n);
  }
  return undefined;
}

/**
 * After what a transaction is safe: where a power cut can still lose it, and where none can any
 * more.
 */
export const cutKind: KindMaker = {
  wishes: { own: 70, changes: 0 },
  make: async (engine, scenario, dice) => {
    const run = await engine.open(scenario);
    const txn = run && dice.pick(run.info.transactions);
    const places = run && txn && chosen(await lookAt(engine, run, txn.id), dice);
    const [start] = places ?? [];
    if (!run || !txn || !places || !start) return undefined;
    const tx = txn.name;
    const right = places.findIndex(({ safe }) => safe);
    const truth = String(right);
    const broken = await mistakenAnswers(engine, run, { dice, truth, wanted: 1 }, (mistaken) =>
      firstSafe(engine, mistaken, places, tx),
    );
    const options = places.map(({ text, reason }, n): DrillOption => {
      const answer = String(n);
      if (n === right) return option(answer, sentence(text), told('cutRight', { tx }), 'engine');
      const mistake = broken.find((each) => each.answer === answer);
      const place = places[right]?.text ?? text;
      const says =
        n < right
          ? joined([told('cutEarly', { tx }), told(reason, { tx })])
          : told('cutLate', { tx, place });
      const why = mistake ? joined([says, mistake.reason]) : says;
      return option(answer, sentence(text), why, mistake ? 'mutation' : 'reader');
    });
    return {
      scenario: {
        ...run.scenario,
        marks: places.map(({ at, text }) => ({ when: at, say: text, ask: { kind: 'fate', tx } })),
      },
      at: start.at,
      question: told('askCut', { tx }),
      steps: [],
      options,
    };
  },
};
