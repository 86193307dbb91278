import type { Frame, Item, Text, Verdict } from '../../../engine/protocol';
import { valueAnswer } from '../../../model/questions/judge_images';
import { statementAt } from '../../../model/trace/program';
import { kindOf, transactionName } from '../../../model/trace/trace';
import type { Dice } from '../dice';
import type { DrillCut, DrillEngine, DrillRun } from '../drill_run';
import { type Mistaken, type MistakenAnswer, mistakesOf, mostMistaken } from '../mutants';
import { type Place, placesOf } from '../places';
import { joined, plain, type ToldValue, told } from '../told';
import { changedRecord } from '../vary';
import { type AskedOption, asked, type KindMaker, mistakenOption, option, stopAt } from './kind';

/** The number of wrong answers beside the right one. */
const WRONG = 3;
/** The number of power cuts that are tried on one script. */
const CUTS = 3;

/** A transaction and the value that it gave a record. */
interface Written {
  readonly tx: string;
  readonly answer: string;
}

/** The newest value of a record in a frame, in DRAM before the devices. */
export function newestValue(frame: Frame, record: string): string | undefined {
  const order = ['dram', 'nvm', 'disk'];
  const structures = frame.structures
    .filter(({ shape }) => shape === 'pages' || shape === 'chains' || shape === 'tree')
    .toSorted((a, b) => order.indexOf(a.tier) - order.indexOf(b.tier));
  for (const { items } of structures) {
    const value = valueIn(items, record);
    if (value !== undefined) return value;
  }
  return undefined;
}

function valueIn(items: readonly Item[], record: string): string | undefined {
  for (const { fields, state, items: inner = [] } of items) {
    const at = fields.findIndex(({ role, name }) => role === 'subject' && name.en === 'record');
    const value = fields[at + 1];
    if (at >= 0 && state !== 'empty' && fields[at]?.value === record && value?.name.en === 'value')
      return value.value;
    const found = valueIn(inner, record);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The values that transactions have given a record before a position, the oldest first. */
async function writesOf(
  engine: DrillEngine,
  run: DrillRun,
  record: string,
  until: number,
): Promise<Written[]> {
  const { trace, info } = run;
  const found: Written[] = [];
  for (let i = 0; i < until; i++) {
    if (kindOf(trace, i) !== 'statement-end') continue;
    const { en } = statementAt(trace, info, i);
    if (changedRecord(en) !== record) continue;
    const tx = transactionName(trace.names, trace.events.txn[i]);
    const value = /delete /.test(en) ? undefined : newestValue(await engine.seek(i + 1), record);
    found.push({ tx, answer: value ?? valueAnswer(null) });
  }
  return found;
}

const valueText = (answer: string): Text =>
  answer === valueAnswer(null) ? told('absent') : plain(answer);

/** The facts of the case when its answers are worded. */
interface Known {
  readonly record: string;
  readonly truth: string;
  readonly initial: string;
  readonly writes: readonly Written[];
  readonly verdict: Verdict;
  readonly run: DrillRun;
}

const survives = ({ verdict, run }: Known, tx: string): boolean => {
  const id = run.info.transactions.find(({ name }) => name === tx)?.id;
  return verdict.transactions.some((each) => each.id === id && each.survived);
};

const valuesOf = ({ record, truth }: Known, guess: string): Record<string, ToldValue> => ({
  record,
  truth: valueText(truth),
  guess: valueText(guess),
});

/** Explains the right value. */
function rightReason(known: Known): Text {
  const { writes, truth, initial } = known;
  const says = told('valueRight', valuesOf(known, truth));
  const last = writes.findLast(({ tx }) => survives(known, tx));
  if (last?.answer === truth) return joined([says, told('survivedWriter', { tx: last.tx })]);
  if (!last && initial === truth) return joined([says, told('noWriter', { record: known.record })]);
  return says;
}

/**
 * Explains why a value that can be read from the script is wrong; undefined where there is no
 * simple explanation.
 */
function readReason(known: Known, guess: string): Text | undefined {
  const values = valuesOf(known, guess);
  const { writes, initial, truth } = known;
  const last = writes.findLast(({ tx }) => survives(known, tx));
  const writer = writes.findLast(({ answer }) => answer === guess);
  const later = last?.answer === truth ? { other: last.tx } : undefined;
  if (writer && !survives(known, writer.tx))
    return told('writerLost', { ...values, tx: writer.tx });
  if (writer && later && later.other !== writer.tx)
    return told('writerOlder', { ...values, tx: writer.tx, ...later });
  if (!writer && guess === initial && later) return told('fromBefore', { ...values, ...later });
  const other = known.verdict.records.find(
    ({ name, value }) => name !== known.record && valueAnswer(value) === guess,
  );
  if (other) return told('ofOther', { ...values, other: other.name });
  return writer || guess === initial ? undefined : told('nobodyWrote', values);
}

/**
 * The wrong answers that a reader may arrive at: the newest value, an older one, another record's.
 */
function readerAnswers(known: Known, dice: Dice): string[] {
  const { writes, initial, verdict, record, truth } = known;
  const others = verdict.records
    .filter(({ name }) => name !== record)
    .map(({ value }) => valueAnswer(value));
  const own = [...writes.map(({ answer }) => answer).reverse(), initial];
  const numbers = [truth, ...own].map(Number).filter(Number.isFinite);
  const [first = 0] = numbers;
  // A reader may apply the change twice, or with the wrong sign.
  const slips = numbers
    .slice(1)
    .flatMap((each) => [2 * first - each])
    .filter((each) => each !== first);
  return [
    ...own,
    ...dice.shuffled(others),
    ...slips.map(String),
    String(first + 1),
    String(first - 1),
  ];
}

function optionsOf(known: Known, broken: readonly MistakenAnswer[], dice: Dice): AskedOption[] {
  const { truth } = known;
  const wrong = new Map<string, AskedOption>();
  const says = (guess: string) => told('valueWrong', valuesOf(known, guess));
  for (const mistaken of broken) {
    const { answer, reason } = mistaken;
    const read = readReason(known, answer);
    const whole = joined([
      says(answer),
      ...(read && known.writes.some((each) => each.answer === answer) ? [read] : []),
      reason,
    ]);
    wrong.set(answer, mistakenOption(mistaken, valueText(answer), whole));
  }
  // Misreadings of the right run fill the places for which mistakes give no answer.
  for (const answer of readerAnswers(known, dice)) {
    if (wrong.size >= WRONG) break;
    if (answer === truth || wrong.has(answer)) continue;
    const read = readReason(known, answer);
    const whole = joined([says(answer), ...(read ? [read] : [])]);
    wrong.set(answer, option(answer, valueText(answer), whole, 'reader'));
  }
  const right = option(truth, valueText(truth), rightReason(known), 'engine');
  return [right, ...wrong.values()].sort((a, b) => sortKey(a) - sortKey(b));
}

const sortKey = ({ answer }: AskedOption): number =>
  answer === valueAnswer(null) ? Number.NEGATIVE_INFINITY : Number(answer);

/** Records that a transaction changes. */
const changesOf = ({ info }: DrillRun, txn: number): readonly string[] =>
  info.statements
    .flat()
    .filter((each) => each.txn === txn)
    .flatMap(({ text }) => changedRecord(text) ?? []);

/** A record that may be asked for after a power cut. */
interface Spot {
  readonly place: Place;
  readonly cut: DrillCut;
  readonly record: string;
  readonly verdict: Verdict;
  readonly truth: string;
}

const foundOf = (verdict: Verdict | undefined, record: string): string | undefined => {
  const found = verdict?.records.find(({ name }) => name === record);
  return found && valueAnswer(found.value);
};

/** True if a record was changed before a position. */
function isChanged({ trace, info }: DrillRun, record: string, until: number): boolean {
  for (let i = 0; i < until; i++) {
    const ended = kindOf(trace, i) === 'statement-end';
    if (ended && changedRecord(statementAt(trace, info, i).en) === record) return true;
  }
  return false;
}

/**
 * The records that may be asked for after some power cuts; those that were changed before a cut
 * come first.
 */
async function spotsOf(engine: DrillEngine, run: DrillRun, dice: Dice): Promise<readonly Spot[]> {
  const all = [
    ...new Set((run.scenario.threads ?? []).flat().flatMap((each) => changedRecord(each) ?? [])),
  ];
  const from = run.trace.events.length / 4;
  const places = dice.shuffled(placesOf(run).filter(({ position }) => position > from));
  const spots: Spot[] = [];
  for (const place of places.slice(0, CUTS)) {
    const survive = dice.chance(70) ? 'none' : 'all';
    const cut: DrillCut = { at: place.at, survive: { survive } };
    const verdict = (await engine.recovered(run, cut))?.parts.at(-1)?.verdict;
    if (!verdict) continue;
    const own = changesOf(run, place.txn);
    const records = dice.shuffled(all.filter((each) => isChanged(run, each, place.position)));
    records.sort((a, b) => Number(own.includes(b)) - Number(own.includes(a)));
    for (const record of records) {
      const truth = foundOf(verdict, record);
      if (truth !== undefined) spots.push({ place, cut, record, verdict, truth });
    }
  }
  return spots;
}

/** Asks for the value of a record after a power cut whose survivors are known. */
export const valueKind: KindMaker = {
  wishes: { own: 75, changes: 0 },
  make: async (engine, scenario, dice) => {
    const run = await engine.open(scenario);
    const spots = run ? await spotsOf(engine, run, dice) : [];
    const [first] = spots;
    const after = run && first && (await engine.recovered(run, first.cut));
    if (!run || !after) return undefined;
    // Mistakes may also leave out a step of recovery.
    const mistakes = mistakesOf(after, dice);
    const found = await mostMistaken(
      engine,
      run,
      spots,
      { mistakes, wanted: WRONG },
      async (broken, { cut, record }) => {
        const recovered = await engine.recovered(broken, cut);
        const answer = foundOf(recovered?.parts.at(-1)?.verdict, record);
        return answer === undefined
          ? undefined
          : { answer, position: recovered?.trace.length ?? 0 };
      },
    );
    return found && ask(engine, run, found, dice);
  },
};

async function ask(
  engine: DrillEngine,
  run: DrillRun,
  { spot, answers }: Mistaken<Spot>,
  dice: Dice,
) {
  const { place, cut, record, verdict } = spot;
  if (cut.survive.survive !== 'none' && cut.survive.survive !== 'all') return undefined;
  const { survive } = cut.survive;
  if (!(await engine.open(run.scenario))) return undefined;
  const writes = await writesOf(engine, run, record, place.position);
  const stop = stopAt(place, { kind: 'value-after-crash', record, survive });
  const { truth } = await engine.answer(run, stop);
  if (truth !== spot.truth || writes.length === 0) return undefined;
  const initial = valueAnswer(
    run.info.records.find(({ name }) => name === record)?.initial ?? null,
  );
  const options = optionsOf({ record, truth, initial, writes, verdict, run }, answers, dice);
  if (options.length < WRONG + 1) return undefined;
  return {
    scenario: asked(run, stop, cut),
    at: place.at,
    question: told('askValue', { place: place.text, survivors: told(survive), record }),
    steps: [],
    options,
    pictured: place.position,
  };
}
