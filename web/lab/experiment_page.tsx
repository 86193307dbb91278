import { type ComponentProps, Suspense, useMemo, useRef, useState } from 'react';
import { WORKLOAD, workloadsOf } from '../model/experiment/experiment_workloads';
import { Panels } from '../panels/panels';
import { useStage } from '../store/stage/stage_context';
import { useMedia } from '../ui/hooks/use_media';
import { useTranslation } from '../ui/i18n';
import { lazyPart } from '../ui/i18n/lazy_part';
import { useText } from '../ui/use_text';
import { ChartPanel } from './chart/chart_panel';
import { Claims } from './claims/claims';
import { useClaimBands } from './claims/use_claim_bands';
import { ExportMenu } from './file/export_menu';
import { ParamForm } from './form/param_form';
import { usePrediction } from './guess/prediction_library';
import { PredictionPanel, usePredictedValues } from './guess/prediction_panel';
import type { Answer } from './guess/prediction_question';
import { useLabStore, useOpen, useView } from './lab_context';
import { LogSummary } from './log/log_summary';
import { chartChoice } from './model/chart_data';
import { drawnData } from './model/time_chart';
import { PROPOSAL } from './model/trace_experiment';
import { PaperLine } from './paper_line';
import { PointPanel } from './points/point_panel';
import { PointTable } from './points/point_table';
import { RunBar } from './run_bar';
import { useNames } from './use_names';
import { usePanelSource } from './use_panel_source';
import { useDrawable, useShown } from './use_shown';

const AnswerPanel = lazyPart(() => import('./server/answer_panel'));
const ServerPanel = lazyPart(() => import('./server/server_panel'));

interface ExperimentPageProps {
  readonly zoom: number;
  readonly projection: boolean;
  readonly onList: () => void;
  readonly onStage: (text: string) => void;
}

/** The machine, the scale and the other conditions of the measurement. */
function Setup() {
  const { t } = useTranslation();
  const text = useText();
  const { file, plan } = useOpen();
  const names = useNames();
  const description = useStage((state) => state.description);
  const machine = description?.machines.find(({ id }) => id === file.machine.id);
  const workloads = workloadsOf(file).map(({ id }) => names.value(WORKLOAD, id));
  return (
    <p className="setup mute">
      {t('lab.setup', {
        machine: machine ? text(machine.title) : file.machine.id,
        workload: workloads.join(', '),
        engine: plan.version,
      })}{' '}
      · {t('lab.points', { count: plan.points.length })} · {t(`lab.scales.${plan.scale}`)}
    </p>
  );
}

/**
 * The questions about the open experiment, with the answers; `asking` is true while results must
 * not be shown.
 */
function usePredictions() {
  const { source } = useOpen();
  const id = useView((view) => view.prediction);
  const loaded = usePrediction(id);
  const values = usePredictedValues(loaded);
  const [given, setGiven] = useState<{
    readonly id: string;
    readonly answers: readonly Answer[];
  }>();
  const fits = source.kind === 'library' && source.id === loaded?.experiment;
  const prediction = fits ? loaded : null;
  const answers = (given && given.id === prediction?.id && given.answers) || [];
  const left = prediction?.questions.some(
    (_, n) => answers[n] === undefined || values[n] === undefined,
  );
  return {
    prediction,
    answers,
    asking: loaded === undefined || left === true,
    setAnswers: (next: readonly Answer[]) =>
      prediction && setGiven({ id: prediction.id, answers: next }),
  };
}

/** The panels that other views have, too. */
function SharedPanels({ zoom }: { zoom: number }) {
  return <Panels source={usePanelSource()} zoom={zoom} />;
}

/** The tools of an experiment, beside those that run it. */
function Tools(menu: ComponentProps<typeof ExportMenu>) {
  const { t } = useTranslation();
  const store = useLabStore();
  const { file } = useOpen();
  return (
    <>
      <button
        type="button"
        className="pill build-copy"
        onClick={() => void store.getState().build(file)}
      >
        {t('lab.build.copy')}
      </button>
      <span className="export-anchor">
        <ExportMenu {...menu} />
      </span>
    </>
  );
}

/** The answer to a dropped log: its server first, then the results of the runs. */
function LogAnswer() {
  const { file, log } = useOpen();
  if (!log || file.id !== PROPOSAL) return null;
  return (
    <Suspense>
      <ServerPanel log={log} />
      <AnswerPanel log={log} />
    </Suspense>
  );
}

/** Returns the data of the open experiment's chart, and the claims that can be drawn in it. */
function useDrawn() {
  const { file, plan } = useOpen();
  const metric = useView((view) => view.metric);
  const claim = useView((view) => view.claim);
  const choice = useMemo(() => chartChoice(file, metric), [file, metric]);
  const drawable = useDrawable();
  const data = useMemo(
    () => drawnData(file, plan, drawable, choice),
    [file, plan, drawable, choice],
  );
  const { claims, first } = useClaimBands(choice, useShown().results);
  const drawn =
    claims.find(({ formula }) => formula.id === claim) ?? (claim === undefined ? first : undefined);
  return { choice, data, claims, drawn };
}

/** One experiment: its chart, the verdicts on its claims, its points and its parameters. */
export function ExperimentPage({ zoom, projection, onList, onStage }: ExperimentPageProps) {
  const { t } = useTranslation();
  const text = useText();
  const store = useLabStore();
  const { file, log } = useOpen();
  const svg = useRef<SVGSVGElement>(null);
  const { early } = useShown();
  const point = useView((view) => view.point);
  const narrow = useMedia('(max-width: 67rem)') || projection;
  const { choice, data, claims, drawn } = useDrawn();
  const select = (index: number) =>
    store.getState().look({ point: index === point ? undefined : index });
  const panel = <PointPanel onStage={onStage} />;
  const { prediction, answers, asking, setAnswers } = usePredictions();
  const { title, about } = prediction ?? file;
  return (
    <div className={prediction ? 'experiment asked' : 'experiment'}>
      <header className="experiment-head">
        <button type="button" className="link-button" onClick={onList}>
          ← {t('lab.back')}
        </button>
        <h2>{text(title)}</h2>
        {about && <p className="about">{text(about)}</p>}
        <PaperLine />
        <Setup />
        <div className="experiment-tools">
          <RunBar />
          {!asking && <Tools svg={svg} choice={choice} />}
        </div>
      </header>
      {prediction && (
        <PredictionPanel
          key={prediction.id}
          prediction={prediction}
          projection={projection}
          answers={answers}
          zoom={zoom}
          onAnswers={setAnswers}
        />
      )}
      {!asking && (
        <>
          <div className="experiment-main">
            <LogAnswer />
            <ChartPanel
              data={data}
              choice={choice}
              zoom={zoom}
              projection={projection}
              svg={svg}
              point={point}
              early={early}
              bands={drawn?.bands ?? []}
              onSelect={select}
            />
            <Claims drawable={claims.map(({ formula }) => formula.id)} drawn={drawn?.formula.id} />
            {narrow && point !== undefined && panel}
            {log && <LogSummary log={log} />}
            <SharedPanels zoom={zoom} />
            <PointTable choice={choice} onSelect={select} />
          </div>
          <aside className="experiment-side">
            {!narrow && panel}
            <ParamForm />
          </aside>
        </>
      )}
    </div>
  );
}
