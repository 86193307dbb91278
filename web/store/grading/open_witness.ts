import type { MarkStop } from '../../model/lecture/marks';
import { type Answer, isShown, isWrong, UNKNOWN } from '../../model/questions/answer';
import type { OnStage } from '../stage/stage_state';

/** A question whose answer is being explained. */
export interface OpenWitness {
  readonly stop: MarkStop;
  readonly answer: Answer;
}

/** True if an answer rests on a measurement, which is shown whatever was answered. */
const isMeasured = ({ kind, truth }: Answer): boolean => kind === 'faster' && truth !== UNKNOWN;

/**
 * True if an answer has an explanation: it is wrong, was measured, or a power cut was requested and
 * shown.
 */
export const isExplained = (answer: Answer): boolean =>
  isWrong(answer) ||
  isMeasured(answer) ||
  (answer.kind === 'cut' && isShown(answer) && answer.witness !== undefined);

/**
 * The explanation in the stage's place: at its question's mark, or after the power cut that it is
 * about.
 */
export function openWitness(onStage: OnStage): OpenWitness | undefined {
  const { witness, narration, session, answers, at } = onStage;
  const stop = session.marks.find(({ index }) => index === witness);
  const answer = stop && answers[stop.index];
  if (!narration || !stop || !answer || !isExplained(answer)) return undefined;
  return at === stop.position || answer.kind === 'cut' ? { stop, answer } : undefined;
}
