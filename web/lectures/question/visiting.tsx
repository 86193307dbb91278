import type { MarkStop } from '../../model/lecture/marks';
import { isCutTask } from '../../store/grading/cut_task';
import { isVisiting, leaveVisit } from '../../store/grading/visit';
import { useOnStage, useStageStore } from '../../store/stage/stage_context';
import { useQuestionWords } from '../words/use_question_words';

/**
 * The question that a power cut of the reader's own has answered, or left open, while the reader
 * visits that cut.
 */
export function useVisitedQuestion(): MarkStop | undefined {
  return useOnStage((onStage) => {
    const stop = isVisiting(onStage)
      ? onStage.session.marks.find(({ index }) => index === onStage.visit?.mark)
      : undefined;
    return isCutTask(stop?.mark.ask) ? stop : undefined;
  });
}

/**
 * Returns the words during a visit to what refutes an answer; none at a power cut of the reader's
 * own, which its question describes. Undefined during neither.
 */
export function useVisitWords(): readonly string[] | undefined {
  const q = useQuestionWords();
  const visiting = useOnStage(isVisiting);
  const own = useVisitedQuestion() !== undefined;
  if (!visiting) return undefined;
  return own ? [] : [q('visiting')];
}

/** The way back from what refutes an answer. */
export function Visiting() {
  const q = useQuestionWords();
  const store = useStageStore();
  const visiting = useOnStage(isVisiting);
  if (!visiting) return null;
  return (
    <p className="visiting">
      <button type="button" className="secondary" onClick={() => void leaveVisit(store)}>
        {q('back')}
      </button>
    </p>
  );
}
