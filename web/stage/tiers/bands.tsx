import type { StructureExtent } from '../../engine/protocol';
import { useTranslation } from '../../ui/i18n';
import { fit, sansWidth } from '../../ui/text_width';
import type { Band, StageLayout } from './layout/stage_layout';

/** The distance of a band's name from its top, where the sign of the boundary may be. */
export function nameAt({ tier, line, sign }: Band, { narrow, tight }: StageLayout): number {
  const top = tight ? (line ? 14 : tier === 'cache' ? 18 : 12) : line || narrow ? 17 : 21;
  return top + sign;
}

/** True if the system has nothing in a tier, not even folded. */
export const isUnused = (
  { tier, line }: Band,
  { cache }: StageLayout,
  extents: readonly Pick<StructureExtent, 'tier'>[],
): boolean =>
  line && (tier === 'cache' ? cache === undefined : !extents.some((each) => each.tier === tier));

/** A tier: its name, and a note where there is room. */
export function BandView({
  band,
  layout,
  note,
  empty,
}: {
  band: Band;
  layout: StageLayout;
  note: string | undefined;
  /** True if the system has nothing in it, not even folded. */
  empty: boolean;
}) {
  const { t } = useTranslation();
  const { narrow, width, bodyX } = layout;
  // True if it has no room, and nothing to show.
  if (band.height === 0) return null;
  const y = band.y + nameAt(band, layout);
  const beside = band.line || narrow;
  return (
    <g data-tier={band.tier}>
      <rect className={`band ${band.tier}`} y={band.y} width={width} height={band.height} />
      <text className="band-name" x={12} y={y}>
        {t(`tier.${band.tier}`)}
      </text>
      {empty && (
        <text
          className="caption"
          x={narrow ? width - 12 : bodyX}
          y={y}
          textAnchor={narrow ? 'end' : 'start'}
        >
          {t('tiers.unused')}
        </text>
      )}
      {note !== undefined && !empty && !beside && (
        <text className="caption" x={12} y={y + 16}>
          {fit(note, bodyX - 20, sansWidth)}
        </text>
      )}
    </g>
  );
}

/** The line below which things survive a power failure. */
export function Boundary({ layout }: { layout: StageLayout }) {
  const { t } = useTranslation();
  const { width, boundaryY: y, narrow, bodyX } = layout;
  // Things that cross the line must not cover its sign.
  const long = t('tiers.boundary');
  const room = narrow ? 110 : bodyX - 16;
  const label = sansWidth(long) + 24 <= room ? long : t('tiers.boundaryShort');
  const own = Math.min(room, sansWidth(label) + 24);
  return (
    <g className="boundary">
      <line x1={0} x2={width} y1={y} y2={y} />
      <rect x={8} y={y - 9} width={own} height={18} rx={9} />
      <text x={8 + own / 2} y={y + 4} textAnchor="middle">
        {label}
      </text>
    </g>
  );
}
