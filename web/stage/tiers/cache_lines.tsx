import type { CacheLine, Frame } from '../../engine/protocol';
import { type LineWord, lineWords } from '../../model/frame/line_words';
import { useTranslation } from '../../ui/i18n';
import { fit, sansWidth } from '../../ui/text_width';
import { useText } from '../../ui/use_text';
import type { Surviving } from '../model/guilty_lines';
import { StateBox, txnClass } from '../shapes/marks';
import type { Box } from '../shapes/shape';
import type { Places } from './places';
import type { StageLayout } from './stage_layout';

const LINE_BYTES = 64;

export interface PlacedLine {
  readonly line: CacheLine;
  readonly box: Box;
}

/** Where a line's content is at home. */
function homeOf(line: CacheLine, places: Places): Box | undefined {
  for (const { structure, key, inner } of line.holds) {
    const box = places.home(structure, key, inner === undefined ? [] : [inner]);
    if (box) return box;
  }
  return undefined;
}

/**
 * Puts each dirty line above its home, so that it falls straight down when it is written back. Those for which there
 * is no room are left out; lines on their way and the newest come first.
 */
export function placeLines(
  lines: readonly CacheLine[],
  layout: StageLayout,
  places: Places,
): { readonly placed: readonly PlacedLine[]; readonly hidden: number } {
  const { cache } = layout;
  if (!cache) return { placed: [], hidden: lines.length };
  const { width, height, gap } = layout.cacheLine;
  const rows = Math.max(1, Math.floor((cache.height + gap) / (height + gap)));
  const perRow = Math.max(1, Math.floor((cache.width + gap) / (width + gap)));
  const wanted = [...lines]
    .sort((one, other) => Number(other.state === 'in-flight') - Number(one.state === 'in-flight'))
    .slice(0, rows * perRow)
    .map((line) => {
      const home = homeOf(line, places);
      const centre = home ? home.x + home.width / 2 : cache.x + width / 2;
      const x = Math.min(Math.max(centre - width / 2, cache.x), cache.x + cache.width - width);
      return { line, x };
    })
    .sort((left, right) => left.x - right.x || left.line.address - right.line.address);
  const ends: number[] = Array.from({ length: rows }, () => cache.x);
  const placed = wanted.map(({ line, x }) => {
    const free = ends.findIndex((end) => end <= x);
    const row = free >= 0 ? free : ends.indexOf(Math.min(...ends));
    const left = Math.max(x, ends[row] ?? 0);
    ends[row] = left + width + gap;
    return { line, row, x: left };
  });
  // What was pushed past the right edge goes back into it.
  for (let row = 0; row < rows; row++) {
    let edge = cache.x + cache.width;
    for (const each of placed.filter((one) => one.row === row).reverse()) {
      each.x = Math.min(each.x, edge - width);
      edge = each.x - gap;
    }
  }
  return {
    placed: placed.map(({ line, row, x }) => ({
      line,
      box: { x, y: cache.y + row * (height + gap), width, height },
    })),
    hidden: lines.length - wanted.length,
  };
}

/** What a line holds, in one text. */
export const lineText = (words: readonly LineWord[]): string =>
  words
    .map(({ name, of = '', value }) => [of, name, value].filter((part) => part !== '').join(' '))
    .join(', ');

/** Breaks a text that is wider than a row at the last blank that fits. */
function broken(text: string, width: number): readonly string[] {
  if (sansWidth(text) <= width) return [text];
  const parts = text.split(' ');
  let count = parts.length - 1;
  while (count > 1 && sansWidth(parts.slice(0, count).join(' ')) > width) count--;
  return [parts.slice(0, count).join(' '), parts.slice(count).join(' ')];
}

/** As many of the words as there are rows; the last row says how many more there are. */
function rowsOf(words: readonly LineWord[], rows: number, width: number): readonly string[] {
  const [only] = words;
  const each = words.map(({ name, value, of = '' }) => `${name || of} ${value}`.trim());
  if (words.length === 1 && only && rows > 1) {
    const isNumber = only.of !== undefined && /^#?\d*$/.test(only.name);
    return isNumber
      ? [`${only.of} ${only.name}`.trim(), only.value]
      : broken(`${only.name} ${only.value}`.trim(), width);
  }
  if (each.length <= rows) return each;
  return [...each.slice(0, rows - 1), `${each[rows - 1]} +${each.length - rows}`];
}

interface CacheLinesProps {
  readonly lines: readonly PlacedLine[];
  /** With the newest values. */
  readonly frame: Frame;
  readonly places: Places;
  readonly txnName: (txn: number) => string;
  /** Of the power cut that is made here. */
  readonly decided: ReadonlyMap<number, Surviving>;
}

/** From a line down to the places of what it holds. */
function HomeLine({ line, box, places }: PlacedLine & { readonly places: Places }) {
  const home = homeOf(line, places);
  if (!home || home.y <= box.y + box.height) return null;
  const [x1, x2] = [box.x + box.width / 2, home.x + Math.min(9, home.width / 2)];
  const [y1, y2] = [box.y + box.height, home.y - 4];
  return (
    <path className="home-line" d={`M${x1} ${y1} C${x1} ${y1 + 24} ${x2} ${y2 - 24} ${x2} ${y2}`} />
  );
}

/** Lines that are newer in the cache than below it, each joined to the places of what it holds. */
export function CacheLines({ lines, frame, places, txnName, decided }: CacheLinesProps) {
  const { t } = useTranslation();
  const text = useText();
  // An arrow joins them to their homes already.
  const leaving = new Set(
    frame.transfers
      .filter(({ state, from }) => state === 'under-way' && from.tier === 'cache')
      .map(({ from }) => from.address - (from.address % LINE_BYTES)),
  );
  return (
    <g>
      {lines
        .filter(({ line }) => !leaving.has(line.address))
        .map((placed) => (
          <HomeLine key={placed.line.address} {...placed} places={places} />
        ))}
      {lines.map(({ line, box }) => {
        const words = lineWords(line, frame, { text, txnName });
        const survives = decided.get(line.address);
        const state = survives
          ? t('tiers.survives', { ...survives })
          : t(`durability.${line.state}`);
        const said = rowsOf(words, box.height > 30 ? 2 : 1, box.width - 14);
        const rows = survives && box.height > 30 ? [said.join(' '), state] : said;
        const label = t('tiers.line', { what: lineText(words), state });
        return (
          <g
            key={line.address}
            className={`cache-line ${txnClass(line.txn)}${survives ? ' decided' : ''}`}
            role="img"
            aria-label={label}
          >
            <title>{label}</title>
            <StateBox box={box} state={line.state} txn={line.txn} />
            {rows.map((row, index) => (
              <text
                key={row}
                className={survives && index === 1 ? 'caption' : 'line-word'}
                x={box.x + 9}
                y={box.y + (rows.length > 1 ? 15 : box.height / 2 + 4) + index * 15}
              >
                {fit(row, box.width - 14, sansWidth)}
              </text>
            ))}
          </g>
        );
      })}
    </g>
  );
}
