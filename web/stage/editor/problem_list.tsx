import type { ScenarioProblem } from '../../engine/protocol';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';

/** What is wrong, with its path; `id` ties it to the field that it stands by. */
export function ProblemList({
  id,
  problems,
}: {
  id?: string;
  problems: readonly ScenarioProblem[];
}) {
  const { t } = useTranslation();
  const text = useText();
  if (problems.length === 0) return null;
  return (
    <div id={id} className="problem-list" role="alert">
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.path}/${problem.line ?? ''}/${problem.reason.en}`}>
            <code>{problem.path || t('editor.whole')}</code>
            {problem.line !== undefined && (
              <span>
                {' '}
                · {t('editor.problemLine', { line: problem.line, column: problem.column ?? 1 })}
              </span>
            )}
            : {text(problem.reason)}
          </li>
        ))}
      </ul>
    </div>
  );
}
