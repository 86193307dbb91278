import type { Frame } from '../../engine/protocol';
import { type LineWord, lineWords } from '../../model/frame/line_words';
import { useTranslation } from '../../ui/i18n';
import { fit, sansWidth } from '../../ui/text_width';
import { useText } from '../../ui/use_text';
import type { Surviving } from '../model/decided_lines';
import { StateBox, txnClass } from '../shapes/marks';
import type { Box } from '../shapes/shape';
import { homeOf, type PlacedLine } from './placed_lines';
import type { Places } from './places';

const LINE_BYTES = 64;

/** The content of a line, as one text. */
export const lineText = (words: readonly LineWord[]): string =>
  words
    .map(({ name, of = '', value }) => [of, name, value].filter((part) => part !== '').join(' '))
    .join(', ');

/** Breaks a text that is wider than a row at the last space that fits. */
function broken(text: string, width: number): readonly string[] {
  if (sansWidth(text) <= width) return [text];
  const parts = text.split(' ');
  let count = parts.length - 1;
  while (count > 1 && sansWidth(parts.slice(0, count).join(' ')) > width) count--;
  return [parts.slice(0, count).join(' '), parts.slice(count).join(' ')];
}

/** The name of a word; a number alone does not identify it. */
const calledOf = ({ name, of }: LineWord): string =>
  of !== undefined && /^#?\d*$/.test(name) ? `${of} ${name}`.trim() : name;

/** The text of a word in one row, without the structure's name where that takes all the room. */
function inRow(word: LineWord, width: number): string {
  const whole = `${calledOf(word)} ${word.value}`.trim();
  const fits = sansWidth(whole) <= width || word.value === '';
  return fits ? whole : `${word.called ?? word.name} ${word.value}`.trim();
}

/**
 * The words that fit into the rows, those with values first; the last row has what else fits, or
 * the number of further ones.
 */
export function rowsOf(words: readonly LineWord[], rows: number, width: number): readonly string[] {
  const [only] = words;
  const valued = words.filter(({ value }) => value !== '');
  const each = (valued.length > 0 ? valued : words).map((word) => inRow(word, width));
  if (words.length === 1 && only && rows > 1) {
    const called = calledOf(only);
    return called === only.name
      ? broken(`${called} ${only.value}`.trim(), width)
      : [called, only.value];
  }
  if (each.length <= rows) return each;
  const rest = each.slice(rows - 1).join(', ');
  if (sansWidth(rest) <= width) return [...each.slice(0, rows - 1), rest];
  return [...each.slice(0, rows - 1), `${each[rows - 1]} +${each.length - rows}`];
}

interface CacheLinesProps {
  readonly lines: readonly PlacedLine[];
  /** The frame with the newest values. */
  readonly frame: Frame;
  readonly places: Places;
  readonly txnName: (txn: number) => string;
  /** The survival of lines in the power cut that is made here. */
  readonly decided: ReadonlyMap<number, Surviving>;
  /** True where they are in the volatile cache of a disk, and not in that of the CPU. */
  readonly ofDisk?: boolean;
}

/** The height of a row of text that has another one right above it. */
const ROW = 22;

/**
 * The path from a line down to the place of its content: onto the top of a box; for a row of text
 * before its first letter, since another row is above it.
 */
export function homeWay(line: Box, home: Box): string {
  const isRow = home.height <= ROW;
  const [x1, x2] = [
    line.x + line.width / 2,
    isRow ? home.x - 3 : home.x + Math.min(9, home.width / 2),
  ];
  const [y1, y2] = [line.y + line.height, isRow ? home.y + home.height / 2 : home.y - 4];
  const bend = isRow ? 2 * ROW : 24;
  return `M${x1} ${y1} C${x1} ${y1 + 24} ${x2} ${y2 - bend} ${x2} ${y2}`;
}

function HomeLine({ line, box, places }: PlacedLine & { readonly places: Places }) {
  const home = homeOf(line, places);
  if (!home || home.y <= box.y + box.height) return null;
  return <path className="home-line" d={homeWay(box, home)} />;
}

/**
 * The lines that are newer in the cache than below it, each joined to the places of its content.
 */
export function CacheLines({ lines, frame, places, txnName, decided, ofDisk }: CacheLinesProps) {
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
        .filter(({ line }) => (ofDisk ? line.state !== 'in-flight' : !leaving.has(line.address)))
        .map((placed) => (
          <HomeLine key={placed.line.address} {...placed} places={places} />
        ))}
      {lines.map(({ line, box }) => {
        const words = lineWords(line, frame, { text, txnName });
        const survives = decided.get(line.address);
        const state = survives
          ? t('tiers.survives', { kept: survives.kept, all: survives.all })
          : t(`durability.${line.state}`);
        const said = rowsOf(words, box.height > 30 ? 2 : 1, box.width - 14);
        const rows = survives && box.height > 30 ? [said.join(' '), state] : said;
        const label = t(ofDisk ? 'tiers.lineOfDisk' : 'tiers.line', {
          what: lineText(words),
          state,
        });
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
