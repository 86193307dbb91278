import type { ExperimentProgress } from '../engine/measure/client';
import { ProblemList } from '../stage/editor/problem_list';
import { EngineFailed } from '../ui/engine_failed';
import { formatNumber, formatWait } from '../ui/format/amount';
import { useTranslation } from '../ui/i18n';
import { RunButton } from '../ui/run_button';
import { useLab, useLabStore, useOpen } from './lab_context';
import { isLooking, isRunning, progressOf } from './store/lab_shown';
import { useShown } from './use_shown';
import { usePointWords } from './words/use_point_words';

/**
 * The number of points that have been measured as the file says; while the first look runs, of
 * those that are shown.
 */
function useDone(): { readonly done: number; readonly count: number } {
  const { plan } = useOpen();
  const { count, done } = useShown();
  const looking = useLab(isLooking);
  return { done: looking ? count : done, count: plan.points.length };
}

/** Returns the name of the running pass; nothing where there is only one. */
function usePass(): string {
  const { language } = useTranslation();
  const w = usePointWords();
  const { file, look } = useOpen();
  const running = useLab(isRunning);
  const looking = useLab(isLooking);
  if (!look || !running) return '';
  const number = (value: number) => formatNumber(value, language);
  const count = number(looking ? look.transactions : file.transactions);
  return `${w(looking ? 'look.looking' : 'look.refining', { count })}: `;
}

function useLeft(progress: ExperimentProgress | undefined): string {
  const { t } = useTranslation();
  if (progress?.secondsLeft === undefined) return t('lab.leftUnknown');
  return t('lab.left', { time: formatWait(progress.secondsLeft, t) });
}

/** Buttons that run and cancel, and the progress. */
export function RunBar() {
  const { t } = useTranslation();
  const store = useLabStore();
  const running = useLab(isRunning);
  const progress = useLab(progressOf);
  const failure = useLab((state) => state.failure);
  const { done, count } = useDone();
  const left = useLeft(progress);
  const pass = usePass();
  // The coordinator counts only the points that it measures: known results come before.
  const known = progress ? done - progress.points : done;
  const fraction = progress ? (known + (count - known) * progress.fraction) / count : done / count;
  const { run, cancel, dismiss } = store.getState();
  return (
    <div className="run-bar">
      <RunButton
        running={running}
        done={done === count}
        label={t(done === count ? 'lab.again' : done > 0 ? 'lab.resume' : 'lab.run')}
        cancelLabel={t('lab.cancel')}
        onRun={() => void run()}
        onCancel={cancel}
      />
      <div className="run-progress">
        <progress
          max={1}
          value={running ? fraction : done / count}
          aria-label={t('lab.progress')}
        />
        <p className="mute">
          {pass}
          {t('lab.done', { done, count })}
          {running && ` · ${t(`lab.stage.${progress?.stage ?? 'warm-up'}`)} · ${left}`}
        </p>
      </div>
      <p className="visually-hidden" role="status" data-testid="lab-live">
        {t(!running && done === count ? 'lab.finished' : 'lab.done', { done, count })}
      </p>
      {failure?.unstarted && <EngineFailed {...failure} onRetry={() => void run()} />}
      {failure && !failure.unstarted && (
        <div className="lab-alert" role="alert">
          <p>
            {t('lab.failed', { message: failure.problems.length > 0 ? '' : failure.message })}{' '}
            {t('lab.failedKeep')}
          </p>
          <ProblemList problems={failure.problems} />
          <button type="button" className="link-button" onClick={() => dismiss('failure')}>
            {t('app.dismiss')}
          </button>
        </div>
      )}
    </div>
  );
}
