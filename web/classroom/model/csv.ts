import { csvCell } from '../../model/values/csv_cell';
import type { Row } from './collect';

/** The words of a table's head, and the names of things in the reader's language. */
export interface CsvWords {
  readonly head: readonly [
    ...[who: string, lecture: string, question: string, first: string, answer: string],
    ...[tries: string, seconds: string, began: string, source: string, note: string],
  ];
  readonly title: (row: Row) => string;
  readonly question: (row: Row, mark: number) => string;
  readonly first: (first: Row['answers'][number]['first']) => string;
  readonly guess: (row: Row, mark: number, guess: string) => string;
  readonly note: (row: Row) => string;
}

/** All rows, with a line for each question that was answered. */
export function answersCsv(rows: readonly Row[], words: CsvWords): string {
  const lines = rows.flatMap((row) => {
    const own = (cells: readonly (string | number | undefined)[]) => [
      row.who,
      words.title(row),
      ...cells,
      row.began,
      row.source,
      words.note(row),
    ];
    if (row.answers.length === 0) return [own(['', '', '', '', ''])];
    return row.answers.map(({ mark, first, guess, tries, took }) =>
      own([
        words.question(row, mark),
        words.first(first),
        guess && words.guess(row, mark, guess),
        tries,
        took,
      ]),
    );
  });
  return [words.head, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n');
}
