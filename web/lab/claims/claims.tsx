import { useId, useMemo } from 'react';
import type { ClaimFormula } from '../../engine/protocol/experiment';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { useLabStore, useOpen } from '../lab_context';
import { LookNote } from '../look_note';
import type { CheckedClaim } from '../model/claims';
import { checkedClaims, measuredPoints } from '../model/experiment_result';
import { useNames } from '../use_names';
import { useShown } from '../use_shown';
import { ClaimStrip } from './claim_strip';
import { useClaimText } from './claim_words';
import { useClaimNumbers } from './use_claim_numbers';

/** A sign for each verdict, beside its words. */
export const SIGNS: Readonly<Record<CheckedClaim['verdict'], string>> = {
  inside: '✓',
  near: '≈',
  order: '↗',
  'wrong-way': '⇄',
  contradicted: '✗',
  note: 'i',
  unknown: '…',
};

interface ClaimProps {
  readonly claim: CheckedClaim;
  readonly formula: ClaimFormula;
  readonly drawable: boolean;
  readonly drawn: boolean;
}

function Claim({ claim, formula, drawable, drawn }: ClaimProps) {
  const { t } = useTranslation();
  const text = useText();
  const store = useLabStore();
  const names = useNames();
  const claimText = useClaimText();
  const numbers = useClaimNumbers(names.amount);
  const measured = numbers.measured(claim);
  return (
    <li className={`claim ${claim.verdict}`}>
      <p className="verdict-words">
        <span className="sign" aria-hidden="true">
          {SIGNS[claim.verdict]}
        </span>{' '}
        <strong>{numbers.verdict(claim.expected, claim.verdict, claim.measured)}</strong>
      </p>
      <p className="claim-words">{claimText(formula)}</p>
      {claim.kind === 'calibration' && <p className="mute">{t('lab.calibration')}</p>}
      {claim.kind === 'expectation' && <p className="mute">{t('lab.expectation')}</p>}
      {claim.points < claim.of && (
        <p className="mute">{t('lab.fewerPoints', { count: claim.points, of: claim.of })}</p>
      )}
      {formula.note && <p className="mute">{text(formula.note)}</p>}
      <ClaimStrip claim={claim} />
      <p className="mute claim-numbers">
        {numbers.expected(claim)}
        {measured && ` · ${measured}`}
      </p>
      {drawable && (
        <button
          type="button"
          className="link-button"
          aria-pressed={drawn}
          onClick={() => store.getState().look({ claim: drawn ? 'none' : claim.id })}
        >
          {t(drawn ? 'lab.drawNone' : 'lab.draw')}
        </button>
      )}
    </li>
  );
}

interface ClaimsProps {
  readonly drawable: readonly string[];
  readonly drawn: string | undefined;
}

/** The published claims, the measured values, and the verdicts in words. */
export function Claims({ drawable, drawn }: ClaimsProps) {
  const { t } = useTranslation();
  const id = useId();
  const { file, plan, whole } = useOpen();
  const { results } = useShown();
  const checked = useMemo(
    () => checkedClaims(file, plan, measuredPoints(plan, results)),
    [file, plan, results],
  );
  const lost = (whole.claims?.length ?? 0) - (file.claims?.length ?? 0);
  if (checked.length === 0 && lost === 0) return null;
  return (
    <section className="claims" aria-labelledby={id}>
      <h3 id={id} className="heading">
        {t('lab.claims')}
      </h3>
      <LookNote of="claims" />
      <ul>
        {checked.map((claim) => {
          const formula = file.claims?.find((each) => each.id === claim.id);
          return (
            formula && (
              <Claim
                key={claim.id}
                claim={claim}
                formula={formula}
                drawable={drawable.includes(claim.id)}
                drawn={drawn === claim.id}
              />
            )
          );
        })}
      </ul>
      {lost > 0 && <p className="mute">{t('lab.lostClaims', { count: lost })}</p>}
    </section>
  );
}
