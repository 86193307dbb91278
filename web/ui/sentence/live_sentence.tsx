import { saidMark } from '../../store/lecture/lecture_view';
import { useOnStage, usePosition } from '../../store/stage/stage_context';
import { useTranslation } from '../i18n';
import { useText } from '../use_text';
import { questionWords } from './question_words';
import { useSentence } from './use_sentence';

/**
 * Says each step to a screen reader once the playhead rests there, and at a mark the lecturer's
 * words and the question.
 */
export function LiveSentence() {
  const at = usePosition();
  const settled = useOnStage((onStage) => onStage.frame?.at);
  const moving = useOnStage((onStage) => onStage.lecture.kind === 'passage');
  const last = useOnStage(({ lecture, session }) =>
    lecture.kind === 'recap' ? session.scenario : undefined,
  );
  const mark = useOnStage((onStage) => {
    const stop = saidMark(onStage);
    return stop?.position === onStage.at ? stop.mark : undefined;
  });
  const closed = useOnStage((onStage) => {
    const stop = saidMark(onStage);
    return stop !== undefined && stop.index in onStage.answers;
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
