import type { Structure } from '../../engine/protocol';
import { useTranslation } from '../../ui/i18n';
import { fit, sansWidth } from '../../ui/text_width';
import type { FoldedPlace } from './layout/stage_layout';
import { LEAST_NAME } from './structure_view';

/** A structure that is folded: its name, and the number of its items. */
export function FoldedView({
  place,
  structure,
  title,
  touched,
  onOpen,
}: {
  place: FoldedPlace;
  structure: Structure | undefined;
  title: string;
  /** True where the running event works on it. */
  touched: boolean;
  onOpen: () => void;
}) {
  const { t } = useTranslation();
  const { box, together } = place;
  const count = together ?? (structure?.items.length ?? 0) + (structure?.more ?? 0);
  // The gap between the sign that it can be opened and the number.
  const room = box.width - 41;
  return (
    <g
      role="button"
      tabIndex={0}
      className={`folded${touched ? ' touched' : ''}`}
      aria-expanded={false}
      aria-label={t('tiers.folded', { title, count })}
      data-structure={`${place.tier}.${place.id}`}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        onOpen();
      }}
    >
      <rect className="folded-hit" {...box} rx={4} />
      <path d={`M${box.x + 2} ${box.y + 5} l5 4 l-5 4z`} className="folded-sign" />
      {together === undefined && room >= LEAST_NAME && (
        <text className="caption" x={box.x + 12} y={box.y + 13}>
          {fit(title, room, sansWidth)}
        </text>
      )}
      <text className="mono folded-count" x={box.x + box.width - 4} y={box.y + 13} textAnchor="end">
        {count}
      </text>
    </g>
  );
}
