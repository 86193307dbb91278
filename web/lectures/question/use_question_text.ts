import type { Ask } from '../../engine/protocol';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { useQuestionWords } from '../words/use_question_words';

/** What is asked: in the author's words, else in the interface's. */
export function useQuestionText(ask: Ask): string {
  const { t } = useTranslation();
  const q = useQuestionWords();
  const text = useText();
  if (ask.words) return text(ask.words);
  switch (ask.kind) {
    case 'fate':
      return t('lectures.askFate', { txn: ask.tx });
    case 'value-after-crash': {
      const { record, survive } = ask;
      if (survive === undefined) return t('lectures.askValue', { record });
      return t('lectures.askValuePolicy', { record, policy: t(`cut.${survive}`) });
    }
    case 'undone-next':
      return q('ask.undone');
    case 'leave-out':
      return q('ask.leaveOut');
    case 'order':
      return q('ask.order');
    case 'faster':
      return q('ask.faster');
    case 'cut':
      return q('ask.cut', { tx: ask.tx });
  }
}
