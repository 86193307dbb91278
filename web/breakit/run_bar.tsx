import { failingPairs } from '../engine/verify_merge';
import { useBreakWords } from '../ui/i18n/use_breakit_words';
import { RunButton } from '../ui/run_button';
import { useBreak, useBreakStore } from './breakit_context';
import { count } from './count';

/** Explore or cancel, and how far it is. */
export function RunBar() {
  const t = useBreakWords();
  const store = useBreakStore();
  const running = useBreak((state) => state.running);
  const outcome = useBreak((state) => state.outcome);
  const totals = useBreak((state) => state.totals);
  const shown = outcome ?? totals;
  const { explore, cancel } = store.getState();
  const numbers = shown && [
    t('points', { count: shown.points.length }),
    t('pairs', { count: count(shown.pairs) }),
    t('runs', { count: count(shown.runs) }),
  ];
  const broken = shown ? failingPairs(shown.verdicts) : 0;
  const images = useBreak((state) => state.images);
  const whole = outcome?.ended && outcome.exact && images === 0;
  const values = { runs: count(outcome?.runs ?? 0), pairs: count(outcome?.pairs ?? 0) };
  return (
    <div className="break-run">
      <RunButton
        running={running}
        label={t(outcome ? 'again' : 'explore')}
        cancelLabel={t('cancel')}
        onRun={() => void explore()}
        onCancel={cancel}
      />
      <div>
        <p className="break-numbers" title={t('standsFor')}>
          {numbers ? numbers.join(' · ') : t('none')}
        </p>
        <p
          role="status"
          data-testid="break-status"
          className={broken > 0 ? 'broken' : whole ? 'kept' : undefined}
        >
          {broken > 0 && `✗ ${t('broken', { count: count(broken) })}`}
          {outcome && broken === 0 && (whole ? `✓ ${t('kept')}` : t('keptSoFar'))}
          {outcome && !outcome.ended && outcome.cancelled && ` ${t('cancelled')}`}
          {outcome &&
            !outcome.exact &&
            !outcome.cancelled &&
            ` ${t(`limited.${outcome.limit ?? 'ended'}`, values)}`}
          {outcome && images > 0 && ` ${t('sampled', { images })}`}
        </p>
      </div>
    </div>
  );
}
