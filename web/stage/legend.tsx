import { Suspense } from 'react';
import { useStage } from '../store/stage/stage_context';
import { useTranslation } from '../ui/i18n';
import { BanksLegend } from './banks/late';
import { HatchPatterns, StateBox } from './shapes/marks';

const STATES = [
  ['volatile', 'legendVolatile'],
  ['in-flight', 'legendInFlight'],
  ['durable', 'legendDurable'],
  ['empty', 'legendEmpty'],
] as const;

/** What the outlines mean; and the banks, on a machine that has a limit of them. */
export function Legend() {
  const { t } = useTranslation();
  const banks = useStage((state) => state.frame?.banks !== undefined);
  return (
    <ul className="legend" aria-label={t('tiers.legend')}>
      {STATES.map(([state, key]) => (
        <li key={state}>
          <svg width="24" height="15" viewBox="0 0 24 15" className="tiers" aria-hidden="true">
            <HatchPatterns />
            <StateBox box={{ x: 1, y: 1, width: 22, height: 12 }} state={state} txn={0} />
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
