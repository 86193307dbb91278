import { useId, useMemo } from 'react';
import type { Description } from '../../engine/protocol';
import { EngineFailed } from '../../ui/engine_failed';
import { formatNumber, formatWait } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useLab, useLabStore, useOpen } from '../lab_context';
import { type Answer, bestOf } from '../model/server/answer';
import { splitOf, tornadoOf } from '../model/study/study_answer';
import { type StudyRun, studyRuns, transactionsOf } from '../model/study/study_runs';
import { isRunning, openOf } from '../store/lab_shown';
import { SplitTable } from './split_table';
import { TornadoChart } from './tornado_chart';
import { useStudyWords } from './words/use_study_words';
import './study.css';

/** Returns an estimate of the runs' duration, before they begin. */
function useAnnounced(runs: readonly StudyRun[]): string {
  const { t, language } = useTranslation();
  const w = useStudyWords();
  const pace = useLab((state) => state.pace);
  const count = formatNumber(runs.length, language);
  if (pace === undefined) return w('unannounced', { count });
  return w('announced', { count, time: formatWait(pace * transactionsOf(runs), t) });
}

/** Returns the study of the open experiment; undefined for a study of another one. */
function useStudy() {
  const { file } = useOpen();
  const study = useLab((state) => openOf(state)?.study);
  return study?.of === file ? study : undefined;
}

/** Starts the runs, shows their progress, and ends them. */
function StudyBar({ runs }: { readonly runs: readonly StudyRun[] }) {
  const { t, language } = useTranslation();
  const w = useStudyWords();
  const store = useLabStore();
  const busy = useLab(isRunning);
  const announced = useAnnounced(runs);
  const study = useStudy();
  const { startStudy, stopStudy } = store.getState();
  const counts = {
    done: formatNumber(study?.done ?? 0, language),
    count: formatNumber(runs.length, language),
  };
  const left = study?.secondsLeft;
  const progress = () =>
    left === undefined
      ? w('progress', counts)
      : w('progressLeft', { ...counts, time: formatWait(left, t) });
  if (study?.failure?.unstarted)
    return <EngineFailed {...study.failure} onRetry={() => void startStudy(runs)} />;
  return (
    <p className="log-tools">
      {study?.running ? (
        <button type="button" className="secondary" onClick={stopStudy}>
          {w('cancel')}
        </button>
      ) : (
        <button
          type="button"
          className="secondary"
          disabled={busy}
          onClick={() => void startStudy(runs)}
        >
          {w(study ? 'again' : 'start')}
        </button>
      )}{' '}
      <span role="status" className="mute">
        {study?.running ? progress() : announced}
      </span>
    </p>
  );
}

interface HangsOnProps {
  readonly answer: Answer;
  readonly description: Description;
}

/** The study of what the answer depends on, measured on request. */
export function HangsOn({ answer, description }: HangsOnProps) {
  const w = useStudyWords();
  const id = useId();
  const { file } = useOpen();
  const { clients } = answer;
  const best = bestOf(answer);
  const place = best?.point.scheme;
  const runs = useMemo(
    () => studyRuns(file, clients, description, place),
    [file, clients, description, place],
  );
  const study = useStudy();
  const tornado = study && tornadoOf(study.runs, study.results);
  const gainer = best?.role === 'in-nvm' ? 'in-nvm' : 'nearest';
  const split = study && splitOf(study.results, gainer);
  if (runs.length === 0) return null;
  return (
    <section className="study" aria-labelledby={id}>
      <h4 id={id}>{w('title')}</h4>
      <p className="mute">{w('why')}</p>
      <StudyBar runs={runs} />
      {tornado && (
        <TornadoChart tornado={tornado} runs={study.runs} answer={best?.times ?? tornado.gain} />
      )}
      {split && <SplitTable split={split} gainer={gainer} runs={study.runs} />}
    </section>
  );
}
