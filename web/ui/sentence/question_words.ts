import type { Ask } from '../../engine/protocol';
import type { useTranslation } from '../i18n';
import type { useText } from '../use_text';

/**
 * The words of a question, in the author's words or in those of the page; undefined where neither
 * has any.
 */
export function questionWords(
  ask: Ask,
  t: ReturnType<typeof useTranslation>['t'],
  text: ReturnType<typeof useText>,
): string | undefined {
  if (ask.words) return text(ask.words);
  if (ask.kind === 'fate') return t('lectures.askFate', { txn: ask.tx });
  if (ask.kind !== 'value-after-crash') return undefined;
  const { record, survive } = ask;
  if (survive === undefined) return t('lectures.askValue', { record });
  return t('lectures.askValuePolicy', { record, policy: t(`cut.${survive}`) });
}
