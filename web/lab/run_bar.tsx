import type { ExperimentProgress } from '../engine/measure/client';
import { ProblemList } from '../stage/editor/problem_list';
import { EngineFailed } from '../ui/engine_failed';
import { formatNumber, formatWait } from '../ui/format/amount';
import { useTranslation } from '../ui/i18n';
import { RunButton } from '../ui/run_button';
import { useLab, useLabStore, useOpen } from './lab_context';
import { secondsToRefine, shareDone } from './model/first_look';
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

/** The share of the work that is done, in both passes together where there are two. */
function useFraction(): number {
  const { file, look } = useOpen();
  const { count: shown } = useShown();
  const looking = useLab(isLooking);
  const progress = useLab(progressOf);
  const { done, count } = useDone();
  // The coordinator counts only the points that it measures: known results come before.
  const known = progress ? done - progress.points : done;
  const fraction = progress ? (known + (count - known) * progress.fraction) / count : done / count;
  if (!look) return fraction;
  return shareDone(look, file, looking ? fraction : shown / count, looking ? 0 : fraction);
}

/** What follows the first look, how long it takes, and a way to keep it from starting. */
function AfterLook() {
  const { t, language } = useTranslation();
  const w = usePointWords();
  const store = useLabStore();
  const { file, plan } = useOpen();
  const progress = useLab(progressOf);
  const alone = useLab((state) => state.looksOnly);
  if (alone) return <p className="mute">{w('look.alone')}</p>;
  const seconds = progress && secondsToRefine(file, plan.points.length, progress);
  const count = formatNumber(file.transactions, language);
  return (
    <p className="mute">
      {seconds === undefined
        ? w('look.next', { count })
        : w('look.nextFor', { count, time: formatWait(seconds, t) })}{' '}
      <button type="button" className="link-button" onClick={() => store.getState().lookOnly()}>
        {w('look.only')}
      </button>
    </p>
  );
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
  const fraction = useFraction();
  const looking = useLab(isLooking);
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
        <progress max={1} value={fraction} aria-label={t('lab.progress')} />
        <p className="mute">
          {pass}
          {t('lab.done', { done, count })}
          {running && ` · ${t(`lab.stage.${progress?.stage ?? 'warm-up'}`)} · ${left}`}
        </p>
        {looking && <AfterLook />}
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
