import { useParts } from './parts_context';
import { STYLES } from './series_style';

/** Strokes of the fill patterns, in a tile of 8 by 8; the first one is solid. */
const TILES = [
  '',
  'M0 8L8 0M-2 2L2 -2M6 10L10 6',
  'M2 2h0M6 6h0',
  'M0 2H8M0 6H8',
  'M0 0L8 8M-2 6L2 10M6 -2L10 2',
  'M2 0V8M6 0V8',
  'M0 4H8M4 0V8',
  'M0 8L8 0M0 0L8 8',
];

/** Fills of bars, one a series, and the hatching of a published range. */
export function Patterns() {
  const { em, patternId } = useParts();
  const size = (2 * em) / 3;
  const tile = { width: size, height: size, patternUnits: 'userSpaceOnUse', viewBox: '0 0 8 8' };
  return (
    <defs>
      {TILES.slice(0, STYLES).map((path, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: patterns are known by their number.
        <pattern key={n} id={patternId(n)} className={`series-${n + 1}`} {...tile}>
          <rect width="8" height="8" className={path === '' ? 'tile-solid' : 'tile-ground'} />
          <path d={path} className={n === 2 ? 'tile-dots' : 'tile-lines'} />
        </pattern>
      ))}
      <pattern id={patternId('band')} {...tile}>
        <path d={TILES[1]} className="tile-band" />
      </pattern>
    </defs>
  );
}
