import { useId, useState } from 'react';
import type { Description } from '../engine/protocol';
import { jsonFile, saveFile } from '../ui/save_file';
import { LONGEST_NAME, type OwnAnswer } from './model/answer';
import type { Assignment } from './model/assignment';
import { gradeHandedIn } from './model/grade';
import type { Tried } from './tried';
import type { Found } from './use_findings';
import { useOwnWords } from './words/use_own_words';

interface HandInProps {
  readonly assignment: Assignment;
  /** The text of the assignment, where a lecturer has made it. */
  readonly own: string | undefined;
  readonly program: string;
  readonly tried: Tried;
  readonly found: Found;
  /** Returns the engine's version. */
  readonly describe: () => Promise<Pick<Description, 'version'>>;
}

/** The answer as a file, whose content is shown before it is saved. */
export function HandIn({ assignment, own, program, tried, found, describe }: HandInProps) {
  const w = useOwnWords();
  const id = useId();
  const [name, setName] = useState('');
  const file = [assignment.id, name.trim().replaceAll(/[^\p{L}\p{N}]+/gu, '-')]
    .filter((part) => part !== '')
    .join('-');
  const save = async () => {
    const { version } = await describe();
    const graded = found.kind === 'found' && found.text === program ? found.findings : undefined;
    const grade = graded && gradeHandedIn(assignment, program, graded);
    const answer: OwnAnswer = {
      format: 1,
      kind: 'own-answer',
      assignment: assignment.id,
      ...(own !== undefined && { own }),
      ...(name.trim() !== '' && { name: name.trim() }),
      program,
      attempts: tried.attempts,
      hints: tried.hints,
      ...(grade && { grade: { standing: grade.standing, kept: grade.kept, of: grade.of } }),
      engine: version,
      ...(tried.solution && { solution: true }),
    };
    saveFile(jsonFile(answer, file));
  };
  return (
    <details className="own-hand-in" open={tried.passed}>
      <summary>{w('handIn')}</summary>
      <p>
        {w('handInHolds', { attempts: tried.attempts, hints: tried.hints })}{' '}
        {tried.solution && w('handInSolution')}
      </p>
      <p className="own-buttons">
        <label htmlFor={id}>{w('handInName')}</label>
        <input
          id={id}
          className="boxed"
          maxLength={LONGEST_NAME}
          autoComplete="name"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <button type="button" className="secondary" onClick={() => void save()}>
          {w('handInSave')}
        </button>
      </p>
    </details>
  );
}
