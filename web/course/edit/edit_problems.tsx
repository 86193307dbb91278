import { useMemo } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';
import { problemsOfCopy } from '../../model/authoring/copy_rules';
import { ProblemList } from '../../stage/editor/problem_list';
import { missingIn } from '../../stage/model/authoring';
import { useEditWords } from '../words/use_edit_words';
import type { Changing } from './use_lecture_draft';
import { resultOf } from './use_saving';

interface EditProblemsProps {
  readonly changing: Changing;
  /** The engine's complaints. */
  readonly refused: readonly ScenarioProblem[];
}

/** The complaints of the library's rules and of the engine about the changed lecture. */
export function EditProblems({ changing, refused }: EditProblemsProps) {
  const w = useEditWords();
  const told = useMemo(() => {
    const { all } = resultOf(changing);
    const lacking = (all.marks ?? []).flatMap((mark, n) => {
      const missing = missingIn(mark);
      return missing ? [{ mark: n, text: w(`missingText.${missing}`) }] : [];
    });
    const broken = problemsOfCopy(all).map(({ rule, mark, words = '' }) => ({
      mark,
      text: w(`rule.${rule}`, { words }),
    }));
    return [...lacking, ...broken].map(
      ({ mark, text }) => (mark === undefined ? '' : w('inMark', { mark: mark + 1 })) + text,
    );
  }, [changing, w]);
  return (
    <div className="edit-problems">
      {told.length > 0 && (
        <div role="status">
          <p className="warn">{w('problems')}</p>
          <ul>
            {[...new Set(told)].map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      )}
      {refused.length > 0 && <p className="warn">{w('refused')}</p>}
      <ProblemList problems={refused} />
    </div>
  );
}
