import type { CacheLine, Frame, Text } from '../../engine/protocol';
import type { Surviving } from '../../model/guilty_lines';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { StateBox, txnClass } from '../shapes/marks';
import type { Box } from '../shapes/shape';
import { fit, monoWidth, sansWidth } from '../shapes/text_width';
import { findItem, hex } from '../stage_words';
import type { PlacedLine } from './tiers_layout';

/** The way between two boxes, from foot to head. */
export function fallPath(from: Box, to: Box): string {
  const x1 = from.x + from.width / 2;
  const y1 = from.y + from.height;
  const x2 = Math.min(to.x + to.width / 2, to.x + 70);
  const y2 = to.y - 5;
  const bend = (y1 + y2) / 2;
  return `M${x1} ${y1} C${x1} ${bend} ${x2} ${bend} ${x2} ${y2}`;
}

function holdsText(line: CacheLine, frame: Frame, text: (text: Text) => string): string {
  const [first, ...more] = line.holds;
  if (!first) return hex(line.address);
  const found = findItem(frame, first.structure, first.key);
  const name = found?.item.label ?? String(first.key);
  // A number says nothing without what it numbers.
  const label = found && /^\d+$/.test(name) ? `${text(found.structure.title)} ${name}` : name;
  return more.length > 0 ? `${label} +${more.length}` : label;
}

interface CacheLinesProps {
  readonly lines: readonly PlacedLine[];
  readonly frame: Frame;
  /** Of the power cut that is made here. */
  readonly decided: ReadonlyMap<number, Surviving>;
}

/** Lines that are newer in the cache than below it; those on their way point at their home. */
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
            what: holdsText(line, frame, text),
            address: hex(line.address),
            state: stateOf(line),
          })}
        >
          <StateBox box={box} state={line.state} txn={line.txn} />
          <text className="mono label" x={box.x + 9} y={box.y + 16}>
            {fit(holdsText(line, frame, text), box.width - 16, monoWidth)}
          </text>
          <text className="caption" x={box.x + 9} y={box.y + 30}>
            {fit(
              `${decided.has(line.address) ? '' : `${hex(line.address)} · `}${stateOf(line)}`,
              box.width - 14,
              sansWidth,
            )}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Drawn over everything else, so that the crossing of the boundary is seen. */
export function Falling({ lines }: { lines: readonly PlacedLine[] }) {
  return lines.map(({ line, box, home }) =>
    line.state === 'in-flight' && home ? (
      <path
        key={line.address}
        className={`falling ${txnClass(line.txn)}`}
        d={fallPath(box, home)}
        markerEnd={`url(#fall-end-${txnClass(line.txn)})`}
      />
    ) : null,
  );
}
