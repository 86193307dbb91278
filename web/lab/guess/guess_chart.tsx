import { line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { XTicks, YGrid } from '../../chart/axes';
import { type Box, wrapText } from '../../chart/layout';
import { growsByFactor } from '../../chart/model/data';
import { logTicks, xAxis } from '../../chart/scales';
import { xTicks } from '../../chart/x_ticks';
import { useTranslation } from '../../ui/i18n';
import { sansWidth } from '../../ui/text_width';
import {
  crowds,
  type Guess,
  nudged,
  type Stroke,
  shareAt,
  stroked,
  valueAtShare,
} from '../model/guess';
import type { GuessPicture } from './use_guess';
import { useGuessWords } from './use_guess_words';

interface GuessChartProps {
  readonly picture: GuessPicture;
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  readonly guess: Guess;
  /** The line that the guess makes; undefined where nothing has been drawn. */
  readonly drawnLine: readonly number[] | undefined;
  /** Sets a point of the guess; undefined once it is measured, or while it is. */
  readonly onDraw: ((guess: Guess) => void) | undefined;
  /** Called when the right arrow goes beyond the last point. */
  readonly onPast: () => void;
}

const TICKS = 5;
/** The most lines of a name along the foot. */
const LINES = 3;
const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 5,
  PageDown: -5,
};

function yTicks({ low, high, log }: GuessPicture['scale']): readonly number[] {
  if (log) return logTicks(low, high);
  const step = [0.2, 0.25, 0.5, 1, 2, 5].find((each) => high / each <= TICKS + 1) ?? high / TICKS;
  return Array.from({ length: Math.floor(high / step) + 1 }, (_, n) =>
    Number((n * step).toFixed(2)),
  );
}

/** Returns the layout of the chart. */
function useGuessLayout({ picture, width, height, zoom }: GuessChartProps) {
  const { curve, scale } = picture;
  const words = useGuessWords(curve);
  const em = 12 * zoom;
  const ticks = yTicks(scale);
  const left = Math.max(...ticks.map((tick) => 1.15 * sansWidth(words.rough(tick), em))) + 0.9 * em;
  const each = (width - left) / Math.max(1, curve.xs.length);
  const lines = curve.numeric
    ? 1
    : Math.max(...curve.xs.map((_, n) => wrapText(words.x(n), each * 0.95, em, LINES).length));
  const foot = (2.8 + 1.25 * lines) * em;
  const box: Box = {
    x: left,
    y: 1.6 * em,
    width: Math.max(1, width - left - 1.2 * em),
    height: Math.max(8 * em, height - 1.6 * em - foot),
  };
  const even = !curve.numeric || crowds(curve.xs);
  const x = xAxis({ xs: curve.xs, numeric: !even }, box.x, box.x + box.width, 2 * em);
  const at = (n: number) => x.at(curve.xs[n] ?? '');
  const y = (value: number) => box.y + box.height * (1 - shareAt(scale, value));
  return { words, em, ticks, box, x, at, y, lines, even, whole: box.y + box.height + foot };
}

type Layout = ReturnType<typeof useGuessLayout>;

/** Follows a pointer: each move draws from the last place to the new one. */
function useStrokes(props: GuessChartProps, { box, at }: Layout) {
  const last = useRef<Stroke>(undefined);
  const { picture, guess, onDraw } = props;
  const strokeOf = (event: PointerEvent<SVGSVGElement>): Stroke => {
    const corner = event.currentTarget.getBoundingClientRect();
    const [left, top] = [event.clientX - corner.left, event.clientY - corner.top];
    const places = picture.curve.xs.map((_, n) => Math.abs(at(n) - left));
    const share = 1 - (top - box.y) / box.height;
    return {
      place: places.indexOf(Math.min(...places)),
      value: valueAtShare(picture.scale, share),
    };
  };
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    const to = strokeOf(event);
    onDraw?.(stroked(guess, picture.known, last.current ?? to, to, picture.scale));
    last.current = to;
  };
  return {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (!onDraw || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = undefined;
      draw(event);
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      if (onDraw && event.buttons !== 0) draw(event);
    },
    onPointerUp: () => {
      last.current = undefined;
    },
  };
}

/** A point of the guess, for pointers and for keys. */
function Handle({ n, props, layout }: { n: number; props: GuessChartProps; layout: Layout }) {
  const { t } = useTranslation();
  const { picture, drawnLine, guess, onDraw, onPast } = props;
  const { words, at, y, em } = layout;
  const { scale, known, curve } = picture;
  const value = drawnLine?.[n] ?? 1;
  const onKeyDown = (event: KeyboardEvent<SVGGElement>) => {
    const handles = [...(event.currentTarget.ownerSVGElement?.querySelectorAll('.handle') ?? [])];
    const here = handles.indexOf(event.currentTarget);
    const beside = (by: number) => handles[here + by] as SVGGElement | undefined;
    const step = STEPS[event.key];
    if (step !== undefined) {
      const to = { place: n, value: nudged(value, step, scale) };
      onDraw?.(stroked(guess, known, to, to, scale));
    } else if (event.key === 'ArrowRight') (beside(1) ? () => beside(1)?.focus() : onPast)();
    else if (event.key === 'ArrowLeft') beside(-1)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <g
      className={`handle${guess[n] === undefined ? ' follows' : ''}`}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('lab.guess.point', { place: words.at(n) })}
      aria-valuemin={scale.low}
      aria-valuemax={scale.high}
      aria-valuenow={value}
      aria-valuetext={drawnLine ? words.rough(value) : t('lab.guess.notYet')}
      data-place={curve.xs[n]}
      onKeyDown={onKeyDown}
    >
      <circle className="reach" cx={at(n)} cy={y(value)} r={1.5 * em} />
      <circle className="grip" cx={at(n)} cy={y(value)} r={0.5 * em} />
    </g>
  );
}

/** The place that is asked for: a column with a question mark, until it is measured. */
function Asked({ picture, layout }: { picture: GuessPicture; layout: Layout }) {
  const { box, at, em } = layout;
  const { asked } = picture.curve;
  const open = picture.measured[asked] === undefined;
  return (
    <g className="asked-place">
      <path d={`M${at(asked)} ${box.y}V${box.y + box.height}`} />
      {open && (
        <text x={at(asked)} y={box.y - 0.4 * em} textAnchor="middle">
          ?
        </text>
      )}
    </g>
  );
}

interface CourseProps {
  readonly values: Guess;
  readonly layout: Layout;
  readonly kind: string;
  /** The places are not numbers. */
  readonly stems: boolean;
}

/**
 * The line between known places; where places are not numbers, stems from the line of no
 * difference.
 */
function Course({ values, layout, kind, stems }: CourseProps) {
  const { at, y } = layout;
  const places = [...values.keys()].filter((n) => values[n] !== undefined);
  // No line joins two known places that are not neighbours, since the places between them are asked
  // for.
  const path = line<number>(at, (n) => y(values[n] ?? 1)).defined((n) => values[n] !== undefined);
  return stems ? (
    places.map((n) => (
      <path key={n} className={`course ${kind}`} d={`M${at(n)} ${y(1)}V${y(values[n] ?? 1)}`} />
    ))
  ) : (
    <path className={`course ${kind}`} d={path([...values.keys()]) ?? ''} />
  );
}

function Measured({ picture, layout }: { picture: GuessPicture; layout: Layout }) {
  const { words, at, y, em, box } = layout;
  const { measured, known, curve } = picture;
  const last = curve.xs.length - 1;
  return measured.map((value, n) => {
    if (value === undefined) return null;
    const named = n === curve.asked || n === last || known[n];
    const text = words.times(value);
    const half = sansWidth(text, em) / 2;
    const middle = Math.min(at(n), box.x + box.width + em - half);
    return (
      <g key={words.x(n)} className={`measured-point${known[n] ? ' known' : ''}`}>
        <circle cx={at(n)} cy={y(value)} r={0.42 * em} />
        {named && (
          <text x={middle} y={Math.max(em, y(value) - 0.8 * em)} textAnchor="middle">
            {text}
          </text>
        )}
      </g>
    );
  });
}

/** The points that the reader drew, which can be moved until the line is submitted. */
function Drawn({ props, layout }: { props: GuessChartProps; layout: Layout }) {
  const { picture, drawnLine, onDraw } = props;
  const { at, y, em } = layout;
  return picture.curve.xs.map((each, n) => {
    if (picture.known[n]) return null;
    if (onDraw) return <Handle key={String(each)} n={n} props={props} layout={layout} />;
    if (!drawnLine) return null;
    return (
      <circle
        key={String(each)}
        className="drawn-point"
        cx={at(n)}
        cy={y(drawnLine[n] ?? 1)}
        r={0.35 * em}
      />
    );
  });
}

/** An empty chart into which the reader draws a line; then the measured one is drawn over it. */
export function GuessChart(props: GuessChartProps) {
  const { t } = useTranslation();
  const { picture, width, drawnLine, onDraw } = props;
  const layout = useGuessLayout(props);
  const strokes = useStrokes(props, layout);
  const { curve, drawn, scale, measured } = picture;
  const { words, em, ticks, box, x, y, lines, whole } = layout;
  const title = !layout.even && growsByFactor(curve.xs) ? 'lab.logScale' : undefined;
  const stems = !curve.numeric;
  const invites = drawn && onDraw !== undefined && drawnLine === undefined;
  return (
    <svg
      className={`chart guess-chart${onDraw ? ' drawing' : ''}`}
      role="group"
      aria-label={t('lab.guess.chart', { title: words.title })}
      width={width}
      height={whole}
      viewBox={`0 0 ${width} ${whole}`}
      style={{ fontSize: em }}
      {...strokes}
    >
      <YGrid
        box={box}
        em={em}
        ticks={ticks.map((tick) => ({
          at: y(tick),
          text: words.rough(tick),
          foot: !scale.log && tick === 0,
        }))}
      />
      <path className="no-difference" d={`M${box.x} ${y(1)}H${box.x + box.width}`} />
      <XTicks
        box={box}
        em={em}
        numeric={curve.numeric}
        ticks={xTicks({
          x,
          xs: curve.xs,
          numeric: !layout.even,
          em,
          lines,
          text: (value) => words.x(curve.xs.indexOf(value)),
        })}
        title={title ? t(title, { title: words.foot }) : words.foot}
        titleAt={1.9 + 1.25 * lines}
      />
      <Asked picture={picture} layout={layout} />
      {drawnLine && <Course layout={layout} stems={stems} values={drawnLine} kind="drawn" />}
      <Course layout={layout} stems={stems} values={measured} kind="true" />
      {invites && (
        <text
          className="invite"
          x={box.x + box.width / 2}
          y={box.y + box.height * 0.3}
          textAnchor="middle"
        >
          {t('lab.guess.invite')}
        </text>
      )}
      {drawn && <Drawn props={props} layout={layout} />}
      <Measured picture={picture} layout={layout} />
    </svg>
  );
}
