import type { ClaimFormula } from '../../engine/protocol/experiment';
import { formatPercent, formatRatio, sentenceCase } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { type CheckedClaim, firstMetric, type Miss, missOf } from '../model/claims';
import { type RepeatedClaim, seedsAgree } from '../model/scorecard/seeds';

/** The expectation of a claim, its measurement and the verdict, in words. */
export interface ClaimNumbers<Claim> {
  readonly expected: (claim: Claim) => string;
  /** The measured value; undefined where a point is missing. */
  readonly measured: (claim: Claim) => string | undefined;
  /** The spread of the seeds; undefined where there was only one. */
  readonly spread: (claim: Claim) => string | undefined;
  /** The distance to a published range, and its direction, for a value outside. */
  readonly verdict: (
    expect: ClaimFormula['expect'],
    verdict: CheckedClaim['verdict'],
    measured?: readonly number[] | null,
  ) => string;
}

const isOrder = ([low, high]: ClaimFormula['expect']) => low === null || high === null;

/** `amount` formats a metric's value with its unit, for claims about a value. */
export function useClaimNumbers<Claim extends RepeatedClaim>(
  amount: (metric: string, value: number, claim: Claim) => string,
): ClaimNumbers<Claim> {
  const { t, language } = useTranslation();
  const one = (claim: Claim, value: number) =>
    claim.as === 'ratio'
      ? formatRatio(value, language)
      : claim.as === 'value'
        ? amount(firstMetric(claim), value, claim)
        : formatPercent(value, language);
  const range = (claim: Claim, values: readonly number[]) => {
    const low = one(claim, Math.min(...values));
    const high = one(claim, Math.max(...values));
    return low === high ? low : t('lab.range', { low, high });
  };
  const bounds = (claim: Claim) => {
    const [low, high] = claim.expected;
    if (low === null) return t('lab.atMost', { value: one(claim, high ?? 0) });
    return high === null ? t('lab.atLeast', { value: one(claim, low) }) : range(claim, [low, high]);
  };
  const percent = (share: number) => formatPercent(Math.round(share * 100) / 100, language);
  const missWords = ({ side, least, most }: Miss) => {
    const [from, to] = [percent(least), percent(most)];
    if (side === 'both') return t('lab.miss.both', { to });
    if (from === to) return t(`lab.miss.${side}`, { by: to });
    return t(least === 0 ? `lab.miss.${side}Partly` : `lab.miss.${side}All`, { from, to });
  };
  return {
    expected: (claim) =>
      t(isOrder(claim.expected) ? 'lab.expects' : 'lab.published', { range: bounds(claim) }),
    measured: (claim) =>
      claim.measured ? t('lab.measured', { range: range(claim, claim.measured) }) : undefined,
    spread: (claim) => {
      const { seeds, spread } = claim;
      if (!seeds || !spread) return undefined;
      if (seedsAgree(claim)) return t('lab.seedsAlike', { seeds });
      return t('lab.seeds', { seeds, range: range(claim, spread) });
    },
    verdict: (expect, verdict, measured) => {
      if (isOrder(expect)) return t(`lab.verdictOrder.${verdict}`);
      const far = verdict !== 'note' && measured && missOf(measured, expect);
      if (!far) return t(`lab.verdict.${verdict}`);
      const words = missWords(far);
      return verdict === 'near'
        ? sentenceCase(words)
        : t('lab.missed', { verdict: t(`lab.verdict.${verdict}`), far: words });
    },
  };
}
