import { useId, useMemo } from 'react';
import { csvFile, saveFile } from '../ui/save_file';
import { useText } from '../ui/use_text';
import { WideTable } from '../ui/wide_table';
import { answersAmong, claimOf, type GivenFile, type Graded, gradesTable } from './model/grading';
import { useGrades } from './use_grades';
import { useOwnWords } from './words/use_own_words';
import './own.css';

/** Returns the reason why a program does not pass, in words. */
function useWhy() {
  const w = useOwnWords();
  const text = useText();
  return ({ assignment, grade }: Graded): string => {
    const { story, verdict, line } = grade;
    const told = assignment.stories.find(({ id }) => id === story);
    const how =
      verdict === 'stuck'
        ? w('stuck')
        : verdict && verdict !== 'stopped'
          ? w(`verdict.${verdict as 'lost'}`)
          : '';
    return [
      told && w('gradeStory', { title: text(told.title) }),
      how,
      line !== undefined && w('gradeLine', { line }),
    ]
      .filter(Boolean)
      .join(' ');
  };
}

function Row({ row, why }: { row: Graded; why: string }) {
  const w = useOwnWords();
  const text = useText();
  const { file, answer, assignment, grade, twin, brought } = row;
  const claim = claimOf(row);
  const notes = [
    claim && w('gradeClaims', { standing: w(`standing.${claim}`) }),
    answer.solution && w('gradeSolution'),
    twin !== undefined && w('gradeTwin', { file: twin }),
    brought && w('gradeBrought', { id: assignment.id }),
  ].filter(Boolean);
  return (
    <tr data-standing={grade.standing}>
      <th scope="row">
        {answer.name ?? file}
        {answer.name !== undefined && <div className="mute">{file}</div>}
      </th>
      <td>{text(assignment.title)}</td>
      <td>{w(`standing.${grade.standing}`)}</td>
      <td className="number">{w('gradeKept', { kept: grade.kept, of: grade.of })}</td>
      <td>{why}</td>
      <td className="number">{grade.cost?.fences}</td>
      <td className="number">{grade.cost?.writeBacks}</td>
      <td className="number">{answer.attempts}</td>
      <td className="number">{answer.hints}</td>
      <td>{notes.join(' ')}</td>
    </tr>
  );
}

function Table({ rows, of }: { rows: readonly Graded[]; of: string }) {
  const w = useOwnWords();
  const why = useWhy();
  const numbers = ['gradeFences', 'gradeWriteBacks', 'gradeAttempts', 'gradeHints'] as const;
  return (
    <WideTable of={of} className="full">
      <thead>
        <tr>
          <th scope="col">{w('gradeWho')}</th>
          <th scope="col">{w('assignment')}</th>
          <th scope="col">{w('gradeStanding')}</th>
          <th scope="col" className="number">
            {w('stories')}
          </th>
          <th scope="col">{w('gradeWhy')}</th>
          {numbers.map((name) => (
            <th key={name} scope="col" className="number">
              {w(name)}
            </th>
          ))}
          <th scope="col">{w('gradeNote')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.file} row={row} why={why(row)} />
        ))}
      </tbody>
    </WideTable>
  );
}

/**
 * The students' own logs that were handed in, including assignments that a lecturer made: the
 * explorer grades each one here, in the page.
 */
export default function Grades({ files }: { readonly files: readonly GivenFile[] }) {
  const w = useOwnWords();
  const text = useText();
  const id = useId();
  const { answers, wrong } = useMemo(() => answersAmong(files), [files]);
  const { grading, grade } = useGrades(answers);
  const rows = 'rows' in grading ? grading.rows : [];
  return (
    <section className="own-grades not-projected" aria-labelledby={id}>
      <h2 id={id}>{w('grades')}</h2>
      <p>{w('gradesFound', { count: answers.length })}</p>
      <ul>
        {wrong.map(({ file, reason }) => (
          <li key={file}>
            <b>{file}</b> <span className="mute">{text(reason)}</span>
          </li>
        ))}
      </ul>
      <p className="own-buttons">
        <button
          type="button"
          className="primary"
          disabled={answers.length === 0 || grading.kind === 'busy'}
          onClick={() => void grade()}
        >
          {w('grade')}
        </button>
        <button
          type="button"
          className="secondary"
          disabled={grading.kind !== 'done'}
          onClick={() => saveFile(csvFile(gradesTable(rows, '\r\n'), 'grades'))}
        >
          {w('gradeCsv')}
        </button>
      </p>
      <p role="status">
        {grading.kind === 'busy' && w('gradingNow', { done: rows.length, of: answers.length })}
        {grading.kind === 'failed' && w('failed', { message: grading.message })}
      </p>
      {rows.length > 0 && <Table rows={rows} of={id} />}
    </section>
  );
}
