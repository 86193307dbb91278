import type { CacheLine, Frame, Text } from '../../engine/protocol';
import { useTranslation } from '../../ui/i18n';
import { fit, monoWidth, sansWidth } from '../../ui/text_width';
import { useText } from '../../ui/use_text';
import type { Surviving } from '../model/guilty_lines';
import { StateBox, txnClass } from '../shapes/marks';
import type { Box } from '../shapes/shape';
import { findItem, hex } from '../stage_words';
import type { Places } from './places';
import type { StageLayout } from './stage_layout';

export interface PlacedLine {
  readonly line: CacheLine;
  readonly box: Box;
}

/** Where a line's content is at home. */
function homeOf(line: CacheLine, places: Places): Box | undefined {
  for (const { structure, key } of line.holds) {
    const box = places.home(structure, key);
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

/** What a line holds, by name; '' for what no structure shows. */
export function holdsText(
  line: CacheLine,
  frame: Pick<Frame, 'structures'>,
  text: (text: Text) => string,
): string {
  const [first, ...more] = line.holds;
  if (!first) return '';
  const found = findItem(frame, first.structure, first.key);
  const name = found?.item.label ?? recordIn(frame, first) ?? String(first.key);
  // A number says nothing without what it numbers.
  const label = found && /^\d+$/.test(name) ? `${text(found.structure.title)} ${name}` : name;
  return more.length > 0 ? `${label} +${more.length}` : label;
}

/** The name of a record that a structure's item leads to, whose bytes are the line's: the leaf of a tree has several. */
function recordIn(
  { structures }: Pick<Frame, 'structures'>,
  { structure, key }: CacheLine['holds'][number],
): string | undefined {
  const items = structures.find(({ id }) => id === structure)?.items ?? [];
  const record = items.flatMap((item) => item.items ?? []).find((item) => item.key === key);
  return record?.fields.find(({ role }) => role === 'subject')?.value;
}

interface CacheLinesProps {
  readonly lines: readonly PlacedLine[];
  readonly frame: Frame;
  /** Of the power cut that is made here. */
  readonly decided: ReadonlyMap<number, Surviving>;
}

/** Lines that are newer in the cache than below it. */
export function CacheLines({ lines, frame, decided }: CacheLinesProps) {
  const { t } = useTranslation();
  const text = useText();
  const stateOf = ({ address, state }: CacheLine) => {
    const found = decided.get(address);
    return found ? t('tiers.survives', { ...found }) : t(`durability.${state}`);
  };
  return (
    <g>
      {lines.map(({ line, box }) => (
        <g
          key={line.address}
          className={`cache-line ${txnClass(line.txn)}${decided.has(line.address) ? ' decided' : ''}`}
          role="img"
          aria-label={t('tiers.line', {
            what: holdsText(line, frame, text) || t('tiers.otherLine'),
            address: hex(line.address),
            state: stateOf(line),
          })}
        >
          <StateBox box={box} state={line.state} txn={line.txn} />
          <text className="mono label" x={box.x + 9} y={box.y + 16}>
            {fit(holdsText(line, frame, text) || t('tiers.otherLine'), box.width - 16, monoWidth)}
          </text>
          {box.height > 30 && (
            <text className="caption" x={box.x + 9} y={box.y + 30}>
              {fit(stateOf(line), box.width - 14, sansWidth)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
