import { Suspense } from 'react';
import { useOnStage } from '../store/stage/stage_context';
import { useTranslation } from '../ui/i18n';
import { BanksLegend } from './banks/late';
import { HatchPatterns, StateBox } from './shapes/marks';

const STATES = [
  ['volatile', 'legendVolatile', false],
  ['in-flight', 'legendInFlight', false],
  ['durable', 'legendDurable', false],
  ['durable', 'legendNewer', true],
  ['empty', 'legendEmpty', false],
] as const;

/**
 * The meaning of the outlines and of the mark for newer values above; and of the banks, on a
 * machine that has a limit of them.
 */
export function Legend() {
  const { t } = useTranslation();
  const banks = useOnStage((onStage) => onStage.frame?.banks !== undefined);
  return (
    <ul className="legend" aria-label={t('tiers.legend')}>
      {STATES.map(([state, key, newer]) => (
        <li key={key}>
          <svg width="24" height="18" viewBox="0 -3 24 18" className="tiers" aria-hidden="true">
            <HatchPatterns />
            <StateBox
              box={{ x: 1, y: 1, width: 22, height: 12 }}
              state={state}
              txn={0}
              newer={newer}
            />
          </svg>
          {t(`tiers.${key}`)}
        </li>
      ))}
      {banks && (
        <Suspense>
          <BanksLegend />
        </Suspense>
      )}
    </ul>
  );
}
