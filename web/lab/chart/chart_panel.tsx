import { type RefObject, Suspense, useId, useMemo, useRef } from 'react';
import type { ChartData, PointBand } from '../../chart/model/data';
import type { ChartChoice } from '../../engine/protocol/experiment';
import { useSize } from '../../ui/hooks/use_size';
import { useTranslation } from '../../ui/i18n';
import { lazyPart } from '../../ui/i18n/lazy_part';
import { useText } from '../../ui/use_text';
import { useLab, useLabStore, useOpen } from '../lab_context';
import { LookNote } from '../look_note';
import { chartChoice, isComposed } from '../model/chart_data';
import { measuredPoints } from '../model/experiment_result';
import { isOverTime, TIME } from '../model/time_chart';
import { isRunning } from '../store/lab_shown';
import { useNames } from '../use_names';
import { useShown } from '../use_shown';
import { markedNames, useUnbound } from '../use_unbound';
import { Chart } from './chart';
import { COMPOSED, MetricOptions } from './metric_options';
import { TimeTable } from './time_table';

const CeilingNote = lazyPart(() => import('../server/ceiling_note'));

/** The choice of the chart's metric; the file names the first. */
function MetricChoice({ choice }: { choice: ChartChoice }) {
  const { t } = useTranslation();
  const id = useId();
  const store = useLabStore();
  const { file, plan } = useOpen();
  const { results } = useShown();
  const own = chartChoice(file);
  const names = useNames();
  const measured = measuredPoints(plan, results);
  const has = (metric: string) =>
    metric === choice.y ||
    measured.some(({ metrics, samples }) =>
      isOverTime(choice)
        ? metric !== TIME && metric in (samples?.columns ?? {})
        : metric in metrics,
    );
  return (
    <p className="metric-choice">
      <label htmlFor={id} className="mute">
        {t('lab.show')}
      </label>{' '}
      <select
        id={id}
        className="quiet-select strong"
        value={isComposed(choice) ? COMPOSED : choice.y}
        onChange={({ target: { value } }) =>
          store.getState().look({
            metric: value === (isComposed(own) ? COMPOSED : own.y) ? undefined : value,
          })
        }
      >
        <MetricOptions
          composed={isComposed(own) ? names.chart(own) : undefined}
          metrics={plan.metrics}
          has={has}
        />
      </select>
    </p>
  );
}

/**
 * The fraction of the window's height that a chart may take, so that the claims are visible, too.
 */
const PROJECTED = 0.62;
const AT_A_DESK = 0.6;

interface ChartPanelProps {
  readonly data: ChartData;
  readonly choice: ChartChoice;
  readonly bands: readonly PointBand[];
  readonly zoom: number;
  readonly projection: boolean;
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly point: number | undefined;
  /** The points that are shown at first look. */
  readonly early: ReadonlySet<number>;
  readonly onSelect: (point: number) => void;
}

/** The chart at the width of its place, and the choice of its metric. */
export function ChartPanel(props: ChartPanelProps) {
  const { t } = useTranslation();
  const text = useText();
  const plain = useNames();
  const unbound = useUnbound();
  const names = useMemo(() => markedNames(plain, unbound), [plain, unbound]);
  const { file } = useOpen();
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const running = useLab(isRunning);
  const { data, choice, bands, zoom, projection, svg, point, early, onSelect } = props;
  const empty = data.facets.every(({ series }) =>
    series.every(({ points }) => points.every(({ y }) => y === undefined)),
  );
  return (
    <section className="chart-panel" aria-label={t('lab.chart')}>
      <MetricChoice choice={choice} />
      <div ref={frame} className="chart-frame">
        {width > 0 && (
          <Chart
            data={data}
            bands={bands}
            names={names}
            width={width}
            zoom={zoom}
            early={early}
            onSelect={onSelect}
            title={text(file.title)}
            room={window.innerHeight * (projection ? PROJECTED : AT_A_DESK)}
            selected={point}
            empty={empty ? t(running ? 'lab.firstPoint' : 'lab.nothingYet') : undefined}
            ref={svg}
          />
        )}
      </div>
      {unbound.size > 0 && (
        <Suspense>
          <CeilingNote unbound={unbound} />
        </Suspense>
      )}
      <LookNote of="chart" />
      {data.time !== undefined && !empty && <TimeTable data={data} names={names} />}
    </section>
  );
}
