import type { Shape, Text, TierId } from '../engine/protocol';
import type { Sentence } from '../model/trace/sentence';
import type { MessageKey, Translate } from './i18n';

type Param = string | number | Text | undefined;

/**
 * Puts an event's sentence into the reader's language. Beside the model's own parameters the
 * messages may use `who` (the transaction, else the thread or daemon), `item` (which thing of
 * which structure) and `line` (the line of the listing). `shape` is that of the event's structure.
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
    word(params.address),
    shape,
    sentence.key.startsWith('event.page-'),
  );
  const tier = params.tier ? t(`tierWord.${params.tier as TierId}`) : '';
  const line = sentence.line ? text(sentence.line) : t('event.unknown');
  // A message must never show a hole where an event has no record or no holder.
  const known = { record: item, holder: actor, statement: actor, ...words };
  const values = { ...known, actor, who, tx: who, item, tier, line };
  // The model makes the key; a test holds its keys against the messages.
  return t(sentence.key as MessageKey, values);
}

/** Which thing of which structure an event is about; '' where it is about none. */
export function sentenceItem(
  t: Translate,
  { key, params }: Sentence,
  text: (text: Text) => string,
  shape: Shape | undefined,
): string {
  const word = (param: Param): string =>
    typeof param === 'object' ? text(param) : String(param ?? '');
  const blocks = key.startsWith('event.page-');
  return itemText(t, word(params.structure), word(params.key), '', shape, blocks);
}

function itemText(
  t: Translate,
  structure: string,
  key: string,
  address: string,
  shape: Shape | undefined,
  blocks: boolean,
): string {
  if (structure === '') return address;
  if (shape === 'pages') return t('tiers.page', { label: key });
  // What has names has no numbers worth saying.
  if (shape === 'key-value') return structure;
  // What a chain hangs on: "redo, by page 2".
  if (shape === 'chains' && +key >= 2 ** 30) return `${structure} ${+key - 2 ** 30}`;
  return blocks ? t('tiers.block', { structure, key }) : `${structure} #${key}`;
}
