import { useMemo } from 'react';
import type { Frame, StructureExtent, TierId } from '../../engine/protocol';
import type { ClientAt } from '../../model/frame/clients';
import { diskLines } from '../../model/frame/disk_lines';
import { useTranslation } from '../../ui/i18n';
import type { Surviving } from '../model/decided_lines';
import type { Box } from '../shapes/shape';
import type { StageLayout } from '../tiers/layout/stage_layout';
import { type PlacedLine, placeLines } from '../tiers/placed_lines';
import type { Places } from '../tiers/places';
import { fatesOf } from './fates';
import { movesAt } from './moves';
import { rested } from './rested';
import { TransferLayer } from './transfer_layer';
import { useMoveWords } from './use_move_words';

interface TravelsProps {
  /** The frame with its newest values, which travel, and the frame as it is drawn. */
  readonly newest: Frame;
  readonly frame: Frame;
  readonly extents: readonly StructureExtent[];
  readonly layout: StageLayout;
  readonly places: Places;
  readonly lines: readonly PlacedLine[];
  readonly clients: readonly ClientAt[];
  /** The clients' boxes. */
  readonly boxes: readonly Box[];
  /** The survival of lines in the power cut that is made here. */
  readonly decided: ReadonlyMap<number, Surviving>;
}

/** All things that travel at a position; the code is fetched when one first does. */
export function Travels({
  newest,
  frame,
  layout,
  places,
  lines,
  decided,
  ...others
}: TravelsProps) {
  const { extents, clients, boxes } = others;
  const { t } = useTranslation();
  const words = useMoveWords();
  const moves = useMemo(() => {
    const row = layout.diskCache?.lines;
    const onDisks = row ? placeLines(diskLines(newest), layout, places, row).placed : [];
    const client = (txn: number) => boxes[clients.findIndex((each) => each.txn === txn)];
    const drawing = {
      frame,
      layout,
      places,
      extents,
      unused: t('tiers.unused'),
      boxes: [...boxes, ...[...lines, ...onDisks].map(({ box }) => box)],
      tierName: (tier: TierId) => t(`tier.${tier}`),
    };
    const moves = movesAt(newest, { layout, places, lines, onDisks, client });
    return rested(moves, drawing, words);
  }, [newest, frame, layout, places, lines, extents, clients, boxes, t, words]);
  const fates = useMemo(() => fatesOf(newest.transfers, decided), [newest, decided]);
  return <TransferLayer frame={newest} moves={moves} layout={layout} fates={fates} />;
}
