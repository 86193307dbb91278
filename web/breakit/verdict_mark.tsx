import type { VerifyVerdict } from '../engine/verify_protocol';
import { useTranslation } from '../ui/i18n';

/** A verdict's pattern and its words. */
export function VerdictWords({ verdict }: { verdict: VerifyVerdict }) {
  const { t } = useTranslation();
  return (
    <span className="verdict-words-line">
      <span className={`swatch v-${verdict}`} aria-hidden="true" />
      {t(`breakit.verdict.${verdict}`)}
    </span>
  );
}
