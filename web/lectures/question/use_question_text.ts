import type { Ask } from '../../engine/protocol';
import { useTranslation } from '../../ui/i18n';
import { questionWords } from '../../ui/sentence/question_words';
import { useText } from '../../ui/use_text';
import { useQuestionWords } from '../words/use_question_words';

/** Returns the question: in the author's words, else in the interface's. */
export function useQuestionText(ask: Ask): string {
  const { t } = useTranslation();
  const q = useQuestionWords();
  const text = useText();
  const words = questionWords(ask, t, text);
  if (words !== undefined) return words;
  switch (ask.kind) {
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
    default:
      return '';
  }
}
