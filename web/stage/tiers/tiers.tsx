import { Suspense, useMemo, useRef } from 'react';
import type { TierId } from '../../engine/protocol';
import type { ClientAt } from '../../model/frame/clients';
import type { Selection } from '../../store/stage/stage_state';
import { useTranslation } from '../../ui/i18n';
import { lazyPart } from '../../ui/i18n/lazy_part';
import { BanksStrip } from '../banks/late';
import type { Surviving } from '../model/decided_lines';
import { HatchPatterns } from '../shapes/marks';
import { useShapes } from '../shapes/use_shapes';
import type { Travels } from '../travel/travels';
import { BandView, Boundary, isUnused } from './bands';
import type { CacheLines } from './cache_lines';
import { ClientsBand, clientBoxes } from './clients_band';
import { Markers } from './markers';
import { type Scene, type SceneProps, useScene } from './scene';
import { Structures } from './structures';
import { type LatePart, useLate } from './use_late';
import './tiers.css';

/** The row is fetched on demand, since few machines have such disks. */
const DiskCache = lazyPart(() => import('./disk_cache'));
/** The strip is fetched on demand, since lectures have no room for it. */
const WearStrip = lazyPart(() => import('./wear_strip'));
/** The layer is fetched when the pointer is first at an item. */
const CounterpartLayer = lazyPart(() =>
  import('./counterpart_layer').then((part) => ({ default: part.CounterpartLayer })),
);

/**
 * These parts are fetched on demand: a system on a disk alone needs no lines of the CPU cache, and
 * things travel only from the first step on.
 */
const cacheLines: LatePart<typeof CacheLines> = {
  fetch: async () => (await import('./cache_lines')).CacheLines,
};
const travels: LatePart<typeof Travels> = {
  fetch: async () => (await import('../travel/travels')).Travels,
};

interface TiersProps extends SceneProps {
  readonly focus: readonly string[];
  readonly clients: readonly ClientAt[];
  /** The lines that decide the outcome of the power cut that is made here. */
  readonly decided?: ReadonlyMap<number, Surviving>;
  readonly onSelect: (selection: Selection | undefined) => void;
  /** Short notes under the bands' names. */
  readonly notes: Readonly<Record<TierId, string | undefined>>;
  /** Opens a folded structure, or folds one. */
  readonly onToggle: (tier: TierId, id: string) => void;
}

const NONE: ReadonlyMap<number, Surviving> = new Map();

/**
 * The machine from its clients to the disk: the content of each tier, the things that move, and the
 * boundary of persistence.
 */
export function Tiers(props: TiersProps) {
  // The frame may have newer items than the stage was laid out from.
  const all = [...props.setting.extents, ...props.frame.structures];
  return useShapes(all.map(({ shape }) => shape)) ? <Machine {...props} /> : null;
}

function Machine(props: TiersProps) {
  const { setting, clients, txnName, decided = NONE } = props;
  const { t } = useTranslation();
  const stage = useRef<SVGSVGElement>(null);
  const scene = useScene(props, stage);
  const { layout, scale, frame, newest, places, lines } = scene;
  const Lines = useLate(cacheLines, layout.cache !== undefined);
  const Travelling = useLate(travels, props.frame.transfers.length > 0);
  const boxes = useMemo(() => clientBoxes(layout, clients.length), [layout, clients]);
  const isWhole = (Lines || !layout.cache) && (Travelling || frame.transfers.length === 0);
  return (
    <svg
      ref={stage}
      className="tiers"
      // A picture that lacks a part is not complete.
      data-at={isWhole ? frame.at : undefined}
      width={props.width}
      height={layout.height * scale}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="group"
      aria-label={t('tiers.title')}
    >
      <HatchPatterns />
      <Markers />
      <Bands {...props} scene={scene} />
      <Structures {...props} scene={scene} />
      {Lines && layout.cache && (
        <Lines
          lines={lines.placed}
          frame={newest}
          places={places}
          txnName={txnName}
          decided={decided}
        />
      )}
      <HiddenLines scene={scene} />
      <Strips scene={scene} />
      {Travelling && (
        <Travelling
          newest={newest}
          frame={frame}
          extents={setting.extents}
          layout={layout}
          places={places}
          lines={lines.placed}
          clients={clients}
          boxes={boxes}
          decided={decided}
        />
      )}
    </svg>
  );
}

/** The tiers themselves, from the clients to the disk, and the boundary between them. */
function Bands({ scene, setting, notes, clients, txnName }: TiersProps & { scene: Scene }) {
  const { layout, newest, places } = scene;
  return (
    <>
      {layout.bands.map((band) => (
        <BandView
          key={band.tier}
          band={band}
          layout={layout}
          note={notes[band.tier]}
          empty={isUnused(band, layout, setting.extents)}
        />
      ))}
      {layout.diskCache && (
        <Suspense>
          <DiskCache
            frame={newest}
            layout={layout}
            place={layout.diskCache}
            places={places}
            txnName={txnName}
          />
        </Suspense>
      )}
      <ClientsBand layout={layout} clients={clients} txnName={txnName} />
      <Boundary layout={layout} />
    </>
  );
}

/** The parts that only some machines have, or that are drawn only at a pointer. */
function Strips({ scene: { layout, frame, pointed, places } }: { readonly scene: Scene }) {
  return (
    <>
      {layout.banks && frame.banks && (
        <Suspense>
          <BanksStrip queues={frame.banks} box={layout.banks} />
        </Suspense>
      )}
      {layout.wear && (
        <Suspense>
          <WearStrip wear={frame.wear} box={layout.wear} />
        </Suspense>
      )}
      {pointed && (
        <Suspense>
          <CounterpartLayer item={pointed} frame={frame} layout={layout} places={places} />
        </Suspense>
      )}
    </>
  );
}

/** The number of lines without room, under the cache. */
function HiddenLines({ scene: { layout, lines } }: { readonly scene: Scene }) {
  const { t } = useTranslation();
  if (lines.hidden === 0 || !layout.cache) return null;
  const { x, y, width, height } = layout.cache;
  return (
    <text className="caption" x={x + width} y={y + height + 2} textAnchor="end">
      {t('tiers.more', { count: lines.hidden })}
    </text>
  );
}
