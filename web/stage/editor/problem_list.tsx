import type { ScenarioProblem } from '../../engine/protocol';
import { useText } from '../../ui/use_text';
import { useFieldName } from '../use_field_name';
import { useFieldWords } from '../words/use_field_words';

interface ProblemListProps {
  /** The id that connects it to its field. */
  readonly id?: string;
  readonly problems: readonly ScenarioProblem[];
  /** True if line and column refer to a text that the reader has seen. */
  readonly placed?: boolean;
}

/** The problems, with the names of their fields. */
export function ProblemList({ id, problems, placed = false }: ProblemListProps) {
  const text = useText();
  const name = useFieldName();
  const w = useFieldWords();
  if (problems.length === 0) return null;
  return (
    <div id={id} className="problem-list" role="alert">
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.path}/${problem.line ?? ''}/${problem.reason.en}`}>
            <strong title={problem.path}>{name(problem.path)}</strong>
            {placed && problem.line !== undefined && (
              <span> · {w('place', { line: problem.line, column: problem.column ?? 1 })}</span>
            )}
            : {text(problem.reason)}
          </li>
        ))}
      </ul>
    </div>
  );
}
