import { useStage } from '../store/stage_context';
import { useSentence } from './use_sentence';

/** Says each step to a screen reader, once the playhead rests there. */
export function LiveSentence() {
  const at = useStage((state) => state.at);
  const settled = useStage((state) => state.frame?.at);
  const sentence = useSentence();
  return (
    <p className="visually-hidden" aria-live="polite" data-testid="live">
      {settled === at ? sentence(at) : ''}
    </p>
  );
}
