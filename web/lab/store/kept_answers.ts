import { object, string } from '../../model/values/shape';
import { localValue } from '../../store/browser/local_value';
import {
  ANSWERS,
  isAnswered,
  NO_ANSWERS,
  type ServerAnswers,
} from '../model/server/server_answers';

// What was said last of a server: the next log that is dropped is probably of the same one.

const KEY = 'afterimage.server';

/** What was kept before a question was asked lacks its answer. */
const shape = object(
  {},
  { ...Object.fromEntries(ANSWERS.map((name) => [name, string])), method: string },
);

/** What was said last in this browser; it goes nowhere else. */
export const keptAnswers = (): ServerAnswers => ({
  ...NO_ANSWERS,
  ...(localValue(KEY, shape, 'server') as Partial<ServerAnswers> | undefined),
});

export function keepAnswers(answers: ServerAnswers): void {
  try {
    if (isAnswered(answers)) localStorage.setItem(KEY, JSON.stringify(answers));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be barred; the page then forgets.
  }
}
