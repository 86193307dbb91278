import { failingPairs } from '../engine/verify_merge';
import { useTranslation } from '../ui/i18n';
import { RunButton } from '../ui/run_button';
import { useBreak, useBreakStore } from './breakit_context';
import { count } from './count';

/** Explore or cancel, and how far it is. */
export function RunBar() {
  const { t } = useTranslation();
  const store = useBreakStore();
  const running = useBreak((state) => state.running);
  const outcome = useBreak((state) => state.outcome);
  const totals = useBreak((state) => state.totals);
  const shown = outcome ?? totals;
  const { explore, cancel } = store.getState();
  const numbers = shown && [
    t('breakit.points', { count: shown.points.length }),
    t('breakit.pairs', { count: count(shown.pairs) }),
    t('breakit.runs', { count: count(shown.runs) }),
  ];
  const broken = shown ? failingPairs(shown.verdicts) : 0;
  return (
    <div className="break-run">
      <RunButton
        running={running}
        label={t(outcome ? 'breakit.again' : 'breakit.explore')}
        cancelLabel={t('breakit.cancel')}
        onRun={() => void explore()}
        onCancel={cancel}
      />
      <div>
        <p className="break-numbers" title={t('breakit.standsFor')}>
          {numbers ? numbers.join(' · ') : t('breakit.none')}
        </p>
        <p role="status" data-testid="break-status" className={broken > 0 ? 'broken' : 'kept'}>
          {broken > 0 && `✗ ${t('breakit.broken', { count: count(broken) })}`}
          {outcome && broken === 0 && `✓ ${t('breakit.kept')}`}
          {outcome && !outcome.ended && outcome.cancelled && ` ${t('breakit.cancelled')}`}
          {outcome && !outcome.exact && !outcome.cancelled && ` ${t('breakit.limited')}`}
        </p>
      </div>
    </div>
  );
}
