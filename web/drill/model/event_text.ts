import type { Item, Text } from '../../engine/protocol';
import { sentenceOf } from '../../model/trace/sentence';
import { kindOf, type Trace, transactionName } from '../../model/trace/trace';
import type { DrillRun } from './drill_run';
import { plain, told } from './told';

/** The Chinese names of log record kinds for which the engine has none. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  update: '更新',
  UPDATE: '更新',
  insert: '插入',
  delete: '删除',
  commit: '提交',
  abort: '中止',
  undo: '撤销',
  redo: '重做',
  'page image': '整页映像',
  'action ends': '动作结束',
};

function kindText(item: Item): Text | undefined {
  const field = item.fields.find(
    // The header of a chain has a phase, which is not a kind.
    ({ role, name }) => role === 'kind' && (name.en === 'kind' || name.en === 'type'),
  );
  if (!field) return undefined;
  return (
    field.text ?? {
      en: field.value.replace('UPDATE', 'update'),
      // A word that exists in English alone is left out.
      zh: KIND_WORDS[field.value] ?? (/[a-z]/.test(field.value) ? '' : field.value),
    }
  );
}

const flat = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((item) => [item, ...flat(item.items ?? [])]);

/** The item of a structure with this key, at its largest in the phase. */
function itemOf({ parts }: DrillRun, structure: string | undefined, key: number): Item | undefined {
  const extents = parts.flatMap((part) => part.extents ?? []);
  const own = extents.find(({ id }) => id === structure);
  return flat(own?.items ?? []).find((item) => item.key === key);
}

/**
 * A log record in words (`T1's update record of A (100 -> 70)`); undefined for an item that is no
 * log record.
 */
export function recordText(
  run: DrillRun,
  structure: string | undefined,
  key: number,
  tx: string,
): Text | undefined {
  const item = itemOf(run, structure, key);
  const kind = item && kindText(item);
  if (!item || !kind || tx === '') return undefined;
  const subject = item.fields.find(({ role }) => role === 'subject')?.value;
  const images = item.fields.filter(({ role }) => role === 'image').map(({ value }) => value);
  const address = subject?.startsWith('0x') ? Number(subject) : undefined;
  const record = address === undefined ? subject : run.labels.recordAt(address);
  if (record === undefined) return told('recordOf', { tx, kind });
  if (images.length === 0) return told('recordOf', { tx, kind });
  return told('recordChange', { tx, kind, record, images: images.join(' → ') });
}

/** The shortest name of the thing that an event is about. */
function thingText(run: DrillRun, index: number): Text | undefined {
  const { events, names } = run.trace;
  const structure = run.scheme.structures[(events.structure[index] ?? 0) - 1];
  if (!structure) return undefined;
  const key = events.key[index] ?? 0;
  const tx = transactionName(names, events.txn[index]);
  const record = recordText(run, structure.id, key, tx);
  if (record) return record;
  const { kind, label } = run.labels.find(structure.id, key);
  if (structure.shape === 'pages') return told('page', { label: key });
  if (kind === 'record') return told('itemRecord', { label });
  if (kind === 'none') return undefined;
  return told(kind === 'name' ? 'itemNamed' : 'item', { structure: structure.title, label });
}

/** The last record of a central log that is durable once the log has been written up to `end`. */
function lastBefore(run: DrillRun, index: number, end: number): Text | undefined {
  const { events, names } = run.trace;
  const structure = run.scheme.structures[(events.structure[index] ?? 0) - 1];
  const extents = run.parts.flatMap((part) => part.extents ?? []);
  const items = flat(extents.find(({ id }) => id === structure?.id)?.items ?? []);
  const last = items
    .filter(({ key }) => key < end)
    .sort((a, b) => a.key - b.key)
    .at(-1);
  return last && recordText(run, structure?.id, last.key, transactionName(names, last.txn));
}

/** Operations on a device, named by the line of the algorithm that does them. */
const DONE = ['store', 'nt-store', 'write-back', 'fence'];
const BEGUN = ['write-back-start'];

/**
 * True for the last event of its kind that its line does for its thing: only then is the line done.
 */
function isLast({ events, names }: Trace, index: number): boolean {
  for (let i = index + 1; i < events.length; i++) {
    if (events.actor[i] !== events.actor[index]) continue;
    if (names.kinds[events.kind[i] ?? 0] === 'statement-end') return true;
    const same =
      events.label[i] === events.label[index] &&
      events.kind[i] === events.kind[index] &&
      events.key[i] === events.key[index];
    if (same) return false;
  }
  return true;
}

function lineText(run: DrillRun, index: number, who: string, begun: boolean): Text | undefined {
  const { line } = sentenceOf(contextOf(run), index);
  if (!line || who === '' || !isLast(run.trace, index)) return undefined;
  const item = thingText(run, index);
  if (!item) return told(begun ? 'begun' : 'done', { who, line });
  return told(begun ? 'begunFor' : 'doneFor', { who, line, item });
}

const contextOf = ({ trace, info, scheme, labels }: DrillRun) => ({ trace, info, scheme, labels });

function pageText(run: DrillRun, index: number, begun: boolean): Text | undefined {
  const { events, names } = run.trace;
  const structure = run.scheme.structures[(events.structure[index] ?? 0) - 1];
  if (structure?.shape === 'pages') {
    const page = told('page', { label: events.key[index] ?? 0 });
    return told(begun ? 'pageWriteStart' : 'pageWrite', { page });
  }
  const who = transactionName(names, events.txn[index]);
  return begun && structure?.shape === 'list' && who ? told('logWriteStart', { who }) : undefined;
}

function logText(run: DrillRun, index: number): Text | undefined {
  const { events } = run.trace;
  if (kindOf(run.trace, index) === 'log-durable') {
    const end = events.b[index] ?? 0;
    const item = end > 0 ? lastBefore(run, index, end) : thingText(run, index);
    return item && told(end > 0 ? 'logDurableTo' : 'logDurable', { item });
  }
  const item = thingText(run, index);
  const tier = run.scheme.structures[(events.structure[index] ?? 0) - 1]?.tier;
  return item && told(tier === 'dram' ? 'logInsert' : 'logInsertNvm', { item });
}

/**
 * Says in a few words for students what happens with event `index`; undefined where there are no
 * words for it.
 */
export function eventText(run: DrillRun, index: number): Text | undefined {
  const { trace } = run;
  const kind = kindOf(trace, index);
  const tx = transactionName(trace.names, trace.events.txn[index]);
  if (DONE.includes(kind)) return lineText(run, index, tx, false);
  if (BEGUN.includes(kind)) return lineText(run, index, tx, true);
  switch (kind) {
    case 'begin':
    case 'acknowledge':
    case 'abort':
      return tx ? told(kind, { tx }) : undefined;
    case 'write': {
      const { record } = sentenceOf(contextOf(run), index).params;
      return tx && typeof record === 'string'
        ? told('write', { tx, record: plain(record) })
        : undefined;
    }
    case 'log-insert':
    case 'log-durable':
      return logText(run, index);
    case 'page-write-start':
    case 'page-write':
      return pageText(run, index, kind === 'page-write-start');
    case 'undo': {
      const item = thingText(run, index);
      return item && told('undone', { item });
    }
    default:
      return undefined;
  }
}
