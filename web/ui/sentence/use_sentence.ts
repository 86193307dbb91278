import { useCallback, useMemo } from 'react';
import type { Description, PhaseTrace, SessionInfo } from '../../engine/protocol';
import { labelsOf } from '../../model/frame/item_labels';
import { sentenceContext, sentenceOf } from '../../model/trace/sentence';
import { phaseAt, type Trace } from '../../model/trace/trace';
import { useSession, useStage } from '../../store/stage/stage_context';
import { useTranslation } from '../i18n';
import { useText } from '../use_text';
import { sentenceItem, sentenceText } from './event_words';

/** Returns a function that describes the event that led to a position of the stage. */
export function useSentence(): (position: number) => string {
  const session = useSession();
  const description = useStage((state) => state.description);
  return useSentenceOf(session, description);
}

/** A run with its phases, which name the content of its structures. */
export interface ToldRun {
  readonly trace: Trace;
  readonly info: SessionInfo;
  readonly parts: readonly PhaseTrace[];
}

function useContextOf(run: ToldRun | undefined, description: Description | undefined) {
  const { trace, info, parts } = run ?? {};
  return useMemo(
    () =>
      trace && info && parts && description
        ? sentenceContext(trace, info, description, labelsOf(parts))
        : undefined,
    [trace, info, parts, description],
  );
}

/** Returns a function that names the subject of a run's event: `log, LSN 64`. */
export function useItemOf(
  run: ToldRun | undefined,
  description: Description | undefined,
): (position: number) => string {
  const { t } = useTranslation();
  const text = useText();
  const context = useContextOf(run, description);
  return useCallback(
    (position: number) => {
      if (!context) return '';
      const structure = context.trace.events.structure[position - 1] ?? 0;
      const shape = context.scheme?.structures[structure - 1]?.shape;
      return sentenceItem(t, sentenceOf(context, position - 1), text, shape);
    },
    [context, t, text],
  );
}

/** Returns a function that describes the event that led to a position of any run. */
export function useSentenceOf(
  run: ToldRun | undefined,
  description: Description | undefined,
): (position: number) => string {
  const { t } = useTranslation();
  const text = useText();
  const context = useContextOf(run, description);
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
