import { costPanel } from './cost/cost_panel';
import type { PanelId } from './model/link';
import type { Panel, PanelSource } from './panel';
import { wearPanel } from './wear/wear_panel';

/**
 * The panels that views have in common. A new one is an entry here and its fields in model/link.ts,
 * which gives the id.
 */
const PANELS: { readonly [Id in PanelId]: Panel } = { cost: costPanel, wear: wearPanel };
const LISTED: readonly Panel[] = Object.values(PANELS);
/** The panels that show unfinished runs come first while there are any. */
const LIVE_FIRST = [...LISTED].sort((a, b) => Number(b.live) - Number(a.live));

interface PanelsProps {
  readonly source: PanelSource;
  readonly zoom: number;
  /** True while runs have not ended. */
  readonly live?: boolean;
}

/** All panels, over the runs of one view. */
export function Panels({ source, zoom, live = false }: PanelsProps) {
  return (live ? LIVE_FIRST : LISTED).map(({ id, View }) => (
    <View key={id} source={source} zoom={zoom} />
  ));
}
