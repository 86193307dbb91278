/** @file What is told to a learning record store, in the words of xAPI. */
import type { Answered, Score } from '../../embed/model/messages';
import { OR } from '../../model/questions/answer';
import { interactionId, responseOf } from './cmi';

export const ANSWERED = 'http://adlnet.gov/expapi/verbs/answered';
const INTERACTION = 'http://adlnet.gov/expapi/activities/cmi.interaction';

/** A time span in the form of ISO 8601. */
export const isoSpan = (ms: number): string => `PT${Math.max(0, Math.round(ms / 10) / 100)}S`;

/** A first answer: the part of a statement beside the learner and the time. */
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
      // A reader who asked for the answer has neither succeeded nor failed.
      ...(result !== 'shown' && { success: result === 'right' }),
      duration: isoSpan(took),
    },
  };
}

/** The score in the form of a statement: in whole numbers out of a hundred. */
export const scoreParts = ({ scaled }: Pick<Score, 'scaled'>) => ({
  scaled: Math.round(scaled * 10_000) / 10_000,
  raw: Math.round(scaled * 100),
  min: 0,
  max: 100,
});

/**
 * True if a score passes; without a threshold of the course system everyone who reached the end has
 * passed.
 */
export const passes = ({ scaled }: Pick<Score, 'scaled'>, mastery: number | undefined): boolean =>
  mastery === undefined || scoreParts({ scaled }).scaled >= mastery;
