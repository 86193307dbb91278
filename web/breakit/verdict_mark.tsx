import type { VerifyVerdict } from '../engine/protocol/exploration';
import { useBreakWords } from './words/use_breakit_words';
import '../ui/i18n/later_words';

/** A verdict's pattern and its words. */
export function VerdictWords({ verdict }: { verdict: VerifyVerdict }) {
  const t = useBreakWords();
  return (
    <span className="verdict-words-line">
      <span className={`swatch v-${verdict}`} aria-hidden="true" />
      {t(`verdict.${verdict}`)}
    </span>
  );
}
