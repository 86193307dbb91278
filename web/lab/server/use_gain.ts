import { formatPercent, formatRatio } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useAnswerWords } from './words/use_answer_words';

/** A gain below this is said as a percentage, and not as a ratio. */
const RATIO = 1.1;
/** A ratio closer to one than this counts as equal. */
const ALIKE = 0.0005;

/** Returns a function that compares two rates in words: twice as much, or 3 % less. */
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
