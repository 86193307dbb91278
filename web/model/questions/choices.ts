import type {
  Ask,
  AskLine,
  Fate,
  Frame,
  Item,
  SchemeDescription,
  SessionInfo,
  Text,
} from '../../engine/protocol';
import { phaseAt, type Trace, transactionName } from '../trace/trace';
import { SAME } from './answer';
import { valueAnswer } from './judge_images';
import { undoneFrom } from './judge_trace';

/** A log record by its change, as far as the stage shows it. */
export interface RecordWords {
  readonly key: number;
  readonly tx: string;
  readonly record?: string;
  readonly before?: string;
  readonly after?: string;
}

/** An answer that can be chosen, and the label of its button. */
export type Choice = { readonly answer: string } & (
  | { readonly kind: 'fate'; readonly fate: Fate }
  | { readonly kind: 'value'; readonly value: number | null }
  | ({ readonly kind: 'record'; readonly txn: number } & RecordWords)
  | { readonly kind: 'text'; readonly text: Text }
  | { readonly kind: 'same' }
);

/** The sources of choices: the run up to a question, and the stage there. */
export interface ChoiceSource {
  readonly trace: Trace;
  readonly info: SessionInfo;
  readonly scheme: SchemeDescription;
  readonly position: number;
  /** The state at the position, once it is there. */
  readonly frame: Frame | undefined;
}

const FATES: readonly Fate[] = ['always', 'sometimes', 'never'];
/** The numbers of values that suit buttons; a single one would be no choice. */
const VALUES = { least: 2, most: 5 } as const;
/** Log records to choose from: those still to be undone, and others beside them. */
const MOST_UNDONE = 4;
const MOST_OTHERS = 2;

/** The answers that a question offers; none where the reader types, reorders or cuts the power. */
export function choicesOf(ask: Ask, source: ChoiceSource): readonly Choice[] {
  switch (ask.kind) {
    case 'fate':
      return FATES.map((fate) => ({ answer: fate, kind: 'fate', fate }));
    case 'value-after-crash':
      return valueChoices(ask.record, source);
    case 'undone-next':
      return undoneChoices(source);
    case 'leave-out':
      return ask.lines.map((line) => ({
        answer: line.mutation,
        kind: 'text',
        text: lineText(source.scheme, line),
      }));
    case 'faster':
      return [
        ...ask.sides.map(
          ({ title }, side): Choice => ({ answer: String(side), kind: 'text', text: title }),
        ),
        { answer: SAME, kind: 'same' },
      ];
    case 'order':
    case 'cut':
      return [];
  }
}

/**
 * The operation that a question leaves out: in the author's words, as in the listing, or a declared
 * mutation's title.
 */
export function lineText(scheme: SchemeDescription, { mutation, text }: AskLine): Text {
  const site = /^(?:leave-out|delay)-(.+)-(\d+)-\d+$/.exec(mutation);
  const listing = scheme.listings.find(({ id }) => id === site?.[1]);
  const line = listing?.lines[Number(site?.[2]) - 1]?.text;
  const declared = scheme.mutations.find(({ id }) => id === mutation)?.title;
  return text ?? line ?? declared ?? { en: mutation, zh: mutation };
}

/** The values of a record up to this position that the stage shows, with its initial one. */
function valueChoices(record: string, { info, frame }: ChoiceSource): Choice[] {
  const initial = info.records.find(({ name }) => name === record)?.initial;
  const values = new Set<number | null>(initial === undefined ? [] : [initial]);
  const items = (frame?.structures ?? []).flatMap((structure) => structure.items);
  for (const item of items) addValues(item, record, values);
  addWords(items, record, values);
  if (values.size < VALUES.least || values.size > VALUES.most) return [];
  return [...values]
    .sort((a, b) => (a ?? Number.NEGATIVE_INFINITY) - (b ?? Number.NEGATIVE_INFINITY))
    .map((value) => ({ answer: valueAnswer(value), kind: 'value', value }));
}

function addNumber(value: string | undefined, into: Set<number | null>): void {
  if (value !== undefined && /^-?\d+$/.test(value)) into.add(Number(value));
}

function addValues(item: Item, record: string, into: Set<number | null>): void {
  for (const inner of item.items ?? []) addValues(inner, record, into);
  const add = (value: string | undefined) => addNumber(value, into);
  const { record: named, before, after } = fieldsOf(item);
  if (named === record) {
    add(before);
    add(after);
  }
  // A record of a page, or a version of one in a slot: its name, then its value.
  const at = item.fields.findIndex(({ name }) => name.en === 'record');
  const [name, value] = item.fields.slice(Math.max(at, 0));
  if (name?.value === record && item.state !== 'empty') add(value?.value);
}

/** The values of the record in these items and in those that hang on them. */
const valuesAt = (items: readonly Item[], record: string): readonly string[] =>
  items.flatMap(({ fields: [name, value], items: inner = [] }) => [
    ...(name?.value === record && value ? [`0x${value.address.toString(16)}`] : []),
    ...valuesAt(inner, record),
  ]);

/**
 * A log of words does not name records: its entries are found by the words that hold the record's
 * value.
 */
function addWords(items: readonly Item[], record: string, into: Set<number | null>): void {
  const words = valuesAt(items, record);
  for (const { fields } of items) {
    const find = (name: string) => fields.find((field) => field.name.en === name)?.value;
    if (!words.includes(find('word') ?? '')) continue;
    addNumber(find('old'), into);
    addNumber(find('new'), into);
  }
}

/** The change of a log record, from its fields; schemes name them alike. */
function fieldsOf(item: Item): Partial<RecordWords> {
  const find = (name: string) => item.fields.find((field) => field.name.en === name)?.value;
  const [record, before, after] = [find('record'), find('before'), find('after')];
  return {
    ...(record !== undefined && { record }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

/** The change of a log record, as the stage shows it; only its number where it is not shown. */
export function recordWords(
  frame: Frame | undefined,
  structure: string,
  key: number,
  tx: string,
): RecordWords {
  const items = frame?.structures.find(({ id }) => id === structure)?.items ?? [];
  const item = items.find((each) => each.key === key);
  return { key, tx, ...(item && fieldsOf(item)) };
}

/**
 * Log records still to be undone, with others that the stage shows beside them, by their numbers.
 */
function undoneChoices({ trace, position, frame }: ChoiceSource): Choice[] {
  const undone = undoneFrom(trace, position);
  const [next] = undone;
  if (!next) return [];
  const { events, names } = trace;
  const structure = names.structures[(events.structure[next.position - 1] ?? 0) - 1]?.id ?? '';
  const choose = (key: number, txn: number): Choice => {
    const words = recordWords(frame, structure, key, transactionName(names, txn));
    return { answer: String(key), kind: 'record', txn, ...words };
  };
  const wanted = undone
    .slice(0, MOST_UNDONE)
    .map(({ key, position: at }) => choose(key, events.txn[at - 1] ?? 0));
  const known = new Set(undone.map(({ key }) => key));
  return [
    ...wanted,
    ...others(trace, position, frame, structure, known).map(([key, txn]) => choose(key, txn)),
  ].sort((a, b) => Number(a.answer) - Number(b.answer));
}

/** Changes of transactions that survive this recovery: nothing of theirs is undone. */
function others(
  trace: Trace,
  position: number,
  frame: Frame | undefined,
  structure: string,
  known: ReadonlySet<number>,
): (readonly [number, number])[] {
  const verdict = phaseAt(trace, position)?.verdict;
  const survived = new Set(
    verdict?.transactions.filter((each) => each.survived).map(({ id }) => id),
  );
  const items = frame?.structures.find(({ id }) => id === structure)?.items ?? [];
  return items
    .filter((item) => survived.has(item.txn) && !known.has(item.key) && fieldsOf(item).record)
    .slice(-MOST_OTHERS)
    .map((item) => [item.key, item.txn] as const);
}

/**
 * The order in which the steps of a question are given: never the right one, and the same each
 * time.
 */
export function givenOrder(right: readonly number[]): readonly number[] {
  const count = right.length;
  const given = Array.from({ length: count }, (_, n) => n);
  const isRight = given.every((index, n) => index === right[n]);
  // The file may give the steps in their order; the choices then begin elsewhere.
  return isRight ? given.map((index) => (index + Math.ceil(count / 2)) % count) : given;
}
