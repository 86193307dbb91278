import type { FateReason } from '../../../engine/protocol';
import { findPattern } from '../../../model/trace/anchor';
import type { Dice } from '../dice';
import type { DrillEngine, DrillRun } from '../drill_run';
import { type Found, type MistakenAnswer, mistakesOf, mostMistaken } from '../mutants';
import { type Place, placesOf } from '../places';
import { joined, sentence, told } from '../told';
import { type AskedOption, type KindMaker, mistakenOption, option } from './kind';

const PLACES = 4;
/** A phone has room for four of them. */
const MOST_LETTERS = 84;
/** The number of places around the commit that are considered. */
const LOOKED = 9;
/** The answer that none of the places is safe. */
const NONE = 'none';

interface Looked extends Place {
  /** True if no power cut here loses the transaction. */
  readonly safe: boolean;
  readonly reason: FateReason;
}

/** The last steps of a transaction, with its fate after each. */
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
 * Four of these places with the first safe one among them; undefined where there is none, or it
 * does not stay safe.
 */
function chosen(looked: readonly Looked[], dice: Dice): readonly Looked[] | undefined {
  const first = looked.findIndex(({ safe }) => safe);
  if (first < 1 || looked.slice(first).some(({ safe }) => !safe)) return undefined;
  const late = dice.shuffled(looked.slice(first + 1)).slice(0, 1 + dice.below(2));
  const early = dice.shuffled(looked.slice(0, first)).slice(0, PLACES - 1 - late.length);
  const all = [...early, ...looked.slice(first, first + 1), ...late];
  return all.length < PLACES ? undefined : all.sort((a, b) => a.position - b.position);
}

/**
 * The number of the first place after which a system with a mistake is safe; NONE where a power cut
 * after the last one still loses the transaction.
 */
async function firstSafe(
  engine: DrillEngine,
  broken: DrillRun,
  { places, tx }: Spot,
): Promise<Found | undefined> {
  const id = broken.info.transactions.find(({ name }) => name === tx)?.id;
  let last = 0;
  for (const [n, { at }] of places.entries()) {
    const position = findPattern(broken.trace, at);
    if (position === undefined) return undefined;
    last = position;
    const { transactions } = await engine.outlook(position);
    if (transactions.find((each) => each.id === id)?.fate === 'always')
      return { answer: String(n), position };
  }
  return { answer: NONE, position: last };
}

interface Spot {
  readonly places: readonly Looked[];
  readonly tx: string;
  readonly truth: string;
}

function optionsOf({ places, tx, truth }: Spot, broken: readonly MistakenAnswer[]): AskedOption[] {
  const right = Number(truth);
  const late = told('cutLate', { tx, place: places[right]?.text ?? '' });
  const mistakenAt = (answer: string) => broken.find((each) => each.answer === answer);
  const options = places.map(({ text, reason }, n): AskedOption => {
    const answer = String(n);
    if (n === right) return option(answer, sentence(text), told('cutRight', { tx }), 'engine');
    const mistake = mistakenAt(answer);
    const early = () => joined([told('cutEarly', { tx }), told(reason, { tx })]);
    const says = n < right ? early() : late;
    return mistake
      ? mistakenOption(mistake, sentence(text), joined([says, mistake.reason]))
      : option(answer, sentence(text), says, 'reader');
  });
  const none = mistakenAt(NONE);
  const { en, zh } = told('cutNone');
  const words = sentence({ en, zh });
  return none ? [...options, mistakenOption(none, words, joined([late, none.reason]))] : options;
}

/** Asks after which step a transaction is safe: no power cut loses it from there on. */
export const cutKind: KindMaker = {
  wishes: { own: 70, changes: 0 },
  make: async (engine, scenario, dice) => {
    const run = await engine.open(scenario);
    const txn = run && dice.pick(run.info.transactions);
    const places = run && txn && chosen(await lookAt(engine, run, txn.id), dice);
    const [start] = places ?? [];
    if (!run || !txn || !places || !start) return undefined;
    const tx = txn.name;
    const spot = { places, tx, truth: String(places.findIndex(({ safe }) => safe)) };
    const found = await mostMistaken(
      engine,
      run,
      [spot],
      { mistakes: mistakesOf(run, dice), wanted: 2 },
      (broken, each) => firstSafe(engine, broken, each),
    );
    return (
      found && {
        scenario: {
          ...run.scenario,
          marks: places.map(({ at, text }) => ({ when: at, say: text, ask: { kind: 'fate', tx } })),
        },
        at: start.at,
        question: told('askCut', { tx }),
        steps: [],
        options: optionsOf(spot, found.answers),
      }
    );
  },
};
