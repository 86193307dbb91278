import { FLAG_DEVICE, type ListingLine, type Scenario, type Text } from '../../engine/protocol';
import { withMutations } from '../../model/scenario/mutants';
import { kindOf } from '../../model/trace/trace';
import type { Dice } from './dice';
import type { DrillCut, DrillEngine, DrillRun } from './drill_run';
import { told } from './told';

/** A mistake that a system may have: a mutation, and what to say of an answer that comes of it. */
export interface Mistake {
  readonly mutation: string;
  readonly reason: Text;
}

/** So many broken systems are run for one question. */
const MOST_RUNS = 7;

/**
 * The mistakes that the lecture's own system has; a session names those alone that the system
 * declares.
 */
export const mistakesIn = ({ scenario }: Pick<DrillRun, 'scenario'>): readonly string[] =>
  scenario.scheme.mutations ?? [];

/** What the system's own mutations break. */
function declared(run: DrillRun): Mistake[] {
  const own = mistakesIn(run);
  return run.scheme.mutations
    .filter(({ id }) => !own.includes(id))
    .map(({ id, title, rule }) => ({ mutation: id, reason: told('mistaken', { title, rule }) }));
}

/** What a line of the algorithm does on a device, left out. */
export interface LineLeftOut extends Mistake {
  readonly line: ListingLine;
  /** `the store of “entry.state := 1”` */
  readonly operation: Text;
}

function operationText(kind: string, line: Text): Text {
  if (kind === 'store' || kind === 'nt-store') return told('opStore', { line });
  if (kind === 'fence') return told('opFence', { line });
  return told(kind.startsWith('write-back') ? 'opWriteBack' : 'opWrite', { line });
}

/** Lines of the algorithm by which this run has done something on a device, each left out. */
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

/** Mistakes to try, those that have a name first. */
export function mistakesOf(run: DrillRun, dice: Dice): Mistake[] {
  const own = mistakesIn(run);
  const lines = leftOut(run).filter(({ mutation }) => !own.includes(mutation));
  return [...dice.shuffled(declared(run)), ...dice.shuffled(lines)];
}

/** An answer that a broken system gives, and why. */
export interface MistakenAnswer {
  readonly answer: string;
  readonly reason: Text;
}

/**
 * What systems with a mistake each answer to a question, until `wanted` different ones are wrong.
 */
export async function mistakenAnswers(
  engine: DrillEngine,
  run: DrillRun,
  { cut, dice, truth, wanted }: { cut?: DrillCut; dice: Dice; truth: string; wanted: number },
  ask: (broken: DrillRun) => Promise<string | undefined>,
): Promise<MistakenAnswer[]> {
  const found = new Map<string, MistakenAnswer>();
  const own = mistakesIn(run);
  for (const { mutation, reason } of mistakesOf(run, dice).slice(0, MOST_RUNS)) {
    if (found.size >= wanted) break;
    const scenario: Scenario = withMutations(run.scenario, [...own, mutation]);
    const broken = await engine.open(scenario, cut);
    const answer = broken && (await ask(broken).catch(() => undefined));
    if (answer !== undefined && answer !== truth && !found.has(answer))
      found.set(answer, { answer, reason });
  }
  return [...found.values()];
}
