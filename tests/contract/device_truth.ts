import type { PhaseTrace } from '../../web/engine/protocol';
import {
  type ByteView,
  type Description,
  type Field,
  FLAG_BROKEN,
  type Frame,
  type Item,
  type Outlook,
  type SchemeDescription,
  type SessionInfo,
  type Structure,
  type Transfer,
} from '../../web/engine/protocol';
import { describedScheme } from '../../web/model/trace/described_scheme';
import { type SentenceContext, sentenceOf } from '../../web/model/trace/sentence';
import { en } from '../../web/ui/i18n/en';
import { translator } from '../../web/ui/i18n/translate';
import { sentenceText } from '../../web/ui/sentence/event_words';

/** One position, and how it came about. */
export interface Moment {
  readonly frame: Frame;
  /** The frame one event earlier in the same phase, where it was looked at. */
  readonly before: Frame | undefined;
  /** The number of the event that led here; -1 before the first of its phase. */
  readonly event: number;
  readonly sentences: SentenceContext;
  readonly bytes: (tier: string, address: number, size: number) => ByteView;
}

/** The columns of one event. */
interface EventRow {
  readonly kind: string;
  readonly tier: string;
  readonly address: number;
  readonly size: number;
  readonly a: number;
  readonly b: number;
  readonly txn: number;
  readonly broken: boolean;
}

const LINE = 64;
/** The most items whose arriving parts are described one by one. */
const MOST_IN_WORDS = 8;
const DISK_KINDS = ['log-write', 'page-write', 'page-read', 'destage'];
/** Phrases of a sentence about the future. */
const TO_COME = /about to|not yet|waits/;
const inEnglish = translator(en);
const lineOf = (address: number) => address - (address % LINE);

function rowOf({ sentences: { trace }, event }: Moment): EventRow | undefined {
  if (event < 0) return undefined;
  const { events, names } = trace;
  const at = (column: ArrayLike<number>) => column[event] ?? 0;
  return {
    kind: names.kinds[at(events.kind)] ?? '',
    tier: names.tiers[at(events.tier)] ?? '',
    address: at(events.address),
    size: at(events.size),
    a: at(events.a),
    b: at(events.b),
    txn: at(events.txn),
    broken: (at(events.flags) & FLAG_BROKEN) !== 0,
  };
}

const structureOf = (frame: Frame, id: string | undefined): Structure | undefined =>
  frame.structures.find((structure) => structure.id === id);

export function itemOf(frame: Frame, structure: string | undefined, key: number): Item | undefined {
  return structureOf(frame, structure)?.items.find((item) => item.key === key);
}

/** An item and those inside of it: each answers for its own fields. */
function* itemsOf(item: Item): Generator<Item> {
  yield item;
  for (const inner of item.items ?? []) yield* itemsOf(inner);
}

const fieldsOf = (item: Item) => item.fields.map((field) => ({ item, field }));

const covers = ({ to, size }: Transfer, address: number) =>
  to.address - (to.address % LINE) <= address && address < to.address + size;

/** The contradictions between an item's state, its fields and the bytes of its tier. */
function* marksOf({ frame, before, bytes }: Moment): Generator<string> {
  for (const { id, tier, items } of frame.structures) {
    const persists = tier === 'nvm' || tier === 'disk';
    for (const outer of items) {
      // Unchanged items have been compared before.
      const same =
        before && JSON.stringify(itemOf(before, id, outer.key)) === JSON.stringify(outer);
      for (const { item, field } of [...itemsOf(outer)].flatMap(fieldsOf)) {
        const what = `${id} ${outer.key} ${field.name.en}`;
        if (!persists && item.state !== 'none' && item.state !== 'empty')
          yield `${id} ${outer.key} in ${tier} is ${item.state}`;
        if (!persists || item.state !== 'durable') continue;
        if (field.durability !== 'durable')
          yield `${what} is ${field.durability}, its item durable`;
        if (field.durableValue !== undefined)
          yield `${what} is durable as ${field.value}, but ${field.durableValue} on the device`;
        if (same) continue;
        const { current, durable } = bytes(field.tier, field.address, field.size);
        if (JSON.stringify(current) !== JSON.stringify(durable))
          yield `${what} is durable, and its bytes are not those of the device`;
      }
    }
  }
}

/** Fields of an item, each with the key of the one inside of it that has it. */
const owned = (item: Item): { inner?: number; field: Field }[] => [
  ...item.fields.map((field) => ({ field })),
  ...(item.items ?? []).flatMap(({ key, fields }) =>
    fields.map((field) => ({ inner: key, field })),
  ),
];

const hasByte = ({ tier, address, size }: Field, inTier: string, at: number): boolean =>
  tier === inTier && address <= at && at < address + size;

/**
 * The end on the device is the item that has the bytes; of those inside of it, just those that have
 * them.
 */
function* holderOf({ frame }: Moment, transfer: Transfer): Generator<string> {
  const { kind, from, to, brings = [] } = transfer;
  const end = kind === 'page-read' ? from : to;
  const tier = end.tier === 'cache' ? 'nvm' : end.tier;
  const items = frame.structures.flatMap(({ id, items }) => items.map((item) => ({ id, item })));
  const holders = items.filter(({ item }) =>
    owned(item).some(({ field }) => hasByte(field, tier, end.address)),
  );
  if (kind === 'acknowledge' || holders.length === 0) return;
  const what = `${kind} at ${end.address}`;
  const named = holders.find(({ id, item }) => id === end.structure && end.keys.includes(item.key));
  // A complete block is written, and only its new part is on its way.
  if (!named && !DISK_KINDS.includes(kind)) yield `${what} ends in no item with its bytes`;
  if (!named) return;
  if (brings.length === 0 && end.keys.length <= MOST_IN_WORDS) yield `${what} brings nothing`;
  const come = owned(named.item).filter(({ field }) =>
    brings.some(({ address, size }) => address === field.address && size === field.size),
  );
  const own = come.some(({ inner }) => inner === undefined);
  const whole = come.length === owned(named.item).length;
  const inner = own || whole ? [] : [...new Set(come.map((each) => each.inner))];
  const said = end.inner?.[end.keys.indexOf(named.item.key)] ?? [];
  if (inner.join() !== said.join()) yield `${what} ends in ${said}, but its bytes are in ${inner}`;
}

/**
 * The arrived bytes must be on the device, and be those that were announced while they were on
 * their way.
 */
function* broughtOf({ frame, before }: Moment, transfer: Transfer): Generator<string> {
  const { kind, id, state, to, brings = [] } = transfer;
  if (state !== 'arrived') return;
  const fields = frame.structures.flatMap(({ items }) =>
    items.flatMap((item) => owned(item).map(({ field }) => field)),
  );
  const early = before?.transfers.find((other) => other.id === id && other.kind === kind);
  const newest = kind === 'store' || kind === 'page-read' || to.cached === true;
  for (const brought of brings) {
    const same = (field: Field) =>
      field.tier === brought.tier &&
      field.address === brought.address &&
      field.name.en === brought.name.en;
    const what = `${kind} brings ${brought.name.en} ${brought.value}`;
    const field = fields.find(same);
    if (!field) yield `${what}, which nothing shows`;
    const there = field && (newest ? field.value : (field.durableValue ?? field.value));
    if (there !== brought.value) yield `${what}, but ${there} has arrived`;
    const said = early?.brings?.find(same)?.value;
    if (said !== undefined && said !== brought.value) yield `${what}, but ${said} was on its way`;
  }
}

/** Both ends of each transfer are in the picture, and show that something is on its way. */
function* endsOf(moment: Moment): Generator<string> {
  const { frame, sentences } = moment;
  for (const transfer of frame.transfers) {
    yield* holderOf(moment, transfer);
    yield* broughtOf(moment, transfer);
    const { kind, from, to, state } = transfer;
    const what = `${kind} ${transfer.id}`;
    for (const end of [from, to]) {
      if ((end.tier === 'client') !== (kind === 'acknowledge' && end === to))
        yield `${what} has the client at the wrong end`;
      if (end.structure === undefined) {
        if (end.keys.length > 0) yield `${what} names keys of no structure`;
        continue;
      }
      const structure = structureOf(frame, end.structure);
      if (!structure) {
        yield `${what}: ${end.structure} is not in the picture`;
        continue;
      }
      if (structure.tier !== (end.tier === 'cache' ? 'nvm' : end.tier))
        yield `${what}: ${end.structure} is not in ${end.tier}`;
      for (const key of end.keys)
        if (!itemOf(frame, end.structure, key)) yield `${what}: no ${end.structure} ${key}`;
    }
    if (kind === 'store' && !frame.cacheLines.some((line) => line.address === lineOf(to.address)))
      yield `${what}: no cache line holds it`;
    if (state === 'under-way') yield* underWayOf(frame, transfer, what);
    else if (DISK_KINDS.includes(kind) && kind !== 'page-read')
      yield* arrivedOf(frame, transfer, what);
    // A structure with one above it that shows the item has a source to come from.
    const all = sentences.scheme?.structures ?? [];
    const cache = all.find(({ id, caches }) => caches === to.structure && structureOf(frame, id));
    // Bytes written from a file's pages in memory come from the page that contains them.
    const inPage = (key: number) =>
      structureOf(frame, cache?.id ?? '')?.items.find(({ items = [] }) =>
        items.some((each) => each.key === key),
      )?.key;
    if (cache && kind === 'log-write')
      for (const [index, key] of to.keys.entries())
        if (from.structure !== cache.id || from.keys[index] !== inPage(key))
          yield `${what}: ${cache.id} shows what goes to ${to.structure}, but is not its source`;
    const above = cache ? undefined : all.find(({ below }) => below === to.structure);
    const kept = cache ? undefined : slotsOf(frame, transfer, all);
    const source = above && to.keys.some((key) => itemOf(frame, above.id, key));
    const copied = DISK_KINDS.includes(kind) && kind !== 'page-read' && above?.id !== 'log-record';
    if (kept && (from.structure !== kept.id || from.keys.join() !== kept.keys.join()))
      yield `${what}: ${kept.id} ${kept.keys} goes to ${to.structure}, but ${from.structure} ${from.keys} is its source`;
    else if (copied && source && !kept && (from.structure !== above.id || from.keys.length === 0))
      yield `${what}: ${above.id} shows what goes to ${to.structure}, but is not its source`;
  }
}

/**
 * NVM's versions of a page that goes home: slots of that page, and if they tell records apart,
 * those with an arriving record and value.
 */
function slotsOf(
  frame: Frame,
  { kind, to, brings = [] }: Transfer,
  all: readonly SchemeDescription['structures'][number][],
): { readonly id: string; readonly keys: readonly number[] } | undefined {
  if (kind !== 'page-write' || to.keys.length !== 1) return undefined;
  const said = (fields: readonly Field[], at: number) =>
    `${fields[at]?.value} ${fields[at + 1]?.value}`;
  const coming = brings.flatMap((each, at) => (each.role === 'subject' ? [said(brings, at)] : []));
  for (const { id } of all.filter(({ below }) => below === to.structure)) {
    const structure = structureOf(frame, id);
    if (structure?.tier !== 'nvm') continue;
    const keys = structure.items.filter((item) => {
      const fields = owned(item).map(({ field }) => field);
      const ofPage = item.fields.some(
        ({ name, value }) => name.en === 'page' && value === String(to.keys[0]),
      );
      const records = fields.flatMap(({ role }, at) =>
        role === 'subject' ? [said(fields, at)] : [],
      );
      return ofPage && (records.length === 0 || records.some((each) => coming.includes(each)));
    });
    if (keys.length > 0) return { id, keys: keys.map(({ key }) => key) };
  }
  return undefined;
}

/** The page that is said to be written or read must be the one that has the bytes. */
function* pageOf(moment: Moment): Generator<string> {
  const { frame, event, sentences } = moment;
  const row = rowOf(moment);
  if (!row || !/^page-(write|read)(-start)?$/.test(row.kind)) return;
  const { structure, key } = sentences.trace.events;
  const said = sentences.scheme?.structures[(structure[event] ?? 0) - 1]?.id;
  const pages = structureOf(frame, said);
  if (pages?.shape !== 'pages' || pages.tier !== row.tier) return;
  const holder = pages.items.find((item) =>
    owned(item).some(({ field }) => hasByte(field, row.tier, row.address)),
  );
  if (holder && holder.key !== key[event])
    yield `${row.kind} of ${said} ${key[event]}, but ${holder.key} has its bytes`;
}

function* underWayOf(frame: Frame, { kind, from, to }: Transfer, what: string): Generator<string> {
  if (kind === 'drain' || from.tier === 'cache') return;
  for (const key of from.structure ? from.keys : []) {
    const item = itemOf(frame, from.structure, key);
    if (item && !item.leaving) yield `${what}: ${from.structure} ${key} does not leave`;
  }
  if (!DISK_KINDS.includes(kind) || kind === 'page-read') return;
  for (const key of to.structure ? to.keys : []) {
    const state = itemOf(frame, to.structure, key)?.state;
    // Durable where the same bytes are written again.
    if (state !== 'in-flight' && state !== 'durable' && state !== 'empty')
      yield `${what}: ${to.structure} ${key} is ${state} while it is on its way`;
  }
}

function* arrivedOf(frame: Frame, { to, id }: Transfer, what: string): Generator<string> {
  const again = frame.transfers.some(
    (other) =>
      other.id !== id && other.state === 'under-way' && other.to.structure === to.structure,
  );
  for (const key of again ? [] : to.keys) {
    const state = itemOf(frame, to.structure, key)?.state;
    const wanted = to.cached ? ['volatile', 'durable', 'empty'] : ['durable', 'empty'];
    if (!wanted.includes(state ?? 'missing'))
      yield `${what} has arrived, but ${to.structure} ${key} is ${state}`;
  }
}

/** An event that moves data has its transfer, and one that ends it the same one again. */
function* eventOf(moment: Moment): Generator<string> {
  const { frame, before } = moment;
  const row = rowOf(moment);
  if (!row || row.broken) return;
  const of = (state: Transfer['state'], ...kinds: string[]) =>
    frame.transfers.filter((transfer) => transfer.state === state && kinds.includes(transfer.kind));
  const none = (kind: string, found: readonly Transfer[]) =>
    found.length === 0 ? [`no ${kind} transfer for ${row.kind} at ${row.address}`] : [];
  const ended = (found: readonly Transfer[]) =>
    before &&
    !found.some(({ id }) => before.transfers.some((t) => t.id === id && t.state === 'under-way'))
      ? [`${row.kind} at ${row.address} ends nothing that was under way`]
      : [];
  switch (row.kind) {
    case 'store':
      if (row.tier === 'nvm') yield* none('store', of('arrived', 'store'));
      return;
    case 'nt-store':
      yield* none(
        'nt-store',
        of('under-way', 'nt-store').filter((t) => covers(t, row.address)),
      );
      return;
    case 'evict':
      yield* none(
        'evict',
        of('arrived', 'evict').filter((t) => covers(t, row.address)),
      );
      return;
    case 'write-back-start':
      if (row.a === 1 && linePending(frame, row.address))
        yield* none(
          'write-back',
          of('under-way', 'write-back').filter((t) => covers(t, row.address)),
        );
      return;
    case 'write-back': {
      const started = before?.transfers.filter(
        (t) => t.kind === 'write-back' && t.state === 'under-way' && covers(t, row.address),
      );
      const arrived = of('arrived', 'write-back').filter((t) => covers(t, row.address));
      if (started && started.length > 0) yield* none('write-back', arrived);
      return;
    }
    case 'fence':
      if (row.a > 0 && before?.transfers.some(({ kind }) => kind === 'nt-store'))
        yield* none('nt-store', of('arrived', 'nt-store', 'write-back'));
      return;
    case 'page-write-start':
    case 'page-read-start': {
      const kinds = row.kind === 'page-read-start' ? ['page-read'] : DISK_KINDS;
      const here = of('under-way', ...kinds).filter(
        ({ from, to }) => from.address === row.address || to.address === row.address,
      );
      yield* none('disk', here);
      return;
    }
    case 'page-write':
    case 'page-read': {
      const arrived = of('arrived', ...(row.kind === 'page-read' ? ['page-read'] : DISK_KINDS));
      yield* none('disk', arrived);
      yield* ended(arrived);
      return;
    }
    case 'acknowledge':
      yield* none(
        'acknowledge',
        of('arrived', 'acknowledge').filter(({ txn }) => txn === row.txn),
      );
      return;
  }
}

const linePending = ({ cacheLines }: Frame, address: number) =>
  cacheLines.some((line) => line.address === address && line.state === 'in-flight');

/** A transfer that is under way on a disk stays so until it has arrived, and arrives once. */
function* continuityOf({ frame, before }: Moment): Generator<string> {
  for (const transfer of before?.transfers ?? []) {
    if (!DISK_KINDS.includes(transfer.kind)) continue;
    const now = frame.transfers.find(({ id }) => id === transfer.id);
    if (transfer.state === 'under-way' && !now)
      yield `${transfer.kind} ${transfer.id} has vanished`;
    if (transfer.state === 'arrived' && now) yield `${transfer.kind} ${transfer.id} arrives again`;
  }
}

/** The picture must agree with the sentence about durability. */
function* sentenceMarksOf(moment: Moment): Generator<string> {
  const { frame, event, sentences } = moment;
  const row = rowOf(moment);
  if (!row || row.broken) return;
  const { key } = sentenceOf(sentences, event);
  const shown = frame.transfers.filter(({ state }) => state === 'arrived');
  if (/^event\.page-write.*\.journal$/.test(key)) {
    const written = frame.transfers.filter(({ to }) => to.address === row.address);
    for (const { to } of written)
      if (to.structure !== undefined && to.structure !== 'journal')
        yield `${key}, but ${to.structure} is written`;
  }
  if (key.startsWith('event.page-write.')) {
    const cached = shown.some(({ to }) => to.cached === true);
    if (cached !== key.endsWith('inCache')) yield `${key}, but the transfer says otherwise`;
  }
  if (key === 'event.log-durable.upTo') {
    const log = frame.structures.filter(({ id }) => id === 'log-record' || id === 'log-buffer');
    // A write that left a record out: the place in the file says that it has none.
    const holes = structureOf(frame, 'log-record')?.items.filter(({ state }) => state === 'empty');
    const isHole = (key: number) => holes?.some((each) => each.key === key) ?? false;
    for (const { id, items } of log)
      for (const item of items)
        if (item.key < row.b && item.state !== 'durable' && !isHole(item.key))
          yield `the log is durable up to ${row.b}, but ${id} ${item.key} is ${item.state}`;
  }
  if (key === 'event.log-durable.object') {
    const object = itemOf(frame, 'log-object', sentences.trace.events.key[event] ?? 0);
    if (object && object.state !== 'durable') yield `${key}, but ${object.key} is ${object.state}`;
  }
}

/** All values that are drawn, in one text. */
const valuesOf = ({ structures }: Frame): string =>
  JSON.stringify(
    structures.map(({ items }) =>
      items.map((item) => [...itemsOf(item)].map(({ fields }) => fields.map((f) => f.value))),
    ),
  );

/** A sentence calls done what the picture has, and to come what it does not have yet. */
function* doneOf(moment: Moment): Generator<string> {
  const { frame, before, event, sentences } = moment;
  const row = rowOf(moment);
  if (!row || !/^(log-insert|undo|redo)$/.test(row.kind)) return;
  const sentence = sentenceOf(sentences, event);
  const { key } = sentence;
  const words = sentenceText(inEnglish, sentence, (text) => text.en, undefined);
  const isToCome = TO_COME.test(words);
  if (row.kind === 'log-insert') {
    const lsn = sentences.trace.events.key[event] ?? 0;
    const holding = frame.structures.filter(({ id }) => itemOf(frame, id, lsn)?.label === `${lsn}`);
    const isThere = holding.some(({ tier }) => tier === 'dram');
    if (!isToCome && !isThere) yield `${key}, but no record ${lsn} is drawn`;
  } else if (before) {
    const isDone = valuesOf(before) !== valuesOf(frame);
    if (isDone === isToCome) yield `${key}, but it is ${isDone ? 'done' : 'still to come'}`;
  }
}

/** No table has a transaction still at work whose client knows how it ended. */
function* toldOf({ frame }: Moment): Generator<string> {
  const told = frame.transactions.filter(
    ({ state }) => state === 'aborted' || state === 'acknowledged',
  );
  for (const { id, tier, items } of frame.structures.filter(({ shape }) => shape === 'table'))
    for (const { txn, tags } of items) {
      const end = told.find((each) => each.id === txn);
      const says = tags.find(({ en }) =>
        /^(active|committing|(being )?roll(ing|ed) back|running)\b/.test(en),
      );
      if (tier === 'dram' && end && says)
        yield `T${txn} is ${end.state} to its client, and ${says.en} in ${id}`;
    }
}

/** Everything at which picture, sentence and marks of a position contradict each other. */
export function contradictions(moment: Moment): string[] {
  const rules = [marksOf, endsOf, eventOf, pageOf, continuityOf, sentenceMarksOf, doneOf, toldOf];
  return rules.flatMap((rule) => [...rule(moment)]);
}

/**
 * True if the picture shows the transaction's commit as durable, in the sense of its scheme's
 * recovery.
 */
export function shownCommitted({ structures }: Frame, scheme: string, txn: number): boolean {
  const durable = structures
    .filter(({ tier }) => tier === 'nvm' || tier === 'disk')
    .flatMap(({ id, items }) => items.map((item) => ({ id, item })));
  // PCMLogging has no commit record: a transaction with versions in PCM has committed once its
  // number has left the list.
  if (scheme === 'pcmlogging') {
    const numberOf = ({ fields: [xid] }: Item) => Number(xid?.durableValue ?? xid?.value ?? 0);
    const listed = durable.filter(({ id }) => id === 'active-list');
    const versions = durable.filter(({ id, item }) => id === 'pcm-slot' && item.txn === txn);
    return versions.some(
      ({ item }) =>
        item.state === 'durable' &&
        !listed.some((entry) => numberOf(entry.item) === numberOf(item)),
    );
  }
  const commit = durable.find(
    ({ item }) => item.commits && item.txn === txn && item.state === 'durable',
  );
  if (!commit) return false;
  const of = (id: string, key: number) =>
    durable.find((each) => each.id === id && each.item.key === key)?.item;
  const wordOf = (item: Item | undefined, index: number) => {
    const field = item?.fields[index];
    return Number(field?.durableValue ?? field?.value ?? 0);
  };
  // An object counts when its entry's state bit is set and the tail is behind it.
  if (scheme === 'nv-logging') {
    const { key } = commit.item;
    return wordOf(of('log-entry', key), 0) === 1 && wordOf(of('log-anchor', 1), 0) > key;
  }
  // An END counts when the list leads to its node: from the header, or from the node before it; or
  // when a cell of a bucket does, in groups one that the bucket's index covers.
  if (scheme === 'rewind') {
    const record = commit.item.fields[0]?.address;
    const inBucket = durable.some(({ id, item: bucket }) => {
      if (id !== 'log-bucket') return false;
      const index = bucket.fields.findIndex(({ name }) => name.en === 'index');
      const covered = index < 0 ? Number.POSITIVE_INFINITY : wordOf(bucket, index);
      return (bucket.items ?? []).some(
        (cell) => wordOf(cell, 0) === record && Number(cell.label) < covered,
      );
    });
    if (inBucket) return true;
    if (structures.some(({ id }) => id === 'log-tree'))
      return reachedAfterUndo(structures, commit.item.key);
    const leads = ({ id, item }: (typeof durable)[number]) =>
      (id === 'list-header' || id === 'list-node') &&
      item.state === 'durable' &&
      item.key !== (id === 'list-node' ? commit.item.key : -1) &&
      item.links.some(({ structure, key }) => structure === 'list-node' && key === commit.item.key);
    return durable.some(leads);
  }
  return true;
}

/**
 * Two layers: an END counts when the tree leads to its node once the tree's own log has been
 * undone, newest first, where the cells lead to its records and none of them is an END.
 */
function reachedAfterUndo(structures: Frame['structures'], end: number): boolean {
  const itemsOfStructure = (name: string) => structures.find(({ id }) => id === name)?.items ?? [];
  const asNumber = (text: string | undefined) =>
    text === undefined || text === '-' ? 0 : Number(text);
  const durableOf = ({ durableValue, value }: Item['fields'][number]) =>
    asNumber(durableValue ?? value);
  const nodes = itemsOfStructure('log-tree');
  const words = new Map(
    nodes.flatMap(({ fields }) =>
      fields.map((field) => [field.address, durableOf(field)] as const),
    ),
  );
  const cells = itemsOfStructure('log-bucket').flatMap(({ items = [] }) => items);
  const led = new Set(cells.flatMap(({ fields }) => fields.map(durableOf)));
  const own = itemsOfStructure('tree-record').filter(({ fields: [first] }) => {
    const line = (first?.address ?? 0) - ((first?.address ?? 0) % LINE);
    return led.has(line);
  });
  const field = (item: Item, name: string) => item.fields.find((each) => each.name.en === name);
  const closed = own.some((item) => !field(item, 'word'));
  for (const item of closed ? [] : [...own].sort((a, b) => b.key - a.key)) {
    const [word, old] = [field(item, 'word'), field(item, 'old')];
    if (word && old) words.set(durableOf(word), durableOf(old));
  }
  const [root] = nodes;
  const at = new Map(nodes.map((node) => [node.fields[0]?.address ?? 0, node] as const));
  const seen = new Set<number>();
  const open = [words.get(root?.fields[0]?.address ?? 0) ?? 0];
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    const node = at.get(address);
    if (!node || seen.has(address)) continue;
    seen.add(address);
    const links = ['left', 'right'].map((name) => field(node, name)?.address ?? 0);
    open.push(...links.map((link) => words.get(link) ?? 0));
  }
  return nodes.some(({ key, fields: [first] }) => key === end && seen.has(first?.address ?? 0));
}

/** The contradictions between the verdict and the picture. */
/** `writers` have changed something: who has only read has nothing that could be shown. */
export function verdictContradictions(
  frame: Frame,
  outlook: Outlook,
  info: SessionInfo,
  writers: ReadonlySet<number>,
): string[] {
  const found: string[] = [];
  const sound = outlook.verdicts.every(({ verdict }) => verdict === 'consistent');
  for (const { id, reason, fate } of outlook.transactions) {
    const committed = shownCommitted(frame, info.scheme, id);
    const shown = committed || !writers.has(id) || isCleared(frame, info, id);
    if (reason === 'commit-durable' && outlook.exact && !shown)
      found.push(`the commit of ${id} is durable, but none is shown`);
    const promised = info.promise === 'durable' && info.mutations.length === 0;
    if (committed && promised && sound && fate !== 'always')
      found.push(`the commit of ${id} is shown durable, but it survives ${fate}`);
  }
  return found;
}

/** REWIND takes a transaction's records away before it is acknowledged: nothing is left to undo. */
function isCleared({ structures }: Frame, { scheme }: SessionInfo, txn: number): boolean {
  const log = structures.filter(({ id }) => id === 'log-record' || id === 'list-node');
  return scheme === 'rewind' && log.every(({ items }) => items.every((item) => item.txn !== txn));
}

/** The structures of a frame, by id: what a scheme's description says they are. */
export function unknownStructures(
  frame: Frame,
  description: Description,
  scheme: string,
): string[] {
  const known = describedScheme(description, { scheme })?.structures ?? [];
  return frame.structures.map(({ id }) => id).filter((id) => !known.some((each) => each.id === id));
}

/** The last position of a phase, or where the power was cut in it. */
export function endOf(parts: readonly PhaseTrace[], n: number): number {
  const part = parts[n];
  return parts[n + 1]?.start ?? (part ? part.start + part.events.length : 0);
}
