import '../ui/i18n/lab_words';
import { Suspense, useEffect } from 'react';
import { fetchPointEngine } from '../engine/measure/spawn';
import type { Services } from '../store/page/services';
import { useStage } from '../store/stage/stage_context';
import { BusyBar } from '../ui/busy_line';
import { EngineFailed } from '../ui/engine_failed';
import { useTranslation } from '../ui/i18n';
import { lazyPart } from '../ui/i18n/lazy_part';
import { useRunKeys } from '../ui/use_keys';
import { useText } from '../ui/use_text';
import { Builder } from './builder/builder';
import { ExperimentList } from './experiment_list';
import { ExperimentPage } from './experiment_page';
import { LabContext, OpenContext, useLab, useLabStore } from './lab_context';
import { useLabServices } from './lab_services';
import { AwaitingLog } from './log/awaiting_log';
import { RefusedLog } from './log/refused_log';
import { RefusedFile } from './refused_file';
import { Scorecard } from './scorecard';
import { TakenPoints } from './taken_points';
import './lab.css';
import './list.css';
import './experiment.css';
import './run_bar.css';
import './claims.css';
import './scorecard.css';
import './points.css';
import './param_form.css';
import './prediction.css';
import '../chart/series.css';
import '../chart/chart.css';
import './chart_panel.css';

const ResultPage = lazyPart(() => import('./server/result_page'));

// While the page is being put together.
fetchPointEngine();

interface LabViewProps {
  readonly services: Services;
  readonly zoom: number;
  readonly projection: boolean;
  readonly onHelp: () => void;
}

/** Experiments: the list of all, or one with its chart. */
export default function LabView(props: LabViewProps) {
  const store = useLabServices(props.services);
  useRunKeys(
    store &&
      (() => {
        const { open, running, run, cancel, point, set } = store.getState();
        return {
          onHelp: props.onHelp,
          onRun: open && (running ? cancel : () => void run()),
          onClose: point === undefined ? undefined : () => set({ point: undefined }),
        };
      }),
  );
  if (!store) return null;
  return (
    <LabContext value={store}>
      <LabBody {...props} />
    </LabContext>
  );
}

/** Names the browser's tab and its history entries. */
function useTitle(): void {
  const { t } = useTranslation();
  const text = useText();
  const title = useLab(
    ({ open, awaiting, answer }) => (open ?? awaiting)?.file.title ?? answer?.result.title,
  );
  const scorecard = useLab((state) => state.scorecard !== undefined);
  useEffect(() => {
    const front = t(scorecard ? 'lab.scorecard.title' : 'lab.title');
    document.title = `${title ? text(title) : front} · Afterimage`;
  }, [title, scorecard, text, t]);
}

/** What is shown while no experiment is open. */
function Front({ services }: { services: Services }) {
  const scorecard = useLab((state) => state.scorecard);
  if (scorecard) return <Scorecard services={services} scale={scorecard} />;
  return <ExperimentList services={services} />;
}

function LabBody({ services, zoom, projection }: LabViewProps) {
  useTitle();
  const { t } = useTranslation();
  const open = useLab((state) => state.open);
  const opening = useLab((state) => state.opening);
  const missing = useLab((state) => state.missing);
  const failure = useLab((state) => (state.open ? undefined : state.failure));
  const draft = useLab((state) => state.draft);
  const awaiting = useLab((state) => state.awaiting);
  const answer = useLab((state) => state.answer);
  const description = useStage((state) => state.description);
  const toStage = (text: string) => void services.openText(text);
  const store = useLabStore();
  const retry = () => void store.getState().restore(services.address.getState().lab);
  const toList = () => services.address.setState({ lab: undefined });
  return (
    <div className={`lab${projection ? ' projection' : ''}`}>
      <BusyBar busy={opening} />
      <RefusedFile />
      <RefusedLog />
      <TakenPoints />
      {failure?.unstarted && <EngineFailed {...failure} onRetry={retry} />}
      {failure && !failure.unstarted && (
        <p className="lab-alert" role="alert">
          {t('lab.failed', { message: failure.message })}
        </p>
      )}
      {missing && (
        <p className="lab-alert" role="alert">
          {t('lab.missing')}
        </p>
      )}
      {draft && description && <Builder draft={draft} description={description} />}
      {open && !draft && (
        <OpenContext value={open}>
          <ExperimentPage zoom={zoom} projection={projection} onList={toList} onStage={toStage} />
        </OpenContext>
      )}
      {awaiting && !draft && <AwaitingLog awaiting={awaiting} onList={toList} />}
      {answer && !draft && (
        <Suspense>
          <ResultPage shown={answer} onList={toList} />
        </Suspense>
      )}
      {!open && !draft && !awaiting && !answer && services.address.getState().lab && opening && (
        <p className="centred mute">{t('lab.opening')}</p>
      )}
      {!open &&
        !draft &&
        !awaiting &&
        !answer &&
        !failure?.unstarted &&
        !(services.address.getState().lab && opening) && <Front services={services} />}
    </div>
  );
}
