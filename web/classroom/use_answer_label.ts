import { useCallback } from 'react';
import { useQuestionWords } from '../lectures/words/use_question_words';
import { ABSENT, LOST, OR, SAME, SURVIVED } from '../model/questions/answer';
import { lineText } from '../model/questions/choices';
import { orderOf } from '../model/questions/judge_trace';
import { useStage } from '../store/stage/stage_context';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import type { KnownLecture, LectureQuestion } from './model/questions';
import '../ui/i18n/later_words';

const FATES = ['always', 'sometimes', 'never'] as const;

/**
 * Returns a function that says an answer in the reader's language, whichever lecture it belongs to;
 * an unknown one is said as it is.
 */
export function useAnswerLabel() {
  const { t } = useTranslation();
  const q = useQuestionWords();
  const text = useText();
  const description = useStage((state) => state.description);
  return useCallback(
    ({ scheme: id }: Pick<KnownLecture, 'scheme'>, { ask }: LectureQuestion, answer: string) => {
      const one = (guess: string): string => {
        const fate = FATES.find((each) => each === guess);
        if (ask.kind === 'fate' && fate) return t(`outlook.${fate}`);
        if (guess === ABSENT) return t('outlook.absent');
        if (guess === SAME) return q('same');
        if (guess === LOST) return t('verdict.rolledBack');
        if (guess === SURVIVED) return t('verdict.survived');
        if (ask.kind === 'faster') {
          const side = ask.sides[Number(guess)];
          if (side) return text(side.title);
        }
        if (ask.kind === 'order') {
          const order = orderOf(guess, ask.steps.length);
          if (order) return order.map((n) => text(ask.steps[n]?.text ?? NOTHING)).join(' → ');
        }
        const lines = ask.kind === 'leave-out' ? ask.lines : [];
        const line = lines.find((each) => each.mutation === guess);
        const scheme = description?.schemes.find((each) => each.id === id);
        if (line?.text) return text(line.text);
        return line && scheme ? text(lineText(scheme, line)) : guess;
      };
      return answer.split(OR).map(one).join(q('or'));
    },
    [t, q, text, description],
  );
}

const NOTHING = { en: '', zh: '' };
