import type { TFunction } from 'i18next';
import type { Text } from '../engine/protocol';
import type { Sentence } from '../model/sentence';

type Param = string | number | Text | undefined;

/**
 * Puts an event's sentence into the reader's language. Beside the model's own parameters the
 * messages may use `who` (the transaction, else the thread or daemon), `item` (which thing of
 * which structure) and `what` (the record where there is one, else the item).
 */
export function sentenceText(
  t: TFunction,
  sentence: Sentence,
  text: (text: Text) => string,
): string {
  const word = (param: Param): string =>
    typeof param === 'object' ? text(param) : String(param ?? '');
  const { params } = sentence;
  const words = Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, word(param)]),
  );
  const actor = word(params.actor);
  const who = word(params.tx) || actor;
  const structure = word(params.structure);
  const item = structure === '' ? word(params.address) : `${structure} #${word(params.key)}`;
  const tier = params.tier ? t(`tier.${params.tier as 'nvm'}`) : '';
  const what = word(params.record) || item;
  const line = sentence.line ? text(sentence.line) : '';
  // A message must never show a hole where an event has no record or no holder.
  const known = { record: what, holder: actor, statement: actor, ...words };
  const values = { ...known, actor, who, tx: word(params.tx) || actor, item, what, tier, line };
  // The model makes the key; a test holds its keys against the messages.
  return t(sentence.key as 'event.start', values);
}
