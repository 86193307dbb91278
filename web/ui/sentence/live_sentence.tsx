import { inLecture, saidMark } from '../../store/lecture/lecture_view';
import { useStage } from '../../store/stage/stage_context';
import { useTranslation } from '../i18n';
import { useText } from '../use_text';
import { questionWords } from './question_words';
import { useSentence } from './use_sentence';

/**
 * Says each step to a screen reader once the playhead rests there, and at a mark the lecturer's
 * words and the question.
 */
export function LiveSentence() {
  const at = useStage((state) => state.at);
  const settled = useStage((state) => state.frame?.at);
  const moving = useStage((state) => state.lecture.kind === 'passage');
  const last = useStage((state) =>
    state.lecture.kind === 'recap' ? state.session?.scenario : undefined,
  );
  const mark = useStage((state) => {
    const stop = inLecture(state) ? saidMark(state) : undefined;
    return stop?.position === state.at ? stop.mark : undefined;
  });
  const closed = useStage((state) => {
    const stop = saidMark(state);
    return stop !== undefined && stop.index in state.answers;
  });
  const { t, language } = useTranslation();
  const sentence = useSentence();
  const text = useText();
  const kept = last?.lecture?.keep;
  const asked = mark?.ask && !closed ? questionWords(mark.ask, t, text) : undefined;
  const said = kept ? text(kept) : mark ? text((closed && mark.then) || mark.say) : sentence(at);
  const words = asked === undefined ? said : [said, asked].join(language === 'zh' ? '' : ' ');
  return (
    <p className="visually-hidden" aria-live="polite" data-testid="live">
      {settled === at && !moving ? words : ''}
    </p>
  );
}
