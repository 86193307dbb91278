import { useMemo } from 'react';
import type { Frame } from '../../engine/protocol';
import { diskLines } from '../../model/frame/disk_lines';
import { useTranslation } from '../../ui/i18n';
import { CacheLines } from './cache_lines';
import type { DiskCachePlace, StageLayout } from './layout/stage_layout';
import { placeLines } from './placed_lines';
import type { Places } from './places';

interface DiskCacheProps {
  /** The frame with the newest values. */
  readonly frame: Frame;
  readonly layout: StageLayout;
  readonly place: DiskCachePlace;
  readonly places: Places;
  readonly txnName: (txn: number) => string;
}

const NONE = new Map();

/** The row of the disks' volatile caches, whose content has been written, but would be lost. */
export default function DiskCache({ frame, layout, place, places, txnName }: DiskCacheProps) {
  const { t } = useTranslation();
  const { narrow, tight } = layout;
  const { band, lines: row } = place;
  const name = band.y + (tight ? 14 : narrow ? 15 : 21);
  const { placed, hidden } = useMemo(
    () => placeLines(diskLines(frame), layout, places, row),
    [frame, layout, places, row],
  );
  return (
    <g>
      <rect className="band cache" y={band.y} width={band.width} height={band.height} />
      <text className="band-name" x={12} y={name}>
        {t('tiers.diskCache')}
      </text>
      {!narrow && (
        <text className="caption" x={12} y={name + 16}>
          {t('tiers.lostOnFailure')}
        </text>
      )}
      <CacheLines
        lines={placed}
        frame={frame}
        places={places}
        txnName={txnName}
        decided={NONE}
        ofDisk
      />
      {hidden > 0 && (
        <text className="caption" x={row.x + row.width} y={row.y + row.height + 2} textAnchor="end">
          {t('tiers.more', { count: hidden })}
        </text>
      )}
    </g>
  );
}
