import { useState } from 'react';
import { WideTable } from '../../ui/wide_table';
import type { Row } from '../model/collect';
import { type ClassWords, useClassWords } from '../words/use_class_words';
import { useSeconds } from './seconds';
import { useLectureName } from './use_lecture_name';

const SHOWN = 100;
const SIGN = { right: '✓', wrong: '✗', shown: '·' } as const;

/** The remark about a row. */
export function noteText({ note }: Row, w: ClassWords): string {
  if (!note) return '';
  if (note.kind === 'copy') return w('copy', { who: note.of || w('nobody') });
  return w(note.kind);
}

/** The result of each question of a row, as signs; a screen reader says them in words. */
function Tries({ row }: { row: Row }) {
  const w = useClassWords();
  return (
    <>
      {row.answers.map(({ mark, first, tries = 1 }) => (
        <span key={mark} className={`class-try ${first}`}>
          <span aria-hidden="true">
            {SIGN[first]}
            {tries > 1 && <sub>{tries}</sub>}
          </span>
          <span className="visually-hidden">
            {w('mark', { mark: mark + 1 })}: {w(`first_${first}`)}
          </span>
        </span>
      ))}
    </>
  );
}

/** The table of students and their answers. */
export function RowsTable({ rows }: { rows: readonly Row[] }) {
  const w = useClassWords();
  const name = useLectureName();
  const seconds = useSeconds();
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, SHOWN);
  const noted = rows.some(({ note }) => note);
  return (
    <section className="not-projected" aria-labelledby="class-rows">
      <h2 id="class-rows">{w('rows')}</h2>
      <WideTable of="class-rows" className="full">
        <thead>
          <tr>
            <th scope="col">{w('who')}</th>
            <th scope="col">{w('lecture')}</th>
            <th scope="col">{w('right')}</th>
            <th scope="col">{w('firstTries')}</th>
            <th scope="col" className="number">
              {w('time')}
            </th>
            {noted && <th scope="col">{w('note')}</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key} data-note={row.note?.kind}>
              <th scope="row">{row.who || <span className="mute">{w('nobody')}</span>}</th>
              <td>{name(row.title, row.lecture)}</td>
              <td>{w('score', { right: row.right, of: row.of })}</td>
              <td>
                <Tries row={row} />
              </td>
              <td className="number">{row.seconds !== undefined && seconds(row.seconds)}</td>
              {noted && <td>{noteText(row, w)}</td>}
            </tr>
          ))}
        </tbody>
      </WideTable>
      {!all && rows.length > SHOWN && (
        <button type="button" className="secondary" onClick={() => setAll(true)}>
          {w('showAll', { count: rows.length })}
        </button>
      )}
    </section>
  );
}
