import { type ReactNode, useId } from 'react';
import type { PointPlan, PointResult } from '../../engine/protocol/experiment';
import { sectionsOf } from '../../model/experiment/point_sections';
import { scenarioText } from '../../model/scenario/scenario_text';
import { measuredWear } from '../../panels/model/wear';
import { WearMapFigure } from '../../panels/wear/wear_map';
import { usePanelWords } from '../../panels/words/use_panel_words';
import { formatNumber, sentenceCase } from '../../ui/format/amount';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { Icon } from '../../ui/icons';
import { useText } from '../../ui/use_text';
import { useLabStore, useOpen, useView } from '../lab_context';
import { LookNote } from '../look_note';
import { coordinate, dimensionsOf } from '../model/chart_data';
import { halvesAgree } from '../model/halves';
import { pointScenario } from '../model/point/point_scenario';
import { useNames } from '../use_names';
import { useShown } from '../use_shown';
import { PointOccupancy } from './point_occupancy';
import { PointPathTable } from './point_path';
import { PointTimeline } from './point_timeline';
import { TimeBar } from './time_bar';

/** The sections that are open from the start. */
const OPEN = ['speed', 'recovery', 'bytes', 'wear'];

/** The reason why the run ended before the last transaction. */
function WhyIncomplete({ result }: { result: PointResult }) {
  const { t } = useTranslation();
  const text = useText();
  const { too_small: small, program_fault: fault } = result;
  if (fault) return t('lab.programFault', { line: fault.line, reason: text(fault.reason) });
  if (small) return t('lab.tooSmall', { param: small.param, reason: text(small.reason) });
  return t(result.worn_out ? 'lab.wornOut' : result.gave_up ? 'lab.gaveUp' : 'lab.incomplete');
}

function Check({ result }: { result: PointResult }) {
  const { t, language } = useTranslation();
  const text = useText();
  const { complete, recovered, check, metrics } = result;
  const halves = metrics.halves;
  const bad =
    recovered === false || check?.holds === false
      ? recovered
        ? t('lab.broken', { what: check?.broken ? text(check.broken) : '' })
        : t('lab.notRecovered')
      : undefined;
  return (
    <>
      {!complete && (
        <p className="warn" role="alert">
          <WhyIncomplete result={result} />
        </p>
      )}
      {complete && halves !== undefined && !halvesAgree(halves) && (
        <p className="warn">{t('lab.unsteady', { ratio: formatNumber(halves, language) })}</p>
      )}
      {bad && <p className="warn">✗ {bad}</p>}
      {recovered && !bad && (
        <p className="good">
          ✓{' '}
          {check
            ? t('lab.recovered', { records: formatNumber(check.recordsRead, language) })
            : t('lab.unchecked')}
        </p>
      )}
    </>
  );
}

function Kinds({ kinds }: Pick<PointResult, 'kinds'>) {
  const { t, language } = useTranslation();
  const text = useText();
  if (kinds.length < 2) return null;
  return (
    <details>
      <summary>{t('lab.kinds')}</summary>
      <table className="data-table full number-list">
        <thead>
          <tr>
            <th scope="col">{t('lab.kind')}</th>
            <th scope="col">{t('lab.commits')}</th>
            <th scope="col">{t('lab.mean')}</th>
            <th scope="col">{t('lab.p99')}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ title, commits, latency }) => (
            <tr key={title.en}>
              <th scope="row">{text(title)}</th>
              <td>{formatNumber(commits, language)}</td>
              <td>{formatTime(latency.mean)}</td>
              <td>{formatTime(latency.p99)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Numbers({ result }: { result: PointResult }) {
  const { t } = useTranslation();
  const text = useText();
  const names = useNames();
  const { plan } = useOpen();
  const { metrics } = result;
  return sectionsOf(plan.metrics, (metric) => metrics[metric] !== undefined).map((section) => (
    <details key={section.id} open={OPEN.includes(section.id)}>
      <summary>{t(`lab.sections.${section.id}`)}</summary>
      <table className="data-table full number-list">
        <tbody>
          {section.metrics.map(({ id, title }) => (
            <tr key={id}>
              <th scope="row">{sentenceCase(text(title))}</th>
              <td>{names.amount(id, metrics[id] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  ));
}

/** The map of the writes to its NVM. */
function WornMap({ result: { worn, metrics } }: { result: PointResult }) {
  const w = usePanelWords();
  if (!worn) return null;
  const numbers = measuredWear(worn, metrics);
  const entry = {
    name: w('wear.title'),
    series: 0,
    map: worn,
    numbers,
    seconds: worn.time / 1e9,
    unitBytes: worn.unitBytes,
  };
  return (
    <figure className="point-wear">
      <figcaption className="heading">{w('wear.title')}</figcaption>
      <WearMapFigure entry={entry} kind="most" most={Math.max(1, numbers.max)} />
      <p className="mute">{w('wear.addresses')}</p>
    </figure>
  );
}

interface MeasuredProps {
  readonly point: PointPlan;
  readonly runKey: string;
  readonly result: PointResult;
  /** These metrics are shown below where the time went. */
  readonly children: ReactNode;
}

function Measured({ point, runKey, result, children }: MeasuredProps) {
  return (
    <>
      <Check result={result} />
      <TimeBar metrics={result.metrics} />
      {children}
      {result.occupancy && <PointOccupancy occupancy={result.occupancy} />}
      <WornMap result={result} />
      <Numbers result={result} />
      <Kinds kinds={result.kinds} />
      <PointPathTable point={point} />
      <p className="mute mono">{runKey}</p>
    </>
  );
}

/** All the numbers of the chosen point. */
export function PointPanel({ onStage }: { onStage: (text: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const names = useNames();
  const store = useLabStore();
  const { file, plan, look } = useOpen();
  const index = useView((view) => view.point);
  const { results, shown, early } = useShown();
  const point = index === undefined ? undefined : plan.points[index];
  const result = point && results.get(point.key);
  if (!point) return <p className="point-none panel-box mute">{t('lab.pointNone')}</p>;
  const place = dimensionsOf(file).map(({ name }) => ({ name, value: coordinate(point, name) }));
  return (
    <section className="point-panel panel-box" aria-labelledby={id}>
      <header>
        <div>
          <p className="heading">
            {t('lab.pointOf', { number: point.index + 1, count: plan.points.length })}
          </p>
          <h3 id={id}>{names.place(place)}</h3>
        </div>
        <button
          type="button"
          className="quiet"
          aria-label={t('app.close')}
          onClick={() => store.getState().look({ point: undefined })}
        >
          <Icon name="close" />
        </button>
      </header>
      <p>
        <button
          type="button"
          className="secondary"
          onClick={() => onStage(scenarioText(pointScenario(file, point)))}
        >
          {t('lab.onStage')}
        </button>
      </p>
      <p className="mute">
        {t('lab.onStageHelp', { count: pointScenario(file, point).transactions ?? 0 })}
      </p>
      {result ? (
        <>
          {early.has(point.index) && <LookNote of="point" />}
          <Measured point={point} runKey={shown.get(point.key)?.key ?? point.key} result={result}>
            <PointTimeline
              key={point.key}
              point={(early.has(point.index) && look?.plan.points[point.index]) || point}
              looking={early.has(point.index)}
            />
          </Measured>
        </>
      ) : (
        <p className="mute">{t('lab.pointUnmeasured')}</p>
      )}
    </section>
  );
}
