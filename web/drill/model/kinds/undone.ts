import type { Frame, Text } from '../../../engine/protocol';
import { choicesOf } from '../../../model/questions/choices';
import { undoneFrom } from '../../../model/questions/judge_trace';
import { findPattern, patternOf } from '../../../model/trace/anchor';
import { kindOf, transactionName } from '../../../model/trace/trace';
import type { Dice } from '../dice';
import type { DrillCut, DrillEngine, DrillRun } from '../drill_run';
import { eventText, recordText } from '../event_text';
import { type Mistaken, mistakesOf, mostMistaken } from '../mutants';
import { type Place, placesOf } from '../places';
import { joined, told } from '../told';
import { type AskedOption, asked, type KindMaker, mistakenOption, option, stopAt } from './kind';

/** The fewest records that make a choice. */
const LEAST = 3;
const MOST = 4;
/** The number of power cuts that are tried on one script. */
const CUTS = 3;

/** All records that recovery undoes, in its order. */
function undoneBy({ trace }: DrillRun) {
  const { start = 0 } = trace.phases[1] ?? {};
  // The position at which recovery starts is still the end of the run.
  return undoneFrom(trace, start + 1);
}

/** Positions of a recovery at which the next record to undo can be asked for. */
function asksIn(run: DrillRun): readonly Pick<Place, 'position' | 'at' | 'text'>[] {
  const { trace } = run;
  const phase = trace.phases[1];
  const found: Pick<Place, 'position' | 'at' | 'text'>[] = [];
  for (let i = phase?.start ?? 0; i < (phase?.end ?? 0); i++) {
    const kind = kindOf(trace, i);
    const begins = kind === 'phase' && trace.events.a[i] === 2;
    const text = begins ? told('undoBegins') : kind === 'undo' ? eventText(run, i) : undefined;
    if (text && undoneFrom(trace, i + 1).length > 0)
      found.push({ position: i + 1, at: patternOf(trace, i), text });
  }
  return found;
}

/** The transaction of the event that leads to a position. */
const txOf = ({ trace }: DrillRun, position: number): string =>
  transactionName(trace.names, trace.events.txn[position - 1]);

/** The log records to choose from, each by its number. */
function keysOf(
  run: DrillRun,
  position: number,
  frame: Frame,
): readonly (readonly [number, string])[] {
  const { trace, info, scheme } = run;
  const offered = choicesOf({ kind: 'undone-next' }, { trace, info, scheme, position, frame });
  const known = offered.map((each) => [Number(each.answer), 'tx' in each ? each.tx : ''] as const);
  const gone = undoneBy(run).filter((each) => each.position <= position);
  return [...known, ...gone.map(({ key, position: at }) => [key, txOf(run, at)] as const)].filter(
    ([key], n, all) => all.findIndex((each) => each[0] === key) === n,
  );
}

function structureOf({ trace }: DrillRun, position: number): string | undefined {
  return trace.names.structures[(trace.events.structure[position - 1] ?? 0) - 1]?.id;
}

/** The records by their words, without those that share their words with another. */
function distinctTexts(
  run: DrillRun,
  structure: string | undefined,
  keys: readonly (readonly [number, string])[],
): ReadonlyMap<number, Text> {
  const all = keys.flatMap(([key, tx]) => {
    const text = recordText(run, structure, key, tx);
    return text ? [[key, text] as const] : [];
  });
  return new Map(all.filter(([, { en }]) => all.filter((each) => each[1].en === en).length === 1));
}

function reasonOf(run: DrillRun, position: number, key: number, tx: string, truth: Text): Text {
  const { trace } = run;
  const later = undoneFrom(trace, position).some((each) => each.key === key);
  if (later) return told('undoneLater', { truth });
  const already = undoneBy(run).some((each) => each.key === key);
  if (already) return told('undoneAlready');
  return told('undoneSurvivor', { tx });
}

/** A position of a recovery at which the next record to undo may be asked for. */
interface Spot {
  readonly cut: DrillCut;
  readonly cutText: Text;
  readonly run: DrillRun;
  readonly here: ReturnType<typeof asksIn>[number];
  readonly truth: string;
}

/** Positions of some recoveries that undo something. */
async function spotsOf(engine: DrillEngine, run: DrillRun, dice: Dice): Promise<readonly Spot[]> {
  const spots: Spot[] = [];
  for (const { at, text } of dice.shuffled(placesOf(run).slice(4)).slice(0, CUTS)) {
    const cut: DrillCut = { at, survive: { survive: dice.chance(50) ? 'all' : 'none' } };
    const after = await engine.recovered(run, cut);
    if (!after) continue;
    for (const here of dice.shuffled(asksIn(after))) {
      const truth = String(undoneFrom(after.trace, here.position)[0]?.key);
      spots.push({ cut, cutText: text, run: after, here, truth });
    }
  }
  return spots;
}

const survivesIn = ({ parts, info }: DrillRun, tx: string): boolean => {
  const id = info.transactions.find(({ name }) => name === tx)?.id;
  const verdict = parts.at(-1)?.verdict;
  return verdict?.transactions.some((each) => each.id === id && each.survived) ?? false;
};

/**
 * The record that a system with a mistake undoes next; undefined where the right run has no such
 * record, or it has no words.
 */
async function nextIn(engine: DrillEngine, broken: DrillRun, { cut, here, run }: Spot) {
  const recovered = await engine.recovered(broken, cut);
  const at = recovered && findPattern(recovered.trace, here.at);
  const [next] = recovered && at !== undefined ? undoneFrom(recovered.trace, at) : [];
  if (!recovered || !next) return undefined;
  const tx = txOf(recovered, next.position);
  const structure = structureOf(recovered, next.position);
  const same = recordText(recovered, structure, next.key, tx)?.en;
  if (same === undefined || same !== recordText(run, structure, next.key, tx)?.en) return undefined;
  const known = undoneBy(run).some(({ key }) => key === next.key) || survivesIn(run, tx);
  return known ? { answer: String(next.key), position: next.position, tx } : undefined;
}

/** The records to choose from: the right one, those of systems with a mistake, and others. */
async function offeredAt(engine: DrillEngine, { spot, answers }: Mistaken<Spot>) {
  const { run, here, truth } = spot;
  const [next] = undoneFrom(run.trace, here.position);
  const mistaken = answers.map((each) => [Number(each.answer), each.tx ?? ''] as const);
  const first = [[Number(truth), txOf(run, next?.position ?? 0)] as const, ...mistaken];
  const others = keysOf(run, here.position, await engine.seek(here.position));
  const keys = [...first, ...others.filter(([key]) => first.every((each) => each[0] !== key))];
  return { keys, texts: distinctTexts(run, structureOf(run, next?.position ?? 0), keys) };
}

async function ask(engine: DrillEngine, found: Mistaken<Spot>) {
  const { spot, answers } = found;
  const { cut, cutText, run, here, truth } = spot;
  const { position } = here;
  if (!(await engine.open(run.scenario, cut))) return undefined;
  const stop = stopAt(here, { kind: 'undone-next' });
  const { keys, texts } = await offeredAt(engine, found);
  const right = texts.get(Number(truth));
  if (!right || texts.size < LEAST || (await engine.answer(run, stop)).truth !== truth)
    return undefined;
  const wrong = keys.filter(([key]) => texts.has(key) && String(key) !== truth).slice(0, MOST - 1);
  const newest = undoneFrom(run.trace, position).every(({ key }) => key <= Number(truth));
  const because = newest
    ? joined([told('undoneRight'), told('undoneNewest')])
    : told('undoneRight');
  const options = wrong.map(([key, tx]): AskedOption => {
    const text = texts.get(key) ?? right;
    const mistake = answers.find(({ answer }) => answer === String(key));
    const says = reasonOf(run, position, key, tx, right);
    return mistake
      ? mistakenOption(mistake, text, joined([says, mistake.reason]))
      : option(String(key), text, says, 'reader');
  });
  // A record that shares its words with that of the mistake is left out, since the words name
  // neither.
  if (options.every(({ source }) => source !== 'mutation')) return undefined;
  const survivors = told(cut.survive.survive === 'none' ? 'none' : 'all');
  return {
    scenario: asked(run, stop, cut),
    at: here.at,
    question: told('askUndone', { place: cutText, survivors, here: here.text }),
    steps: [],
    options: [option(truth, right, because, 'engine'), ...options].sort(
      (a, b) => Number(a.answer) - Number(b.answer),
    ),
    pictured: position,
  };
}

/** Asks which log record recovery undoes next. */
export const undoneKind: KindMaker = {
  wishes: { own: 70, changes: 2 },
  // Few scripts are enough to know a system that undoes nothing, or always the same.
  scripts: 4,
  make: async (engine, scenario, dice) => {
    const run = await engine.open(scenario);
    const spots = run ? await spotsOf(engine, run, dice) : [];
    const [first] = spots;
    if (!run || !first) return undefined;
    const found = await mostMistaken(
      engine,
      run,
      spots,
      { mistakes: mistakesOf(first.run, dice), wanted: 2 },
      (broken, spot) => nextIn(engine, broken, spot),
    );
    return found && ask(engine, found);
  },
};
