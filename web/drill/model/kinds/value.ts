import type { Frame, Item, Text, Verdict } from '../../../engine/protocol';
import { UNKNOWN } from '../../../model/questions/answer';
import { valueAnswer } from '../../../model/questions/judge_images';
import { statementAt } from '../../../model/trace/program';
import { kindOf, transactionName } from '../../../model/trace/trace';
import type { Dice } from '../dice';
import type { DrillOption } from '../drill_case';
import type { DrillCut, DrillEngine, DrillRun } from '../drill_run';
import { mistakenAnswers } from '../mutants';
import { type Place, placesOf } from '../places';
import { joined, plain, type ToldValue, told } from '../told';
import { changedRecord } from '../vary';
import { asked, type KindMaker, option, stopAt } from './kind';

/** Wrong answers beside the right one. */
const WRONG = 3;
/** Places and records that are tried of one script. */
const TRIES = 5;

/** A transaction and what it made of a record. */
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

/** What transactions have made of a record before a position, the oldest first. */
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

/** What is known of the case when its answers are told. */
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

/** Why the truth is it. */
function rightReason(known: Known): Text {
  const { writes, truth, initial } = known;
  const says = told('valueRight', valuesOf(known, truth));
  const last = writes.findLast(({ tx }) => survives(known, tx));
  if (last?.answer === truth) return joined([says, told('survivedWriter', { tx: last.tx })]);
  if (!last && initial === truth) return joined([says, told('noWriter', { record: known.record })]);
  return says;
}

/**
 * Why a value that somebody may read from the script is not it; undefined where nothing simple can
 * be said.
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

/** Wrong answers that a reader may come to: the newest value, an older one, another record's. */
function readerAnswers(known: Known, dice: Dice): string[] {
  const { writes, initial, verdict, record, truth } = known;
  const others = verdict.records
    .filter(({ name }) => name !== record)
    .map(({ value }) => valueAnswer(value));
  const own = [...writes.map(({ answer }) => answer).reverse(), initial];
  const numbers = [truth, ...own].map(Number).filter(Number.isFinite);
  const [first = 0] = numbers;
  // Somebody who takes the change twice, or for one of the other sign.
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

async function optionsOf(
  engine: DrillEngine,
  known: Known,
  cut: DrillCut,
  dice: Dice,
): Promise<DrillOption[]> {
  const { truth, record, run } = known;
  const broken = await mistakenAnswers(
    engine,
    run,
    { cut, dice, truth, wanted: WRONG },
    async ({ parts }) => {
      const found = parts.at(-1)?.verdict?.records.find(({ name }) => name === record);
      return found && valueAnswer(found.value);
    },
  );
  const wrong = new Map<string, DrillOption>();
  const says = (guess: string) => told('valueWrong', valuesOf(known, guess));
  for (const { answer, reason } of broken) {
    const read = readReason(known, answer);
    const whole = joined([
      says(answer),
      ...(read && known.writes.some((each) => each.answer === answer) ? [read] : []),
      reason,
    ]);
    wrong.set(answer, option(answer, valueText(answer), whole, 'mutation'));
  }
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

const sortKey = ({ answer }: DrillOption): number =>
  answer === valueAnswer(null) ? Number.NEGATIVE_INFINITY : Number(answer);

/** Records that a transaction changes. */
const changesOf = ({ info }: DrillRun, txn: number): readonly string[] =>
  info.statements
    .flat()
    .filter((each) => each.txn === txn)
    .flatMap(({ text }) => changedRecord(text) ?? []);

/** The value of a record after a power cut whose survivors are told. */
export const valueKind: KindMaker = {
  wishes: { own: 75, changes: 0 },
  questions: 2,
  make: async (engine, scenario, dice) => {
    const run = await engine.open(scenario);
    if (!run) return undefined;
    const changed = [
      ...new Set((scenario.threads ?? []).flat().flatMap((each) => changedRecord(each) ?? [])),
    ];
    const from = run.trace.events.length / 4;
    const places = dice.shuffled(placesOf(run).filter(({ position }) => position > from));
    for (const place of places.slice(0, TRIES)) {
      const own = changed.filter((record) => changesOf(run, place.txn).includes(record));
      const record = dice.pick(own.length > 0 ? own : changed) ?? '';
      const made = await askAt(engine, run, place, record, dice);
      if (made) return made;
    }
    return undefined;
  },
};

async function askAt(engine: DrillEngine, run: DrillRun, place: Place, record: string, dice: Dice) {
  const survive = dice.chance(60) ? 'none' : 'all';
  const cut: DrillCut = { at: place.at, survive: { survive } };
  const opened = await engine.open(run.scenario);
  const writes = opened ? await writesOf(engine, run, record, place.position) : [];
  if (writes.length === 0) return undefined;
  const stop = stopAt(place, { kind: 'value-after-crash', record, survive });
  const { truth } = await engine.answer(run, stop);
  const after = await engine.open(run.scenario, cut);
  const verdict = after?.parts.at(-1)?.verdict;
  if (truth === UNKNOWN || !after || !verdict) return undefined;
  const initial = valueAnswer(
    run.info.records.find(({ name }) => name === record)?.initial ?? null,
  );
  const known: Known = { record, truth, initial, writes, verdict, run };
  const options = await optionsOf(engine, known, cut, dice);
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
