import { type RefObject, useMemo } from 'react';
import type { Frame, StructureExtent, TierId, Transfer } from '../../engine/protocol';
import type { ItemName } from '../../model/frame/counterparts';
import { durableFrame } from '../../model/frame/durable_frame';
import { linesInCache } from '../../model/frame/lines_in_cache';
import { namedFrame } from '../../model/frame/named_frame';
import type { Named } from '../../model/lecture/subjects';
import type { Selection } from '../../store/stage/stage_state';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import type { showing } from './counterparts';
import { type FittedStage, fitStage } from './layout/fit_stage';
import type { LayoutWords } from './layout/stage_layout';
import { placeLines } from './placed_lines';
import { placesAt } from './places';
import type { Touched } from './structure_view';
import { type LatePart, useLate } from './use_late';
import { usePointed } from './use_pointed';

/** The setting from which the stage is laid out; it is the same at every position of a session. */
export interface StageSetting {
  readonly extents: readonly StructureExtent[];
  /** The structure below that receives what is in this one. */
  readonly below: (id: string) => string | undefined;
  /** Returns true if a structure is drawn, and not folded to its name. */
  readonly open: (structure: { readonly tier: TierId; readonly id: string }) => boolean;
  /**
   * The items that each mark's sentence names, and whether a structure folds to make room for them.
   */
  readonly named?: readonly (readonly Named[])[];
  readonly yields?: (structure: { readonly id: string }) => boolean;
  /** True if clients have a band of their own. */
  readonly clients: boolean;
  readonly wear: boolean;
  /** The number of banks of the NVM; 0 without a limit. */
  readonly banks: number;
  /** The most cache lines that are newer than the NVM at one time. */
  readonly dirtyLines: number;
  /** True if the machine keeps its caches when the power fails. */
  readonly cachesKept?: boolean | undefined;
  /** True if disks have a volatile cache, which takes writes first. */
  readonly diskCache?: boolean | undefined;
}

/** The values that decide where everything of the machine is drawn. */
export interface SceneProps {
  readonly frame: Frame;
  readonly setting: StageSetting;
  /**
   * The size of the pane in CSS pixels, and the factor by which everything is larger than on a
   * desk.
   */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly touched: Touched | undefined;
  /** The items that the sentence at this position names. */
  readonly named?: readonly Named[];
  readonly selection: Selection | undefined;
  readonly txnName: (txn: number) => string;
}

const show: LatePart<typeof showing> = {
  fetch: async () => (await import('./counterparts')).showing,
};

/** The words with which layouts are made. */
export function useLayoutWords(txnName: (txn: number) => string): LayoutWords {
  const { t } = useTranslation();
  const text = useText();
  return useMemo(
    () => ({
      text,
      txnName,
      pageName: (label: string) => t('tiers.page', { label }),
      moreName: (count: number) => t('tiers.more', { count }),
      tierName: (tier: TierId) => t(`tier.${tier}`),
    }),
    [t, text, txnName],
  );
}

function useLayout({ setting, width, height, scale, txnName }: SceneProps): FittedStage {
  const context = useLayoutWords(txnName);
  return useMemo(() => {
    return fitStage({ ...setting, width, height, context }, scale);
  }, [setting, width, height, scale, context]);
}

/** The items of the step to this position, which are scrolled into sight. */
function wantedItems(frame: Frame, touched: Touched | undefined): readonly ItemName[] {
  // A transfer that has just arrived comes before one that is still on its way.
  const late = ({ state }: Transfer) => (state === 'arrived' ? 0 : 1);
  const transfers = [...frame.transfers].sort((one, other) => late(one) - late(other));
  const moving = transfers.flatMap(({ from, to }) =>
    [from, to].flatMap(({ structure, keys }) =>
      structure === undefined ? [] : keys.map((key) => ({ structure, key })),
    ),
  );
  return touched ? [touched, ...moving] : moving;
}

/** Returns the places and the drawing of the machine at this moment. */
export function useScene(props: SceneProps, stage: RefObject<SVGSVGElement | null>) {
  const { touched, selection } = props;
  const text = useText();
  const { layout, scale } = useLayout(props);
  // The tiers show the devices' content below the boundary.
  const frame = useMemo(() => namedFrame(durableFrame(props.frame), text), [props.frame, text]);
  // Newer values are drawn in the cache and on their way.
  const newest = useMemo(() => namedFrame(props.frame, text), [props.frame, text]);
  const pointed = usePointed(stage, selection);
  const usual = useMemo(
    () => placesAt(layout, frame, wantedItems(frame, touched), props.named),
    [layout, frame, touched, props.named],
  );
  const showing = useLate(show, pointed !== undefined);
  const places = useMemo(
    () => (pointed && showing ? showing(pointed, usual, layout, frame) : usual),
    [pointed, showing, usual, layout, frame],
  );
  const lines = useMemo(
    () => placeLines(linesInCache(frame), layout, places),
    [frame, layout, places],
  );
  return { layout, scale, frame, newest, pointed, places, lines };
}

export type Scene = ReturnType<typeof useScene>;
