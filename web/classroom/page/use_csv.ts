import { useCallback } from 'react';
import { useTranslation } from '../../ui/i18n';
import { csvFile, saveFile } from '../../ui/save_file';
import { questionWords } from '../../ui/sentence/question_words';
import { useText } from '../../ui/use_text';
import type { Row } from '../model/collect';
import { answersCsv } from '../model/csv';
import { useAnswerLabel } from '../use_answer_label';
import { useClassWords } from '../words/use_class_words';
import { noteText } from './rows_table';
import { useLectureName } from './use_lecture_name';

/** Saves all rows as a table. */
export function useCsv(): (rows: readonly Row[]) => void {
  const w = useClassWords();
  const { t } = useTranslation();
  const text = useText();
  const label = useAnswerLabel();
  const name = useLectureName();
  return useCallback(
    (rows) => {
      const questionOf = ({ lecture }: Row, mark: number) =>
        lecture?.questions.find((each) => each.mark === mark);
      const table = answersCsv(rows, {
        head: [
          w('who'),
          w('lecture'),
          w('question'),
          w('firstTry'),
          w('answer'),
          w('tries'),
          w('seconds'),
          w('began'),
          w('source'),
          w('note'),
        ] as never,
        title: (row) => name(row.title, row.lecture),
        question: (row, mark) => {
          const ask = questionOf(row, mark)?.ask;
          const words = ask && questionWords(ask, t, text);
          const place = w('mark', { mark: mark + 1 });
          return words ? `${place}: ${words}` : place;
        },
        first: (first) => w(`first_${first}`),
        guess: (row, mark, guess) => {
          const question = questionOf(row, mark);
          return row.lecture && question ? label(row.lecture, question, guess) : guess;
        },
        note: (row) => noteText(row, w),
      });
      saveFile(csvFile(table, 'answers'));
    },
    [w, t, text, label, name],
  );
}
