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
  const images = useBreak((state) => state.images);
  const whole = outcome?.ended && outcome.exact && images === 0;
  const values = { runs: count(outcome?.runs ?? 0), pairs: count(outcome?.pairs ?? 0) };
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
        <p
          role="status"
          data-testid="break-status"
          className={broken > 0 ? 'broken' : whole ? 'kept' : undefined}
        >
          {broken > 0 && `✗ ${t('breakit.broken', { count: count(broken) })}`}
          {outcome && broken === 0 && (whole ? `✓ ${t('breakit.kept')}` : t('breakit.keptSoFar'))}
          {outcome && !outcome.ended && outcome.cancelled && ` ${t('breakit.cancelled')}`}
          {outcome &&
            !outcome.exact &&
            !outcome.cancelled &&
            ` ${t(`breakit.limited.${outcome.limit ?? 'ended'}`, values)}`}
          {outcome && images > 0 && ` ${t('breakit.sampled', { images })}`}
        </p>
      </div>
    </div>
  );
}
