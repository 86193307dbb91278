import { FLAG_DEVICE, type ListingLine, type Scenario, type Text } from '../../engine/protocol';
import { withMutations } from '../../model/scenario/mutants';
import { kindOf } from '../../model/trace/trace';
import type { Dice } from './dice';
import type { DrillEngine, DrillRun } from './drill_run';
import { told } from './told';

/** A mistake that a system may have, and the explanation of an answer that comes from it. */
export interface Mistake {
  /** All mutations of the system with this mistake. */
  readonly mutations: readonly string[];
  readonly reason: Text;
}

/** The most systems with a mistake that are run for one script. */
const MOST_RUNS = 10;
/** The number of runs after which one wrong answer is enough. */
const ENOUGH_RUNS = 5;

/**
 * The mistakes that the lecture's own system has; a session names only those that the system
 * declares.
 */
export const mistakesIn = ({ scenario }: Pick<DrillRun, 'scenario'>): readonly string[] =>
  scenario.scheme.mutations ?? [];

/** The mistakes made by the system's own mutations. */
function declared(run: DrillRun): Mistake[] {
  const own = mistakesIn(run);
  return run.scheme.mutations
    .filter(({ id }) => !own.includes(id))
    .map(({ id, title, rule }) => ({
      mutations: [...own, id],
      reason: told('mistaken', { title, rule }),
    }));
}

/**
 * A reader's mistake of overlooking a fault of the lecture's own system: the answer holds in the
 * system of the paper.
 */
function overlooked(run: DrillRun): Mistake[] {
  const own = mistakesIn(run);
  const known = run.scheme.mutations.filter(({ id }) => own.includes(id));
  return known.map(({ id, title }) => ({
    mutations: own.filter((each) => each !== id),
    reason: told('overlooked', { title }),
  }));
}

/** A line of the algorithm whose operation on a device is left out. */
export interface LineLeftOut {
  readonly mutation: string;
  readonly reason: Text;
  readonly line: ListingLine;
  /** `the store of “entry.state := 1”` */
  readonly operation: Text;
}

function operationText(kind: string, line: Text): Text {
  if (kind === 'store' || kind === 'nt-store') return told('opStore', { line });
  if (kind === 'fence') return told('opFence', { line });
  return told(kind.startsWith('write-back') ? 'opWriteBack' : 'opWrite', { line });
}

/** The lines of the algorithm by which this run has operated on a device, each left out. */
export function leftOut({ trace, scheme }: DrillRun): LineLeftOut[] {
  const { events } = trace;
  const lines = new Map(
    scheme.listings.flatMap(({ id, lines: all }) =>
      all.map((line, n) => [line.label, { listing: id, number: n + 1, line }] as const),
    ),
  );
  const found = new Map<string, LineLeftOut>();
  for (let i = 0; i < trace.length; i++) {
    const at = lines.get(events.label[i] ?? 0);
    if (!at || ((events.flags[i] ?? 0) & FLAG_DEVICE) === 0) continue;
    const { listing, number, line } = at;
    const mutation = `leave-out-${listing}-${number}-${(events.ordinal[i] ?? 0) + 1}`;
    const operation = operationText(kindOf(trace, i), line.text);
    const reason = told('without', { operation, why: line.why });
    if (!found.has(mutation)) found.set(mutation, { mutation, reason, line, operation });
  }
  return [...found.values()];
}

/** Takes one element of each list in turn, until all lists are empty. */
function inTurn<T>(...lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list[n] ?? [])).flat();
}

/**
 * The mistakes to try: first those of the lecture's own system, overlooked, then in turn those that
 * have a name and operations left out. With `late` there are operations that come too late, too:
 * only the order of events depends on those.
 */
export function mistakesOf(run: DrillRun, dice: Dice, late = false): Mistake[] {
  const own = mistakesIn(run);
  const lines = leftOut(run).filter(({ mutation }) => !own.includes(mutation));
  const without = lines.map(({ mutation, reason }) => ({
    mutations: [...own, mutation],
    reason,
  }));
  const delayed = lines.map(({ mutation, operation, line }) => ({
    mutations: [...own, mutation.replace(/^leave-out-/, 'delay-')],
    reason: told('late', { operation, why: line.why }),
  }));
  const named = dice.shuffled(declared(run));
  return [
    ...overlooked(run),
    ...(late
      ? inTurn(dice.shuffled(delayed), named, dice.shuffled(without))
      : inTurn(named, dice.shuffled(without))),
  ].slice(0, MOST_RUNS);
}

/** The scenario on the system with a mistake. */
export const withMistake = (scenario: Scenario, { mutations }: Pick<Mistake, 'mutations'>) =>
  withMutations(scenario, mutations);

/** Opens the run with each of the mistakes, one after the other, until enough has been found. */
export async function lookAtMistakes(
  engine: DrillEngine,
  { scenario }: Pick<DrillRun, 'scenario'>,
  mistakes: readonly Mistake[],
  look: (broken: DrillRun, mistake: Mistake) => Promise<'enough' | 'more'>,
): Promise<void> {
  for (const mistake of mistakes) {
    const broken = await engine.open(withMistake(scenario, mistake));
    if (broken && (await look(broken, mistake).catch(() => 'more')) === 'enough') return;
  }
}

/** The answer of a system with a mistake, and the position of its run that shows it. */
export interface Found {
  readonly answer: string;
  readonly position?: number;
  /** The transaction whose step it is, where the explanation must name it. */
  readonly tx?: string;
}

/** An answer that a system with a mistake gives, and why. */
export interface MistakenAnswer extends Found, Mistake {}

/** A place at which a question may be asked, and the right answer there. */
interface Spot {
  readonly truth: string;
}

/**
 * A place with the answers that systems with a mistake give there, all of them wrong and different.
 */
export interface Mistaken<S> {
  readonly spot: S;
  readonly answers: readonly MistakenAnswer[];
}

/**
 * The place at which systems with a mistake give the most different wrong answers, with these
 * answers; the first of several equal places. Undefined where no mistake changes any answer.
 */
export async function mostMistaken<S extends Spot>(
  engine: DrillEngine,
  run: DrillRun,
  spots: readonly S[],
  { mistakes, wanted }: { mistakes: readonly Mistake[]; wanted: number },
  ask: (broken: DrillRun, spot: S) => Promise<Found | undefined>,
): Promise<Mistaken<S> | undefined> {
  const all = spots.map((spot) => ({ spot, answers: new Map<string, MistakenAnswer>() }));
  const most = () => Math.max(0, ...all.map(({ answers }) => answers.size));
  let runs = 0;
  await lookAtMistakes(engine, run, mistakes, async (broken, mistake) => {
    runs++;
    for (const { spot, answers } of all) {
      const found = await ask(broken, spot);
      if (found && found.answer !== spot.truth && !answers.has(found.answer))
        answers.set(found.answer, { ...found, ...mistake });
    }
    return most() >= wanted || (runs >= ENOUGH_RUNS && most() > 0) ? 'enough' : 'more';
  });
  const best = all.find(({ answers }) => answers.size > 0 && answers.size === most());
  return best && { spot: best.spot, answers: [...best.answers.values()].slice(0, wanted) };
}
