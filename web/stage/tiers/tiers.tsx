import { type RefObject, Suspense, useMemo, useRef } from 'react';
import type { Frame, Structure, StructureExtent, TierId } from '../../engine/protocol';
import type { ClientAt } from '../../model/frame/clients';
import type { ItemName } from '../../model/frame/counterparts';
import { durableFrame } from '../../model/frame/durable_frame';
import { linesInCache } from '../../model/frame/lines_in_cache';
import { namedFrame } from '../../model/frame/named_frame';
import type { Named } from '../../model/lecture/subjects';
import type { Selection } from '../../store/stage/stage_state';
import { useTranslation } from '../../ui/i18n';
import { lazyPart } from '../../ui/i18n/lazy_part';
import { useText } from '../../ui/use_text';
import { BanksStrip } from '../banks/late';
import type { Surviving } from '../model/decided_lines';
import { HatchPatterns } from '../shapes/marks';
import { useShapes } from '../shapes/use_shapes';
import type { Travels } from '../travel/travels';
import { BandView, Boundary, isUnused } from './bands';
import type { CacheLines } from './cache_lines';
import { ClientsBand, clientBoxes } from './clients_band';
import type { showing } from './counterparts';
import { placeLines } from './placed_lines';
import { placesAt } from './places';
import type { StructurePlace } from './stacks';
import { type FittedStage, fitStage, type LayoutWords, type StageLayout } from './stage_layout';
import { FoldedView, StructureView, type Touched } from './structure_view';
import { type LatePart, useLate } from './use_late';
import { usePointed } from './use_pointed';
import './tiers.css';

/** Few machines have such disks. */
const DiskCache = lazyPart(() => import('./disk_cache'));
/** Lectures have no room for it. */
const WearStrip = lazyPart(() => import('./wear_strip'));
/** Only while something is pointed at. */
const CounterpartLayer = lazyPart(() =>
  import('./counterpart_layer').then((part) => ({ default: part.CounterpartLayer })),
);

const show: LatePart<typeof showing> = {
  fetch: async () => (await import('./counterparts')).showing,
};

/**
 * A system on a disk alone needs no lines of the CPU cache, and what travels comes with the first
 * step.
 */
const cacheLines: LatePart<typeof CacheLines> = {
  fetch: async () => (await import('./cache_lines')).CacheLines,
};
const travels: LatePart<typeof Travels> = {
  fetch: async () => (await import('../travel/travels')).Travels,
};

/** What the stage is laid out from; the same at every position of a session. */
export interface StageSetting {
  readonly extents: readonly StructureExtent[];
  /** The structure below that receives what is in this one. */
  readonly below: (id: string) => string | undefined;
  /** Whether a structure is drawn, and not folded to its name. */
  readonly open: (structure: { readonly tier: TierId; readonly id: string }) => boolean;
  /** What each mark's sentence names, and whether a structure folds to make room for it. */
  readonly named?: readonly (readonly Named[])[];
  readonly yields?: (structure: { readonly id: string }) => boolean;
  /** Clients have a band of their own. */
  readonly clients: boolean;
  readonly wear: boolean;
  /** Banks of the NVM; 0 without a limit. */
  readonly banks: number;
  /** Cache lines that are newer than the NVM at one time, at most. */
  readonly dirtyLines: number;
  /** The machine keeps its caches when the power fails. */
  readonly cachesKept?: boolean | undefined;
  /** Disks have a volatile cache, which takes writes first. */
  readonly diskCache?: boolean | undefined;
}

interface TiersProps {
  readonly frame: Frame;
  readonly setting: StageSetting;
  /** Size of the pane in CSS pixels, and how much larger than the desk's everything is drawn. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly touched: Touched | undefined;
  readonly focus: readonly string[];
  /** What the sentence at this position names. */
  readonly named?: readonly Named[];
  readonly clients: readonly ClientAt[];
  /** Lines that decide what comes of the power cut that is made here. */
  readonly decided?: ReadonlyMap<number, Surviving>;
  readonly selection: Selection | undefined;
  readonly onSelect: (selection: Selection | undefined) => void;
  readonly txnName: (txn: number) => string;
  /** Short notes under the bands' names. */
  readonly notes: Readonly<Record<TierId, string | undefined>>;
  /** Opens a folded structure, or folds one. */
  readonly onToggle: (tier: TierId, id: string) => void;
}

const NONE: ReadonlyMap<number, Surviving> = new Map();

/** The words that layouts are made with. */
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

function useLayout({ setting, width, height, scale, txnName }: TiersProps): FittedStage {
  const context = useLayoutWords(txnName);
  return useMemo(() => {
    return fitStage({ ...setting, width, height, context }, scale);
  }, [setting, width, height, scale, context]);
}

const besides = ({ folded }: StageLayout, tier: TierId) =>
  folded.filter((place) => place.tier === tier);

const empties = new WeakMap<StructurePlace, Structure>();

/** A structure that this phase does not have: nothing is in its place. */
function emptyOf(place: StructurePlace): Structure {
  const known = empties.get(place) ?? { ...place.extent, items: [], cursors: [] };
  empties.set(place, known);
  return known;
}

/** Items that the step to this position is about: they are scrolled into sight. */
function wantedItems(frame: Frame, touched: Touched | undefined): readonly ItemName[] {
  const moving = frame.transfers.flatMap(({ from, to }) =>
    [from, to].flatMap(({ structure, keys }) =>
      structure === undefined ? [] : keys.map((key) => ({ structure, key })),
    ),
  );
  return touched ? [touched, ...moving] : moving;
}

/**
 * The machine from its clients to the disk: what each tier holds, what moves, and the line that a
 * power failure draws.
 */
export function Tiers(props: TiersProps) {
  // What a frame shows may be newer than what the stage was laid out from.
  const all = [...props.setting.extents, ...props.frame.structures];
  return useShapes(all.map(({ shape }) => shape)) ? <Machine {...props} /> : null;
}

/** What of the machine is drawn where, at this moment. */
function useScene(props: TiersProps, stage: RefObject<SVGSVGElement | null>) {
  const { touched, selection } = props;
  const text = useText();
  const { layout, scale } = useLayout(props);
  // What is drawn in the tiers: below the boundary, what the devices have.
  const frame = useMemo(() => namedFrame(durableFrame(props.frame), text), [props.frame, text]);
  // What is newer is drawn in the cache and on its way.
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

type Scene = ReturnType<typeof useScene>;

function Machine(props: TiersProps) {
  const { setting, clients, txnName } = props;
  const { t } = useTranslation();
  const stage = useRef<SVGSVGElement>(null);
  const scene = useScene(props, stage);
  const { layout, scale, frame, newest, pointed, places, lines } = scene;
  const Lines = useLate(cacheLines, layout.cache !== undefined);
  const Travelling = useLate(travels, props.frame.transfers.length > 0);
  const boxes = useMemo(() => clientBoxes(layout, clients.length), [layout, clients]);
  const isWhole = (Lines || !layout.cache) && (Travelling || frame.transfers.length === 0);
  return (
    <svg
      ref={stage}
      className="tiers"
      // A picture that lacks a part is none yet.
      data-at={isWhole ? frame.at : undefined}
      width={props.width}
      height={layout.height * scale}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="group"
      aria-label={t('tiers.title')}
    >
      <HatchPatterns />
      <Markers />
      {layout.bands.map((band) => (
        <BandView
          key={band.tier}
          band={band}
          layout={layout}
          note={props.notes[band.tier]}
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
      <Structures {...props} scene={scene} />
      {Lines && layout.cache && (
        <Lines
          lines={lines.placed}
          frame={newest}
          places={places}
          txnName={txnName}
          decided={props.decided ?? NONE}
        />
      )}
      <HiddenLines scene={scene} />
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
          decided={props.decided ?? NONE}
        />
      )}
    </svg>
  );
}

/** All structures of the system, those that are open and those that are folded to their names. */
function Structures(props: TiersProps & { readonly scene: Scene }) {
  const { touched, focus, selection, onSelect, onToggle, scene } = props;
  const { layout, frame, places } = scene;
  const { t } = useTranslation();
  const text = useText();
  const shown = new Map(frame.structures.map((structure) => [structure.id, structure]));
  return (
    <>
      {layout.folded.map((place) => {
        const { tier, id, together } = place;
        if (together === 0) return null;
        const all = together === undefined ? [place] : besides(layout, tier);
        return (
          <FoldedView
            key={id}
            place={place}
            structure={shown.get(id)}
            title={all.map(({ extent }) => text(extent.title)).join(t('tiers.and'))}
            touched={all.some((each) => each.id === touched?.structure)}
            onOpen={() => {
              for (const each of all) onToggle(tier, each.id);
            }}
          />
        );
      })}
      {layout.places.map((place) => (
        <StructureView
          key={`${place.tier}-${place.id}`}
          place={place}
          structure={shown.get(place.id) ?? emptyOf(place)}
          scroll={places.scroll(place)}
          selection={selection?.structure === place.id ? selection : undefined}
          touched={touched?.structure === place.id ? touched.key : undefined}
          focused={focus.includes(`${place.tier}.${place.id}`)}
          onSelect={onSelect}
          onToggle={onToggle}
        />
      ))}
    </>
  );
}

/** Under the cache, how many of its lines have no room. */
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

function Markers() {
  return (
    <defs>
      <marker
        id="link-end"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="7"
        markerHeight="7"
        orient="auto-start-reverse"
      >
        <path d="M0 1 L7 4 L0 7" className="link-head" />
      </marker>
      <marker
        id="counterpart-end"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="9"
        markerHeight="9"
        markerUnits="userSpaceOnUse"
        orient="auto"
      >
        <path d="M0 0.5 L8 4 L0 7.5z" className="counterpart-head" />
      </marker>
      {Array.from({ length: 9 }, (_, index) => `txn-${index}`).map((name) => (
        <marker
          key={name}
          id={`fall-end-${name}`}
          className={name}
          viewBox="0 0 10 10"
          refX="6"
          refY="5"
          markerWidth="6"
          markerHeight="6"
          orient="auto"
        >
          <path d="M1 1 L8 5 L1 9" className="fall-head" />
        </marker>
      ))}
    </defs>
  );
}
