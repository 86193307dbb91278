import type { Shape, Text, TierId } from '../../engine/protocol';
import type { ItemLabel, ItemLabels } from '../../model/frame/item_labels';
import type { Sentence } from '../../model/trace/sentence';
import type { MessageKey, Translate } from '../i18n';

type Param = string | number | Text | undefined;

/**
 * Puts an event's sentence into the reader's language. Beside the model's own parameters the
 * messages may use `who` (the transaction, else the thread or daemon), `item` (the thing and its
 * structure) and `line` (the line of the listing). `shape` is that of the event's structure.
 */
export function sentenceText(
  t: Translate,
  sentence: Sentence,
  text: (text: Text) => string,
  shape: Shape | undefined,
): string {
  const { params } = sentence;
  const word = (param: Param): string =>
    typeof param === 'object' ? text(param) : String(param ?? '');
  const words = Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, word(param)]),
  );
  const actor = word(params.actor);
  const who = word(params.tx) || actor;
  const item = itemText(
    t,
    word(params.structure),
    word(params.key),
    shape,
    sentence.key.startsWith('event.page-'),
    sentence.item,
    text,
  );
  const tier = params.tier ? t(`tierWord.${params.tier as TierId}`) : '';
  const line = sentence.line ? text(sentence.line) : t('event.unknown');
  // A message must never show a gap where an event has no record or no holder.
  const known = {
    record: item,
    word: t('tiers.someRecord'),
    holder: actor,
    statement: actor,
    ...words,
  };
  const values = { ...known, actor, who, tx: who, item, tier, line };
  // The model makes the key; a test checks its keys against the messages.
  return t(sentence.key as MessageKey, values);
}

/** The name of the thing that an event is about; '' where there is none. */
export function sentenceItem(
  t: Translate,
  { key, params, item }: Sentence,
  text: (text: Text) => string,
  shape: Shape | undefined,
): string {
  const word = (param: Param): string =>
    typeof param === 'object' ? text(param) : String(param ?? '');
  const blocks = key.startsWith('event.page-');
  return itemText(t, word(params.structure), word(params.key), shape, blocks, item, text);
}

/** The name of a thing of a structure in sentences, by its key; on a disk a page or a block. */
export function thingText(
  t: Translate,
  text: (text: Text) => string,
  structure: { id: string; title: Text; shape: Shape } | undefined,
  { key, blocks, labels }: { key: number; blocks: boolean; labels: ItemLabels },
): string {
  if (!structure) return '';
  const { id, title, shape } = structure;
  return itemText(t, text(title), String(key), shape, blocks, labels.find(id, key), text);
}

function itemText(
  t: Translate,
  structure: string,
  key: string,
  shape: Shape | undefined,
  blocks: boolean,
  item: ItemLabel | undefined,
  text: (text: Text) => string,
): string {
  if (structure === '') return '';
  // A second copy of page 1 is not named by its place: "page 1′".
  if (shape === 'pages')
    return t('tiers.page', { label: item?.kind === 'name' ? text(item.label) : key });
  // The subject of a chain is named: "redo, by page 2".
  if (shape === 'chains' && +key >= 2 ** 30) return `${structure} ${+key - 2 ** 30}`;
  if (blocks) return t('tiers.block', { structure, key });
  const label = item ? text(item.label) : key;
  // Items with names have no useful numbers, and a name from the code needs nothing beside it.
  if (shape === 'key-value' && item?.kind !== 'name') return structure;
  if ((shape === 'key-value' && /^\w*[A-Z_]\w*$/.test(label)) || /\d\]$/.test(label)) return label;
  return item ? namedItem(t, structure, item, label) : t('tiers.numbered', { structure, label });
}

/** The name of an item with its structure. */
function namedItem(
  t: Translate,
  structure: string,
  { kind, within = '' }: ItemLabel,
  label: string,
): string {
  switch (kind) {
    case 'record':
      return t('tiers.record', { label });
    case 'lsn':
      return t('tiers.lsn', { structure, label });
    case 'cell':
      return t('tiers.cell', { structure, label, within });
    case 'name':
      return t('tiers.named', { structure, label });
    case 'number':
      return t('tiers.numbered', { structure, label });
    case 'none':
      return structure;
  }
}
