import { Prose } from '../ui/prose';
import { useText } from '../ui/use_text';
import { type Assignment, LIMITED } from './model/assignment';
import { standingOf } from './model/findings';
import type { Found } from './use_findings';
import { useOwnWords } from './words/use_own_words';

interface TaskProps {
  readonly assignment: Assignment;
  readonly found: Found;
  /** The number of hints that were asked for. */
  readonly hints: number;
  readonly onHint: () => void;
  readonly onSolution: (solution: string) => void;
  readonly onNext: (() => void) | undefined;
}

/** The task, with hints one after the other, and at the end a solution. */
export function Task({ assignment, found, hints, onHint, onSolution, onNext }: TaskProps) {
  const w = useOwnWords();
  const text = useText();
  const { about, solution, why, best: limits } = assignment;
  const passed = found.kind === 'found' && standingOf(assignment, found.findings).kind === 'kept';
  const open = solution !== undefined && !passed;
  return (
    <section className="own-task">
      <p>
        <Prose text={text(about)} />{' '}
        {LIMITED.flatMap((kind) => {
          const most = limits?.[kind];
          return most === undefined ? [] : w(`limit.${kind}`, { most });
        }).join(' ')}
      </p>
      {hints > 0 && (
        <ol className="own-hints" aria-live="polite">
          {assignment.hints.slice(0, hints).map((hint) => (
            <li key={hint.en}>
              <Prose text={text(hint)} />
            </li>
          ))}
        </ol>
      )}
      {passed && why && (
        <p className="own-why">
          <Prose text={text(why)} />
        </p>
      )}
      <p className="own-buttons">
        {!passed && hints < assignment.hints.length && (
          <button type="button" className="secondary" onClick={onHint}>
            {hints === 0 ? w('hint') : w('moreHint')}
          </button>
        )}
        {open && hints >= assignment.hints.length && (
          <button type="button" className="secondary" onClick={() => onSolution(solution)}>
            {w('solution')}
          </button>
        )}
        {passed && onNext && (
          <button type="button" className="primary" onClick={onNext}>
            {w('next')}
          </button>
        )}
      </p>
    </section>
  );
}
