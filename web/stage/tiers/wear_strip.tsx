import type { Frame } from '../../engine/protocol';
import { useTranslation } from '../../ui/i18n';
import type { Box } from '../shapes/shape';

const CELLS = 128;

/**
 * Groups worn units into at most CELLS cells, each with the worst of its units; unworn units at the
 * end are left out.
 */
function cellsOf(counts: readonly number[]): { per: number; cells: number[] } {
  let used = counts.length;
  while (used > 0 && counts[used - 1] === 0) used--;
  const per = Math.max(1, Math.ceil(used / CELLS));
  const cells: number[] = [];
  for (let at = 0; at < used; at += per) cells.push(Math.max(0, ...counts.slice(at, at + per)));
  return { per, cells };
}

/** Returns a description of the device's wear levelling, and of its end. */
function useLevelling({ own, sparesUsed, spares, wornOut }: Frame['wear']): string {
  const { t } = useTranslation();
  if (own === undefined) return '';
  const told = [t('tiers.wearOwn', { lines: own })];
  if (spares) told.push(t('tiers.wearSpares', { used: sparesUsed ?? 0, spares }));
  if (wornOut) told.push(t('tiers.wornOut'));
  return told.map((each) => ` · ${each}`).join('');
}

/** The writes by unit of the NVM, from its first address. */
export default function WearStrip({ wear, box }: { wear: Frame['wear']; box: Box }) {
  const { t } = useTranslation();
  const levelling = useLevelling(wear);
  const { per, cells } = cellsOf(wear.counts);
  const width = Math.min(10, box.width / Math.max(64, cells.length));
  const bytes = wear.unitBytes * per;
  return (
    <g role="img" aria-label={t('tiers.wearLabel', { max: wear.max, bytes }) + levelling}>
      <text className="caption" x={box.x} y={box.y - 6}>
        {t('tiers.wear', { bytes })}
        {levelling}
      </text>
      <rect className="wear-bed" {...box} width={Math.max(width * cells.length, width * 64)} />
      {cells.map((count, index) =>
        count === 0 ? null : (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
            key={index}
            className="wear-cell"
            x={box.x + index * width}
            y={box.y + box.height * (1 - count / Math.max(1, wear.max))}
            width={Math.max(1, width - 1)}
            height={(box.height * count) / Math.max(1, wear.max)}
          >
            <title>
              {t('tiers.wearUnit', { address: `0x${(index * bytes).toString(16)}`, count })}
            </title>
          </rect>
        ),
      )}
    </g>
  );
}
