import type { LocatedProblem } from '../model/scenario/located_problems';
import { useText } from '../ui/use_text';
import { usePlanWords } from './words/use_plan_words';

/** The problems of a plan, each with its place in the file. */
export function ProblemLines({ problems }: { problems: readonly LocatedProblem[] }) {
  const w = usePlanWords();
  const text = useText();
  return (
    <ul className="plan-problems">
      {problems.map(({ path, line, column, reason }) => (
        <li key={`${path} ${line} ${reason.en}`}>
          {line !== undefined && (
            <span className="mute">{w('place', { line, column: column ?? 1 })} </span>
          )}
          {path && <code>{path}</code>} {text(reason)}
        </li>
      ))}
    </ul>
  );
}
