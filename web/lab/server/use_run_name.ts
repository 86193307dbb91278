import { formatNumber } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import type { Beside } from '../model/server/answer';
import { COMMITS_OFF } from './commands';
import { useAnswerWords } from './words/use_answer_words';

/** Returns a function that names a number of clients in a sentence. */
export function useClientsName(): (clients: number) => string {
  const { language } = useTranslation();
  const w = useAnswerWords();
  return (clients) =>
    clients === 1 ? w('runWithOne') : w('runWith', { count: formatNumber(clients, language) });
}

/**
 * Returns a function that names a run of the reader's server in a sentence: its clients, and
 * whether commits waited.
 */
export function useRunName(): (run: Pick<Beside, 'clients' | 'off'>) => string {
  const w = useAnswerWords();
  const named = useClientsName();
  return ({ clients, off }) =>
    w('runIs', { clients: named(clients), commits: off ? COMMITS_OFF : w('asIs') });
}
