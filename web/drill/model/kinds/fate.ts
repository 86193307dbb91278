import type { Fate, FateReason, Text } from '../../../engine/protocol';
import { UNKNOWN } from '../../../model/questions/answer';
import { judgeFate } from '../../../model/questions/judge_images';
import { findPattern } from '../../../model/trace/anchor';
import { transactionName } from '../../../model/trace/trace';
import type { Dice } from '../dice';
import type { DrillEngine, DrillRun } from '../drill_run';
import { type Mistaken, mistakesOf, mostMistaken } from '../mutants';
import { type Place, placesOf } from '../places';
import { joined, told } from '../told';
import { type AskedOption, asked, type KindMaker, mistakenOption, option, stopAt } from './kind';

const FATES: readonly Fate[] = ['always', 'sometimes', 'never'];
/** Mistakes seldom change an uncertain fate, so that one is asked for more often. */
const WANTED: readonly Fate[] = ['always', 'sometimes', 'sometimes', 'sometimes', 'never'];
/** The number of places that are searched for the wanted fate. */
const TRIES = 8;
/** The number of places that are tried in systems with a mistake. */
const SPOTS = 3;

/** Explains why a transaction does not have the fate that was chosen. */
function refutes(truth: Fate, guess: Fate, tx: string): Text {
  if (truth === 'always') return told('fateAll', { tx });
  if (truth === 'never') return told('fateNone', { tx });
  return told(guess === 'always' ? 'fateNotAll' : 'fateSome', { tx });
}

/** A place at which a transaction has a fate. */
interface Spot {
  readonly place: Place;
  readonly tx: string;
  readonly truth: Fate;
  readonly reason: FateReason;
}

/**
 * The places of a run with the fates of their transactions; places with the wanted fate come first.
 */
async function spotsOf(engine: DrillEngine, run: DrillRun, dice: Dice): Promise<readonly Spot[]> {
  const wanted = dice.pick(WANTED);
  const places = dice.shuffled(
    placesOf(run).filter(({ txn, kind }) => txn > 0 && kind !== 'begin'),
  );
  const spots: Spot[] = [];
  for (const place of places.slice(0, TRIES)) {
    if (spots.length >= SPOTS) break;
    const { transactions } = await engine.outlook(place.position);
    const found = transactions.find(({ id, fate }) => id === place.txn && fate === wanted);
    const tx = transactionName(run.trace.names, place.txn);
    if (found) spots.push({ place, tx, truth: found.fate, reason: found.reason });
  }
  return spots;
}

/** The fate of a transaction in a system with a mistake, at the same event. */
async function fateIn(engine: DrillEngine, { trace, info }: DrillRun, { place, tx }: Spot) {
  const position = findPattern(trace, place.at);
  const id = info.transactions.find(({ name }) => name === tx)?.id ?? 0;
  if (position === undefined) return undefined;
  const answer = judgeFate(await engine.outlook(position), id, '').truth;
  return answer === UNKNOWN ? undefined : { answer, position };
}

async function ask(engine: DrillEngine, run: DrillRun, { spot, answers }: Mistaken<Spot>) {
  const { place, tx, truth: fate, reason } = spot;
  const stop = stopAt(place, { kind: 'fate', tx });
  const { truth } = await engine.answer(run, stop);
  if (truth !== fate) return undefined;
  const because = told(reason, { tx });
  const options = FATES.map((each): AskedOption => {
    if (each === fate) return option(each, told(each), because, 'engine');
    const mistake = answers.find(({ answer }) => answer === each);
    const says = refutes(fate, each, tx);
    return mistake
      ? mistakenOption(mistake, told(each), joined([says, mistake.reason]))
      : option(each, told(each), joined([says, because]), 'reader');
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

/** Asks whether a transaction survives a power cut at one of its own events. */
export const fateKind: KindMaker = {
  wishes: { own: 75, changes: 0 },
  make: async (engine, scenario, dice) => {
    const run = await engine.open(scenario);
    if (!run) return undefined;
    const spots = await spotsOf(engine, run, dice);
    const mistakes = mistakesOf(run, dice);
    const found = await mostMistaken(engine, run, spots, { mistakes, wanted: 2 }, (broken, spot) =>
      fateIn(engine, broken, spot),
    );
    return found && ask(engine, run, found);
  },
};
