import { LinePath, Mark } from './marks';
import { seriesStyle } from './series_style';

/** The line and the mark of a series, before its name. */
export function SeriesSign({ series }: { series: number }) {
  const style = seriesStyle(series, 1);
  return (
    <svg className={`series-sign ${style.className}`} viewBox="0 0 28 14" aria-hidden="true">
      <LinePath style={style} d="M1 7h26" />
      <Mark style={style} x={14} y={7} area={52} />
    </svg>
  );
}
