import { takeUpLecture } from '../../store/lecture/lecture_moves';
import type { LectureProgressStore } from '../../store/lecture/lecture_progress';
import { useOnStage, useStageStore } from '../../store/stage/stage_context';
import { useText } from '../../ui/use_text';
import { useLectureWords } from '../words/use_lecture_words';

/** The way back into a lecture that was left, beside its stage. */
export default function TakeUp({ progress }: { progress: LectureProgressStore }) {
  const w = useLectureWords();
  const text = useText();
  const store = useStageStore();
  const title = useOnStage(({ session }) => session.scenario.title);
  return (
    <section className="narration" aria-label={w('lecture')}>
      <p>{title && text(title)}</p>
      <p>
        <button type="button" className="secondary" onClick={() => takeUpLecture(store, progress)}>
          {w('takeUp')}
        </button>
      </p>
    </section>
  );
}
