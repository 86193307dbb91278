import {
  type Description,
  FLAG_BROKEN,
  type SchemeDescription,
  type SessionInfo,
  type Text,
} from '../../engine/protocol';
import type { ItemLabel, ItemLabels } from '../frame/item_labels';
import { describedScheme } from './described_scheme';
import { listingLine } from './listing_line';
import { keyText, statementAt } from './program';
import { kindOf, phaseAt, type Trace, transactionName } from './trace';

/** The context in which events of a session are described. */
export interface SentenceContext {
  readonly trace: Trace;
  readonly info: SessionInfo;
  readonly scheme: SchemeDescription | undefined;
  /** The names of items; without them they are numbers. */
  readonly labels?: ItemLabels;
}

/** A sentence without a language: a message's key, its values, and the engine's own words. */
export interface Sentence {
  readonly key: string;
  readonly params: Readonly<Record<string, string | number | Text>>;
  /** The name of the thing that the event is about. */
  readonly item?: ItemLabel;
  /** The listing's line that did it, and the rule that the line obeys. */
  readonly line?: Text;
  readonly rule?: Text;
  /** True where a mutation broke the rule. */
  readonly broken: boolean;
}

/** The columns that tell what an event of a kind means. */
interface Meaning {
  readonly size: number;
  readonly a: number;
  readonly b: number;
  /** True if a disk takes a write of this size into its volatile cache. */
  readonly cached: boolean;
  /** True if the event is about a thing that has a name. */
  readonly named: boolean;
  /** The tier's name; empty for an event of no tier. */
  readonly tier: string;
}

/**
 * The variants of a kind of event that has several meanings: its number for an event, and all their
 * names.
 */
interface Variants {
  readonly names: readonly string[];
  readonly choose: (columns: Meaning) => number;
}

const byName: Variants = { names: ['item', 'line'], choose: ({ named }) => (named ? 0 : 1) };
const byA = (...names: string[]): Variants => ({ names, choose: ({ a }) => a });

/** Locks: `size` is 1 for a whole table, 2 for the database. */
const VARIANTS: Readonly<Record<string, Variants>> = {
  'lock-grant': {
    names: [
      'shared',
      'exclusive',
      'tableShared',
      'tableExclusive',
      'intentShared',
      'intentExclusive',
      'databaseShared',
      'databaseExclusive',
      'databaseIntentShared',
      'databaseIntentExclusive',
      'keyShared',
      'noKeyExclusive',
    ],
    // The last two modes are of records alone.
    choose: ({ size, a }) => a + (a >= 4 ? 6 : ([0, 2, 6][size] ?? 0)),
  },
  'lock-wait': { names: ['record', 'table', 'database'], choose: ({ size }) => size },
  'lock-release': {
    names: ['record', 'table', 'database', 'inherited', 'databaseInherited'],
    choose: ({ size, a }) => (a === 1 ? size + 2 : size),
  },
  // The event in NVM comes before the record is stored; one without a tier means that only a cell
  // has been taken.
  'log-insert': {
    names: ['cell', 'buffer', 'place'],
    choose: ({ tier }) => (tier === 'dram' ? 1 : tier === 'nvm' ? 2 : 0),
  },
  // A flush of a central log covers a range; a log object has an entry of its own; a record is in a
  // list.
  'log-durable': {
    names: ['object', 'upTo', 'record'],
    choose: ({ a, b }) => (b > 0 ? 1 : a > 0 ? 2 : 0),
  },
  // A flush of all caches does not say what a line holds.
  'write-back-start': byName,
  'write-back': byName,
  // The file system's journal is none of the system's structures.
  'page-write-start': { names: ['item', 'journal'], choose: ({ named }) => (named ? 0 : 1) },
  'page-write': {
    names: ['onDevice', 'inCache', 'journal'],
    choose: ({ named, cached }) => (!named ? 2 : cached ? 1 : 0),
  },
  truncate: { names: ['moves', 'stays'], choose: ({ a, b }) => (a === b ? 1 : 0) },
  // Page 0 means that the event is about a word of NVM.
  redo: {
    names: ['change', 'image', 'word'],
    choose: ({ size, a }) => (a === 0 ? 2 : size > 0 ? 1 : 0),
  },
  'redo-skip': { names: ['page', 'word'], choose: ({ a }) => (a === 0 ? 1 : 0) },
  // Size 1 means that an undo page's record is undone, not an LSN.
  undo: {
    names: ['bare', 'logged', 'word', 'record', 'bareWord'],
    choose: ({ size, a, b }) => (size === 1 ? 3 : a === 0 ? (b > 0 ? 2 : 4) : b > 0 ? 1 : 0),
  },
  phase: byA('analysis', 'redo', 'undo', 'end'),
  check: byA('fails', 'holds'),
};

/** All keys that `sentenceOf` can return for these kinds, for checking that each has a message. */
export function sentenceKeys(kinds: readonly string[]): string[] {
  return kinds
    .filter((kind) => kind !== '')
    .flatMap((kind) => (VARIANTS[kind]?.names ?? ['']).map((variant) => keyOf(kind, variant)))
    .concat('event.start', 'event.unknown');
}

export function sentenceContext(
  trace: Trace,
  info: SessionInfo,
  description: Description,
  labels?: ItemLabels,
): SentenceContext {
  const scheme = describedScheme(description, info);
  return { trace, info, scheme, ...(labels && { labels }) };
}

/** The sentence for event `index` (what led to position `index + 1`); -1 is the very start. */
export function sentenceOf(context: SentenceContext, index: number): Sentence {
  const kind = kindOf(context.trace, index);
  if (index < 0) return { key: 'event.start', params: {}, broken: false };
  if (kind === '') return { key: 'event.unknown', params: {}, broken: false };
  const { events } = context.trace;
  const size = events.size[index] ?? 0;
  const variant = variantOf(kind, {
    size,
    cached: size <= (context.info.diskCacheBytes ?? 0),
    named: (events.structure[index] ?? 0) > 0,
    a: events.a[index] ?? 0,
    b: events.b[index] ?? 0,
    tier: context.trace.names.tiers[events.tier[index] ?? 0] ?? '',
  });
  const label = events.label[index] ?? 0;
  const line = context.scheme && listingLine(context.scheme, label)?.line;
  const item = itemOf(context, index);
  return {
    key: keyOf(kind, variant),
    params: paramsOf(context, index),
    ...(item && { item }),
    ...(line && { line: line.text }),
    // A line of a user's program obeys no rule of ours.
    ...(line && line.why.en !== '' && { rule: line.why }),
    broken: ((events.flags[index] ?? 0) & FLAG_BROKEN) !== 0,
  };
}

function itemOf({ trace, scheme, labels }: SentenceContext, index: number) {
  const { events } = trace;
  const structure = scheme?.structures[(events.structure[index] ?? 0) - 1];
  return structure && labels?.find(structure.id, events.key[index] ?? 0);
}

function variantOf(kind: string, columns: Meaning): string {
  const variants = VARIANTS[kind];
  return variants?.names[variants.choose(columns)] ?? variants?.names[0] ?? '';
}

function keyOf(kind: string, variant: string): string {
  return variant === '' ? `event.${kind}` : `event.${kind}.${variant}`;
}

/**
 * The values that are always there: `actor`, `time`, `phase`, `key`, `size`, `a`, `b`, `tier`. The
 * others appear where they apply: `tx`, `structure`, `record`, `word` (the record whose word it
 * is), `statement`, `holder`.
 */
function paramsOf(context: SentenceContext, index: number): Sentence['params'] {
  const { trace, info, scheme, labels } = context;
  const { events, names } = trace;
  const at = (column: ArrayLike<number>) => column[index] ?? 0;
  const actor = names.actors.find(({ id }) => id === at(events.actor));
  const tx = transactionName(names, at(events.txn));
  const structure = scheme?.structures[at(events.structure) - 1]?.title;
  const statement = statementAt(trace, info, index);
  const blocked = ['lock-wait', 'deadlock'].includes(kindOf(trace, index));
  const word = labels?.recordAt(at(events.address));
  const holder = blocked ? transactionName(names, at(events.a)) : '';
  return {
    actor: actor?.name ?? { en: '', zh: '' },
    time: at(events.time),
    phase: phaseAt(trace, index + 1)?.phase ?? 0,
    key: at(events.key),
    size: at(events.size),
    a: at(events.a),
    b: at(events.b),
    tier: names.tiers[at(events.tier)] ?? '',
    ...(tx && { tx }),
    ...(structure && { structure }),
    ...(statement.en && {
      statement: statement.en === statement.zh ? statement.en : statement,
    }),
    ...(word !== undefined && { word }),
    ...(holder && { holder }),
    ...recordOf(info, trace, index),
    ...readRecordOf(kindOf(trace, index), statement.en),
  };
}

/** The kinds about one record, and the columns that hold the bytes of its name. */
const RECORD_NAMES: Readonly<Record<string, 'key and b' | 'b'>> = {
  'lock-grant': 'key and b',
  'lock-wait': 'key and b',
  'lock-release': 'key and b',
  deadlock: 'key and b',
  // The column holds only the first four bytes: the records tell the rest.
  write: 'b',
};

function recordOf(info: SessionInfo, trace: Trace, index: number): { record?: string } {
  const columns = RECORD_NAMES[kindOf(trace, index)];
  if (!columns) return {};
  const { events } = trace;
  const [key = 0, b = 0] = [events.key[index], events.b[index]];
  if (columns === 'key and b' && events.size[index] === 2) return {};
  if (info.tables) {
    const table = events.address[index] ?? 0;
    if (columns === 'b') return {};
    if (events.size[index] === 1) return { record: info.tables[table]?.id ?? '' };
    return { record: keyText(info, table, (BigInt(b) << 32n) | BigInt(key)) };
  }
  const name = columns === 'b' ? nameOf(b) : nameOf(key) + nameOf(b);
  // A placement locks parts of its own: the links of a bucket, a node of a tree, a page.
  if (columns === 'key and b' && /^(#|pg)\d+$/.test(name)) return { record: name };
  const known = info.records.find((record) => record.name === name);
  const longer = columns === 'b' && info.records.find((record) => record.name.startsWith(name));
  const found = known ?? (longer || undefined);
  return found ? { record: found.name } : {};
}

/** A client's read has the value; the statement names the record. */
function readRecordOf(kind: string, statement: string): { record?: string } {
  const [, record] = (kind === 'read' && /^\s*read\s+(\w+)/.exec(statement)) || [];
  return record === undefined ? {} : { record };
}

/** The four bytes of a name, padded with zeros. */
function nameOf(word: number): string {
  const bytes = [word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24];
  return String.fromCharCode(...bytes.filter((byte) => byte !== 0));
}
