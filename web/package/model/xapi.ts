/** @file What is told to a learning record store, in the words of xAPI. */
import type { Answered, Score } from '../../embed/model/messages';
import { OR } from '../../model/questions/answer';
import { interactionId, responseOf } from './cmi';

export const ANSWERED = 'http://adlnet.gov/expapi/verbs/answered';
const INTERACTION = 'http://adlnet.gov/expapi/activities/cmi.interaction';

/** A time span as ISO 8601 has it. */
export const isoSpan = (ms: number): string => `PT${Math.max(0, Math.round(ms / 10) / 100)}S`;

/** A first answer: what a statement says beside whose it is and when. */
export function answeredParts(answered: Answered, activity: string) {
  const { right, answer, result, took } = answered;
  return {
    object: {
      objectType: 'Activity',
      id: `${activity.replace(/#.*$/, '')}#${interactionId(answered)}`,
      definition: {
        type: INTERACTION,
        interactionType: 'fill-in',
        correctResponsesPattern: right.split(OR).map(responseOf),
      },
    },
    result: {
      response: responseOf(answer),
      // Who asked to be shown has neither succeeded nor failed.
      ...(result !== 'shown' && { success: result === 'right' }),
      duration: isoSpan(took),
    },
  };
}

/** The score as a statement has it: of a hundred, in whole numbers. */
export const scoreParts = ({ scaled }: Pick<Score, 'scaled'>) => ({
  scaled: Math.round(scaled * 10_000) / 10_000,
  raw: Math.round(scaled * 100),
  min: 0,
  max: 100,
});

/**
 * Whether a score passes; without a measure of the course system every one that went through has.
 */
export const passes = ({ scaled }: Pick<Score, 'scaled'>, mastery: number | undefined): boolean =>
  mastery === undefined || scoreParts({ scaled }).scaled >= mastery;
