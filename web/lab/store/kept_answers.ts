import { object, string } from '../../model/values/shape';
import { localValue } from '../../store/browser/local_value';
import { isAnswered, NO_ANSWERS, type ServerAnswers } from '../model/server/server_answers';

// What was said last of a server: the next log that is dropped is probably of the same one.

const KEY = 'afterimage.server';

const shape = object(
  {
    ...{ flush: string, cores: string, clients: string },
    ...{ today: string, one: string, todayOff: string, oneOff: string },
  },
  { method: string },
);

/** What was said last in this browser; it goes nowhere else. */
export const keptAnswers = (): ServerAnswers =>
  (localValue(KEY, shape, 'server') as ServerAnswers | undefined) ?? NO_ANSWERS;

export function keepAnswers(answers: ServerAnswers): void {
  try {
    if (isAnswered(answers)) localStorage.setItem(KEY, JSON.stringify(answers));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be barred; the page then forgets.
  }
}
