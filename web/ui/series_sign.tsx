import { seriesStyle } from './series_style';

/** The line and the mark of a series, before its name. */
export function SeriesSign({ series }: { series: number }) {
  const { className, dash, mark } = seriesStyle(series, 1);
  return (
    <svg className={`series-sign ${className}`} viewBox="0 0 28 14" aria-hidden="true">
      <path className="line" d="M1 7h26" strokeDasharray={dash} />
      <path className="mark" transform="translate(14,7)" d={mark(52)} />
    </svg>
  );
}
