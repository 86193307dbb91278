import { useCallback } from 'react';
import type { Ask } from '../../engine/protocol';
import { ABSENT, LOST, OR, SAME, SURVIVED } from '../../model/questions/answer';
import type { Choice } from '../../model/questions/choices';
import { lineText } from '../../model/questions/choices';
import { orderOf } from '../../model/questions/judge_trace';
import { useOnStage } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { useQuestionWords } from '../words/use_question_words';
import '../../ui/i18n/later_words';

/** Returns a function that gives the label of a choice's button. */
export function useChoiceText(): (choice: Choice) => string {
  const { t } = useTranslation();
  const q = useQuestionWords();
  const text = useText();
  return useCallback(
    (choice) => {
      switch (choice.kind) {
        case 'fate':
          return t(`outlook.${choice.fate}`);
        case 'value':
          return choice.value === null ? t('outlook.absent') : String(choice.value);
        case 'record': {
          const { key, tx, record = '', before = '', after = '' } = choice;
          return q(record ? 'record.change' : 'record.bare', { key, tx, record, before, after });
        }
        case 'text':
          return text(choice.text);
        case 'same':
          return q('same');
      }
    },
    [t, q, text],
  );
}

/**
 * Returns a function that says an answer in the reader's language; several right ones are joined.
 */
export function useAnswerText(ask: Ask, choices: readonly Choice[]): (answer: string) => string {
  const { t } = useTranslation();
  const q = useQuestionWords();
  const text = useText();
  const choiceText = useChoiceText();
  const scheme = useOnStage(({ session }) => session.scheme);
  const one = (answer: string): string => {
    const choice = choices.find((each) => each.answer === answer);
    if (choice) return choiceText(choice);
    if (answer === ABSENT) return t('outlook.absent');
    if (answer === SAME) return q('same');
    if (answer === LOST) return t('verdict.rolledBack');
    if (answer === SURVIVED) return t('verdict.survived');
    if (ask.kind === 'order') {
      const order = orderOf(answer, ask.steps.length) ?? [];
      return order.map((index) => text(ask.steps[index]?.text ?? NOTHING)).join(' → ');
    }
    const line = ask.kind === 'leave-out' && ask.lines.find((each) => each.mutation === answer);
    return line && scheme ? text(lineText(scheme, line)) : answer;
  };
  return (answer) => answer.split(OR).map(one).join(q('or'));
}

const NOTHING = { en: '', zh: '' };
