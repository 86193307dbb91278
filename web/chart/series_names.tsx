import { type Box, type LegendPlace, SWATCH } from './layout';
import { LinePath, Mark } from './marks';
import type { ChartFacet } from './model/data';
import { useParts, yAt } from './parts_context';
import { spread, type XAxis } from './scales';

/** Names at the ends of the lines, apart from each other, with a leader where one had to move. */
export function EndNames({ facet, box, x }: { facet: ChartFacet; box: Box; x: XAxis }) {
  const { y, em, styles, names } = useParts();
  const ends = facet.series.flatMap(({ points }, n) => {
    const last = points.findLast((point) => point.y !== undefined);
    return last?.y === undefined ? [] : [{ n, x: x.at(last.x), y: yAt(box, y, last.y) }];
  });
  const places = spread(
    ends.map((end) => end.y),
    1.3 * em,
    box.y,
    box.y + box.height,
  );
  const left = box.x + box.width + 0.3 * em;
  return (
    <g>
      {ends.map((end, k) => {
        const at = places[k] ?? end.y;
        return (
          <g key={names[end.n]} className={styles[end.n]?.className}>
            {Math.abs(at - end.y) > 0.3 * em && (
              <path className="leader" d={`M${end.x + 0.6 * em} ${end.y}L${left - 2} ${at}`} />
            )}
            <text className="series-name" x={left} y={at} dy="0.35em">
              {names[end.n]}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/**
 * Names over the chart, each with its line and mark, or its fill; last that of a published range.
 */
export function Legend({ places, lines }: { places: readonly LegendPlace[]; lines: boolean }) {
  const { em, styles, names, bandText, patternId } = useParts();
  const width = SWATCH * em;
  const ofBand = (text: string) => text === bandText && !names.includes(text);
  return places.map((place, n) => {
    const band = ofBand(place.text);
    const style = band ? undefined : styles[n];
    const middle = place.y - 0.35 * em;
    const box = { x: place.x, y: middle - 0.5 * em, width, height: em };
    return (
      <g key={place.text} className={style?.className}>
        {style && lines && (
          <>
            <LinePath style={style} d={`M${place.x} ${middle}h${width}`} />
            <Mark style={style} x={place.x + width / 2} y={middle} area={0.4 * em * em} />
          </>
        )}
        {style && !lines && (
          <rect {...box} className="bar" fill={`url(#${patternId(style.pattern)})`} />
        )}
        {band && (
          <>
            <rect {...box} fill={`url(#${patternId('band')})`} />
            <path className="bar-edge" d={`M${box.x} ${box.y}h${width}m0 ${em}h${-width}`} />
          </>
        )}
        <text className="legend-name" x={place.x + width + 0.5 * em} y={place.y}>
          {place.text}
        </text>
      </g>
    );
  });
}
