import type { Fate, FateReason, Text } from '../../../engine/protocol';
import { UNKNOWN } from '../../../model/questions/answer';
import { judgeFate } from '../../../model/questions/judge_images';
import { findPattern } from '../../../model/trace/anchor';
import { transactionName } from '../../../model/trace/trace';
import type { Dice } from '../dice';
import type { DrillOption } from '../drill_case';
import type { DrillEngine, DrillRun } from '../drill_run';
import { mistakenAnswers } from '../mutants';
import { type Place, placesOf } from '../places';
import { joined, told } from '../told';
import { asked, type KindMaker, option, stopAt } from './kind';

const FATES: readonly Fate[] = ['always', 'sometimes', 'never'];
/** Places that are looked at for one with the fate that is wanted. */
const TRIES = 6;

/** Why a transaction does not have the fate that somebody said. */
function refutes(truth: Fate, guess: Fate, tx: string): Text {
  if (truth === 'always') return told('fateAll', { tx });
  if (truth === 'never') return told('fateNone', { tx });
  return told(guess === 'always' ? 'fateNotAll' : 'fateSome', { tx });
}

/** The fates of a transaction in systems with a mistake each, at the same event. */
function mistaken(
  engine: DrillEngine,
  run: DrillRun,
  place: Place,
  tx: string,
  truth: string,
  dice: Dice,
) {
  return mistakenAnswers(engine, run, { dice, truth, wanted: 2 }, async ({ trace, info }) => {
    const at = findPattern(trace, place.at);
    const id = info.transactions.find(({ name }) => name === tx)?.id ?? 0;
    if (at === undefined) return undefined;
    const found = judgeFate(await engine.outlook(at), id, '').truth;
    return found === UNKNOWN ? undefined : found;
  });
}

async function ask(
  engine: DrillEngine,
  run: DrillRun,
  place: Place,
  fate: Fate,
  reason: FateReason,
  dice: Dice,
) {
  const tx = transactionName(run.trace.names, place.txn);
  const stop = stopAt(place, { kind: 'fate', tx });
  const { truth } = await engine.answer(run, stop);
  if (truth !== fate) return undefined;
  const broken = await mistaken(engine, run, place, tx, truth, dice);
  const because = told(reason, { tx });
  const options = FATES.map((each): DrillOption => {
    if (each === fate) return option(each, told(each), because, 'engine');
    const mistake = broken.find(({ answer }) => answer === each);
    const sentences = [refutes(fate, each, tx), mistake?.reason ?? because];
    return option(each, told(each), joined(sentences), mistake ? 'mutation' : 'reader');
  });
  return {
    scenario: asked(run, stop),
    at: place.at,
    question: told('askFate', { place: place.text, tx }),
    steps: [],
    options,
    pictured: place.position,
  };
}

/** Whether a transaction survives a power cut at an event of its own. */
export const fateKind: KindMaker = {
  wishes: { own: 75, changes: 0 },
  questions: 2,
  make: async (engine, scenario, dice) => {
    const run = await engine.open(scenario);
    if (!run) return undefined;
    const wanted = dice.pick(FATES);
    const places = dice.shuffled(
      placesOf(run).filter(({ txn, kind }) => txn > 0 && kind !== 'begin'),
    );
    for (const [n, place] of places.slice(0, TRIES).entries()) {
      if (!(await engine.open(scenario))) return undefined;
      const { transactions } = await engine.outlook(place.position);
      const found = transactions.find(({ id }) => id === place.txn);
      // The last that is looked at is taken as it is.
      if (!found || (found.fate !== wanted && n < TRIES - 1)) continue;
      return ask(engine, run, place, found.fate, found.reason, dice);
    }
    return undefined;
  },
};
