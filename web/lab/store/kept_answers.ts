import { object, string } from '../../model/values/shape';
import { localValue } from '../../store/browser/local_value';
import {
  ANSWERS,
  isAnswered,
  NO_ANSWERS,
  type ServerAnswers,
} from '../model/server/server_answers';

// The last answers about a server: the next dropped log probably comes from the same one.

const KEY = 'afterimage.server';

/** Answers kept before a question existed lack its answer. */
const shape = object(
  {},
  { ...Object.fromEntries(ANSWERS.map((name) => [name, string])), method: string },
);

/** The last answers in this browser; they are sent nowhere. */
export const keptAnswers = (): ServerAnswers => ({
  ...NO_ANSWERS,
  ...(localValue(KEY, shape, 'server') as Partial<ServerAnswers> | undefined),
});

export function keepAnswers(answers: ServerAnswers): void {
  try {
    if (isAnswered(answers)) localStorage.setItem(KEY, JSON.stringify(answers));
    else localStorage.removeItem(KEY);
  } catch {
    // The storage may be barred; the page then forgets them.
  }
}
