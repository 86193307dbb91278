import { go } from '../store/page/address';
import '../ui/i18n/words/lab_words';
import { Suspense, useEffect } from 'react';
import { fetchPointEngine } from '../engine/measure/spawn';
import type { Text } from '../engine/protocol';
import type { Services } from '../store/page/services';
import { useStage } from '../store/stage/stage_context';
import { BusyBar } from '../ui/busy_line';
import { EngineFailed } from '../ui/engine_failed';
import { useRunKeys } from '../ui/hooks/use_keys';
import { useTranslation } from '../ui/i18n';
import { lazyPart } from '../ui/i18n/lazy_part';
import { useText } from '../ui/use_text';
import { Builder } from './builder/builder';
import { Scorecard } from './claims/scorecard';
import { ExperimentList } from './experiment_list';
import { ExperimentPage } from './experiment_page';
import { RefusedFile } from './file/refused_file';
import { LabContext, OpenContext, useLab, useLabStore } from './lab_context';
import { useLabServices } from './lab_services';
import { AwaitingLog } from './log/awaiting_log';
import { RefusedLog } from './log/refused_log';
import { TakenPoints } from './points/taken_points';
import { baseOf, draftOf, experimentOf, isRunning, openOf, viewOf } from './store/lab_shown';
import type { LabState } from './store/lab_state';
import './lab.css';
import './list.css';
import './experiment.css';
import './run_bar.css';
import './claims/claims.css';
import './claims/scorecard.css';
import './points/points.css';
import './form/param_form.css';
import './guess/prediction.css';
import '../chart/series.css';
import '../chart/chart.css';
import './chart/chart_panel.css';

const ResultPage = lazyPart(() => import('./server/result_page'));

// Fetches the engine while the page is being built.
fetchPointEngine();

const toList = ({ address }: Services) => go(address, { lab: undefined });

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
        const state = store.getState();
        const { run, cancel, look } = state;
        return {
          onHelp: props.onHelp,
          onRun: experimentOf(state) && (isRunning(state) ? cancel : () => void run()),
          onClose: viewOf(state).point === undefined ? undefined : () => look({ point: undefined }),
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

/** The title of the open view; undefined for a list. */
function titleOf(state: LabState): Text | undefined {
  const base = baseOf(state);
  switch (base.is) {
    case 'open':
      return base.experiment.file.title;
    case 'awaiting':
      return base.awaiting.file.title;
    case 'answer':
      return base.answer.result.title;
    default:
      return undefined;
  }
}

/** Names the browser's tab and its history entries. */
function useTitle(): void {
  const { t } = useTranslation();
  const text = useText();
  const title = useLab(titleOf);
  const scorecard = useLab((state) => baseOf(state).is === 'scorecard');
  useEffect(() => {
    const front = t(scorecard ? 'lab.scorecard.title' : 'lab.title');
    document.title = `${title ? text(title) : front} · Afterimage`;
  }, [title, scorecard, text, t]);
}

/** The reason why nothing was opened. */
function Failed({ services }: { services: Services }) {
  const { t } = useTranslation();
  const store = useLabStore();
  const failure = useLab((state) => (openOf(state) ? undefined : state.failure));
  const retry = () => void store.getState().restore(services.address.getState().lab);
  if (!failure) return null;
  if (failure.unstarted) return <EngineFailed {...failure} onRetry={retry} />;
  return (
    <p className="lab-alert" role="alert">
      {t('lab.failed', { message: failure.message })}
    </p>
  );
}

/** The open experiment, measured or not. */
function Open({ services, zoom, projection, onList }: LabViewProps & { onList: () => void }) {
  const open = useLab(experimentOf);
  const toStage = (text: string) => void services.openText(text);
  if (!open) return null;
  return (
    <OpenContext value={open}>
      <ExperimentPage zoom={zoom} projection={projection} onList={onList} onStage={toStage} />
    </OpenContext>
  );
}

function Draft() {
  const draft = useLab(draftOf);
  const description = useStage((state) => state.description);
  return draft && description && <Builder draft={draft} description={description} />;
}

/** The view that is open, except an experiment, which changes while it is measured. */
const otherOf = ({ shown }: LabState) =>
  shown.is === 'open' || shown.is === 'draft' ? shown.is : shown;

function Body(props: LabViewProps) {
  const { t } = useTranslation();
  const { services } = props;
  const shown = useLab(otherOf);
  const unstarted = useLab((state) => state.failure?.unstarted === true);
  const onList = () => toList(services);
  if (shown === 'open') return <Open {...props} onList={onList} />;
  if (shown === 'draft') return <Draft />;
  switch (shown.is) {
    case 'awaiting':
      return <AwaitingLog awaiting={shown.awaiting} onList={onList} />;
    case 'answer':
      return (
        <Suspense>
          <ResultPage shown={shown.answer} onList={onList} />
        </Suspense>
      );
    case 'opening':
      return <p className="centred mute">{t('lab.opening')}</p>;
    case 'scorecard':
      return unstarted ? null : <Scorecard services={services} scale={shown.scale} />;
    case 'list':
      return unstarted ? null : <ExperimentList services={services} />;
  }
}

function LabBody(props: LabViewProps) {
  useTitle();
  const { t } = useTranslation();
  const opening = useLab((state) => state.opening);
  const missing = useLab(({ shown }) => shown.is === 'list' && shown.missing);
  return (
    <div className={`lab${props.projection ? ' projection' : ''}`}>
      <BusyBar busy={opening} />
      <RefusedFile />
      <RefusedLog />
      <TakenPoints />
      <Failed services={props.services} />
      {missing && (
        <p className="lab-alert" role="alert">
          {t('lab.missing')}
        </p>
      )}
      <Body {...props} />
    </div>
  );
}
