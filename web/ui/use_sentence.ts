import { useCallback, useMemo } from 'react';
import { sentenceContext, sentenceOf } from '../model/sentence';
import { phaseAt } from '../model/trace';
import { useStage } from '../store/stage_context';
import { sentenceText } from './event_words';
import { useTranslation } from './i18n';
import { useText } from './use_text';

/** Says what led to a position. */
export function useSentence(): (position: number) => string {
  const { t } = useTranslation();
  const text = useText();
  const session = useStage((state) => state.session);
  const description = useStage((state) => state.description);
  const context = useMemo(
    () => session && description && sentenceContext(session.trace, session.info, description),
    [session, description],
  );
  return useCallback(
    (position: number) => {
      if (!context) return '';
      const phase = phaseAt(context.trace, position);
      if (position === 0) return t('event.start');
      if (!phase) return t('event.unknown');
      const structure = context.trace.events.structure[position - 1] ?? 0;
      const shape = context.scheme?.structures[structure - 1]?.shape;
      return sentenceText(t, sentenceOf(context, position - 1), text, shape);
    },
    [context, t, text],
  );
}
