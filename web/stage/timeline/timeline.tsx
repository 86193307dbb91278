import { type PointerEvent, useCallback, useMemo, useRef } from 'react';
import type { Description } from '../../engine/protocol';
import type { MarkStop } from '../../model/marks';
import { scriptHistory } from '../../model/script_cursor';
import type { Strip } from '../../model/survival';
import type { Trace } from '../../model/trace';
import { useTranslation } from '../../ui/i18n';
import { useSize } from '../../ui/use_size';
import { Axis } from './axis';
import { Lanes, lanesShown } from './lanes';
import { Playhead } from './playhead';
import { SurvivalStrip } from './survival_strip';
import { timeScale } from './time_scale';
import './timeline.css';

interface TimelineProps {
  readonly trace: Trace;
  readonly description: Description;
  readonly strip: Strip;
  readonly marks: readonly MarkStop[];
  readonly zoom: number;
  /** A prediction question is open: the strip would give the answer away. */
  readonly stripHidden: boolean;
  readonly onScrub: (position: number) => void;
}

const TOP = 26;
const LANE = 27;
const ROW = 16;
const AXIS = 26;

/** Lanes in virtual time, the survival strip, and the playhead that scrubs them. */
export function Timeline(props: TimelineProps) {
  const { trace, description, strip, marks, zoom, stripHidden, onScrub } = props;
  const { t } = useTranslation();
  const pane = useRef<HTMLDivElement>(null);
  const size = useSize(pane);
  const width = size.width / zoom;
  const labelWidth = width < 560 ? 84 : 112;
  const scale = useMemo(
    () => timeScale(trace, Math.max(120, width - labelWidth - 24)),
    [trace, width, labelWidth],
  );
  const history = useMemo(() => scriptHistory(trace), [trace]);
  const lanes = useMemo(() => lanesShown(trace).length, [trace]);
  const stripTop = TOP + lanes * LANE + 6;
  const height = stripTop + trace.names.transactions.length * ROW + AXIS;
  const scrub = useCallback(
    (event: PointerEvent<SVGSVGElement>) => {
      const box = event.currentTarget.getBoundingClientRect();
      onScrub(scale.positionAt((event.clientX - box.left) / zoom - labelWidth));
    },
    [scale, zoom, labelWidth, onScrub],
  );
  return (
    <div className="timeline" ref={pane}>
      {size.width > 0 && (
        <svg
          width={size.width}
          height={height * zoom}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label={t('timeline.title')}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            scrub(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event);
          }}
        >
          <Lanes
            trace={trace}
            description={description}
            scale={scale}
            waits={history.waits}
            top={TOP}
            laneHeight={LANE}
            labelWidth={labelWidth}
          />
          {!stripHidden && (
            <SurvivalStrip
              trace={trace}
              strip={strip}
              scale={scale}
              top={stripTop}
              rowHeight={ROW}
              labelWidth={labelWidth}
            />
          )}
          <Axis scale={scale} labelWidth={labelWidth} top={TOP} height={height} />
          <g transform={`translate(${labelWidth} 0)`}>
            {marks.map((mark) => (
              <path
                key={mark.index}
                className="mark-sign"
                d={`M${scale.xAt(mark.position)} ${TOP - 6} l4 -4 l-4 -4 l-4 4z`}
              >
                <title>{t('lectures.mark', { number: mark.index + 1, count: marks.length })}</title>
              </path>
            ))}
          </g>
          <Playhead
            trace={trace}
            scale={scale}
            labelWidth={labelWidth}
            top={TOP}
            bottom={height - 18}
          />
        </svg>
      )}
    </div>
  );
}
