import { formatPercent, formatRatio } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useAnswerWords } from './words/use_answer_words';

/** Below this a gain is read as a share more or less, and not as a ratio. */
const RATIO = 1.1;
/** What is closer to one is as much. */
const ALIKE = 0.0005;

/** A rate beside another as one says it: twice as much, or 3 % less. */
export function useGain(): (times: number, as?: 'gain' | 'makes') => string {
  const { language } = useTranslation();
  const w = useAnswerWords();
  return (times, as = 'gain') => {
    if (times >= RATIO) return w(`${as}.times`, { times: formatRatio(times, language) });
    const share = Math.round(1000 * Math.abs(times - 1)) / 1000;
    if (share < ALIKE) return w(`${as}.same`);
    return w(times > 1 ? `${as}.more` : `${as}.less`, { share: formatPercent(share, language) });
  };
}
