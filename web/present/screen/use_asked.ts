import { useEffect, useMemo, useState } from 'react';
import type { Ask } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { askOnce } from '../../engine/worker/latest';
import { useAnswerText } from '../../lectures/question/use_answer_text';
import { useQuestionText } from '../../lectures/question/use_question_text';
import type { MarkStop } from '../../model/lecture/marks';
import { choicesAt } from '../../store/grading/open_choices';
import { useOnStage, useSession, useStageStore } from '../../store/stage/stage_context';
import type { AskedQuestion, Tally } from '../messages';
import { truthAt } from '../truth';

const NO_QUESTION: Ask = { kind: 'undone-next' };

/**
 * Returns the engine's answer, requested as soon as a speaker wants it; null where the engine has
 * none.
 */
function useTruth(stop: MarkStop | undefined, spawn: () => StageEngine, wanted: boolean) {
  const stage = useStageStore();
  const [known, setKnown] = useState<{ of: MarkStop; truth: string | null }>();
  useEffect(() => {
    if (!wanted || !stop?.mark.ask) return;
    return askOnce(
      () => truthAt(stage, spawn, stop).catch(() => undefined),
      (truth) => setKnown({ of: stop, truth: truth ?? null }),
    );
  }, [wanted, stop, stage, spawn]);
  return known?.of === stop ? known?.truth : undefined;
}

/** Returns the question at a mark, in the form in which hands are counted. */
export function useAsked(
  stop: MarkStop | undefined,
  tally: Tally,
  spawn: () => StageEngine,
  accompanied: boolean,
): AskedQuestion | undefined {
  const session = useSession();
  const ask = stop?.mark.ask;
  const words = useQuestionText(ask ?? NO_QUESTION);
  const answer = useOnStage((onStage) => stop && onStage.answers[stop.index]);
  // The values to choose from are those that the stage shows there.
  const frame = useOnStage(({ frame }) => frame);
  const found = useTruth(stop, spawn, accompanied && !answer);
  const offered = useMemo(
    () => (stop && session ? choicesAt({ session, frame }, stop) : []),
    [session, stop, frame],
  );
  const answerText = useAnswerText(ask ?? NO_QUESTION, offered);
  if (!stop || !ask) return undefined;
  const known = offered.map((choice) => choice.answer);
  const said = Object.keys(tally).filter((id) => !known.includes(id));
  const truth = answer?.truth ?? found;
  return {
    mark: stop.index,
    words,
    choices: [...known, ...said].map((id) => ({ id, label: answerText(id) })),
    free: ask.kind === 'value-after-crash',
    open: answer === undefined,
    truth: truth === null ? null : truth && answerText(truth),
  };
}
