import { scaleBand, scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useId, useRef } from 'react';
import { LinePath, Mark } from '../../chart/marks';
import { Plot, plotFrame } from '../../chart/plot';
import { across, fittingLabels, upward } from '../../chart/scales';
import { SeriesSign } from '../../chart/series_sign';
import { seriesStyle } from '../../chart/series_style';
import type { Occupancy } from '../../engine/protocol/experiment';
import { formatPercent } from '../../ui/format/amount';
import { useSize } from '../../ui/hooks/use_size';
import { useTranslation } from '../../ui/i18n';
import { sansWidth } from '../../ui/text_width';
import { useText } from '../../ui/use_text';
import { largestState, type StateShare, stateShares } from '../model/point/state_shares';
import { usePointWords } from '../words/use_point_words';
import './point_occupancy.css';

const SIZE = { height: 190, left: 3.4, head: 1.8 };
const TICKS = 4;
const MEASURED = 0;
const PLANNED = 1;
/** The smallest fraction that is not rounded to zero. */
const LEAST = 0.0005;

interface SharesProps {
  readonly states: readonly StateShare[];
  readonly width: number;
  readonly label: string;
  readonly xTitle: string;
}

/** Bars of the measured times, and over them the model's probabilities. */
function SharesPlot({ states, width, label, xTitle }: SharesProps) {
  const { language } = useTranslation();
  const w = usePointWords();
  const frame = plotFrame(width, 1, SIZE);
  const { box, em } = frame;
  const largest = Math.max(...states.flatMap(({ measured, planned = 0 }) => [measured, planned]));
  const x = scaleBand<string>(
    states.map(({ name }) => name),
    across(box),
  ).padding(0.2);
  const y = scaleLinear()
    .domain([0, Math.max(LEAST, largest)])
    .nice(TICKS)
    .range(upward(box));
  const middle = (name: string) => (x(name) ?? 0) + x.bandwidth() / 2;
  const names = states.map(({ name }) => ({ at: middle(name), width: sansWidth(name, em) }));
  const shown = fittingLabels(names, 0.5 * em);
  const style = seriesStyle(PLANNED, 1);
  const model = states.flatMap(({ name, planned }) =>
    planned === undefined ? [] : [[middle(name), y(planned)] as const],
  );
  return (
    <Plot
      frame={frame}
      label={label}
      yTitle={w('occupancy.share')}
      xs={states.flatMap(({ name }, n) => (shown[n] ? [{ at: middle(name), text: name }] : []))}
      ys={y.ticks(TICKS).map((tick) => ({ at: y(tick), text: formatPercent(tick, language) }))}
      xTitle={xTitle}
    >
      <g className={seriesStyle(MEASURED, 1).className}>
        {states.map(({ name, measured }) => (
          <rect
            key={name}
            className="occupancy-bar"
            x={x(name)}
            y={y(measured)}
            width={x.bandwidth()}
            height={y(0) - y(measured)}
          />
        ))}
      </g>
      <g className={style.className}>
        <LinePath style={style} d={line()(model.map(([at, up]) => [at, up]))} />
        {model.map(([at, up]) => (
          <Mark key={at} style={style} x={at} y={up} area={44} />
        ))}
      </g>
    </Plot>
  );
}

function Legend({ planned }: { planned: boolean }) {
  const w = usePointWords();
  return (
    <ul className="occupancy-legend">
      <li>
        <svg className="series-sign series-1" viewBox="0 0 28 14" aria-hidden="true">
          <rect className="occupancy-bar" x={8} width={12} height={14} />
        </svg>
        {w('occupancy.measured')}
      </li>
      {planned && (
        <li>
          <SeriesSign series={PLANNED} />
          {w('occupancy.planned')}
        </li>
      )}
    </ul>
  );
}

/** The plans of the measured part. */
function Plans({ occupancy: { plans, unbalanced, imbalance } }: { occupancy: Occupancy }) {
  const w = usePointWords();
  const text = useText();
  if (plans === 0) return <p className="mute">{w('occupancy.unplanned')}</p>;
  const balanced = plans - unbalanced;
  return (
    <>
      {balanced > 0 && <p className="mute">{w('occupancy.mean', { count: balanced })}</p>}
      {unbalanced > 0 && (
        <p className={balanced > 0 ? 'mute' : 'warn'}>
          {w(balanced > 0 ? 'occupancy.some' : 'occupancy.none', { plans, unbalanced })}{' '}
          {text(imbalance)}
        </p>
      )}
    </>
  );
}

function SharesTable({ states }: { states: readonly StateShare[] }) {
  const { language } = useTranslation();
  const w = usePointWords();
  const percent = (share: number) =>
    share > 0 && share < LEAST
      ? `< ${formatPercent(2 * LEAST, language)}`
      : formatPercent(share, language);
  return (
    <details>
      <summary>{w('occupancy.table')}</summary>
      <table className="data-table full number-list">
        <thead>
          <tr>
            <th scope="col">{w('occupancy.state')}</th>
            <th scope="col">{w('occupancy.measured')}</th>
            <th scope="col">{w('occupancy.planned')}</th>
          </tr>
        </thead>
        <tbody>
          {states.map(({ name, measured, planned }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{percent(measured)}</td>
              <td>{planned === undefined ? '–' : percent(planned)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/**
 * The time that a system spent in each of the states that it plans by, beside its model's
 * probabilities.
 */
export function PointOccupancy({ occupancy }: { occupancy: Occupancy }) {
  const { language } = useTranslation();
  const w = usePointWords();
  const text = useText();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const states = stateShares(occupancy);
  const title = text(occupancy.title);
  const said = (['measured', 'planned'] as const).flatMap((share) => {
    const state = largestState(states, share);
    if (!state) return [];
    const values = { title, state: state.name, share: formatPercent(state[share] ?? 0, language) };
    return [w(share === 'measured' ? 'occupancy.label' : 'occupancy.labelPlanned', values)];
  });
  return (
    <figure className="point-occupancy" aria-labelledby={id}>
      <figcaption id={id} className="heading">
        {title}
      </figcaption>
      <Legend planned={occupancy.planned !== undefined} />
      <div ref={frame}>
        {width > 0 && (
          <SharesPlot
            states={states}
            width={width}
            label={said.join(' ')}
            xTitle={text(occupancy.state)}
          />
        )}
      </div>
      <Plans occupancy={occupancy} />
      <SharesTable states={states} />
    </figure>
  );
}
