import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Frame, TierId } from '../../engine/protocol';
import type { Surviving } from '../../model/guilty_lines';
import type { Selection } from '../../store/stage_state';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { HatchPatterns } from '../shapes/marks';
import type { Box } from '../shapes/shape';
import { sansWidth } from '../shapes/text_width';
import { CacheLines, Falling } from './cache_lines';
import { type Crossing, CrossingPath } from './crossing';
import { scrollFor, together } from './in_sight';
import { StructureView, type Touched } from './structure_view';
import { type Band, layoutTiers, type TiersLayout } from './tiers_layout';
import { WearStrip } from './wear_strip';
import './tiers.css';

interface TiersProps {
  readonly frame: Frame;
  /** Size of the pane in CSS pixels, and how much larger than the desk's everything is drawn. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** Bands keep their height while this stays the same. */
  readonly session: string;
  readonly touched: Touched | undefined;
  readonly crossing: Crossing | undefined;
  readonly focus: readonly string[];
  /** Lines that decide what comes of the power cut that is made here. */
  readonly decided?: ReadonlyMap<number, Surviving>;
  readonly selection: Selection | undefined;
  readonly onSelect: (selection: Selection | undefined) => void;
  /** Short notes under the bands' names. */
  readonly txnName: (txn: number) => string;
  readonly notes: Readonly<Record<TierId, readonly string[]>>;
}

const NONE: ReadonlyMap<number, Surviving> = new Map();

function useGrownHeights(session: string): Partial<Record<TierId, number>> {
  const grown = useRef<{ session: string; heights: Partial<Record<TierId, number>> }>({
    session,
    heights: {},
  });
  if (grown.current.session !== session) grown.current = { session, heights: {} };
  return grown.current.heights;
}

/** A structure that begins so close below a line has its caption at the line. */
const CAPTION_CLOSE = 26;
/** Room that stays above and below what is shown. */
const ROOM = 24;

/**
 * Scrolls the pane so that what the running event works on can be seen, with what the lecture points at as far as
 * there is room.
 */
function useFollow(svg: RefObject<SVGSVGElement | null>, boxes: readonly Box[], scale: number) {
  const wanted = boxes.map(({ y, height }) => ({
    top: y * scale - ROOM,
    bottom: (y + height) * scale + ROOM,
  }));
  const key = JSON.stringify(wanted);
  useEffect(() => {
    const pane = svg.current?.parentElement;
    if (!pane) return;
    const shown = together(JSON.parse(key), pane.clientHeight);
    const top = shown && scrollFor(shown, pane.scrollTop, pane.clientHeight);
    if (top !== undefined) pane.scrollTo({ top });
  }, [svg, key]);
}

/** The touched item first, then each structure that the lecture points at. */
function boxesToFollow(
  { bands, home }: TiersLayout,
  touched: Touched | undefined,
  focus: readonly string[],
): Box[] {
  const item = touched && home(touched.structure, touched.key);
  const structures = bands.flatMap((band) =>
    band.structures.filter(({ structure }) => focus.includes(`${band.tier}.${structure.id}`)),
  );
  const boxes = structures.map(({ x, y, layout: { width, height } }) => ({ x, y, width, height }));
  return item ? [item, ...boxes] : boxes;
}

function BandView({
  band,
  width,
  notes,
  narrow,
}: {
  band: Band;
  width: number;
  notes: readonly string[];
  narrow: boolean;
}) {
  const { t } = useTranslation();
  return (
    <g>
      <rect className={`band ${band.tier}`} y={band.y} width={width} height={band.height} />
      <text className="band-name" x={12} y={band.y + (narrow ? 22 : 24)}>
        {t(`tier.${band.tier}`)}
      </text>
      {band.unused && (
        <text
          className="caption"
          x={narrow ? width - 12 : 140}
          y={band.y + (narrow ? 22 : 24)}
          textAnchor={narrow ? 'end' : 'start'}
        >
          {t('tiers.unused')}
        </text>
      )}
      {!band.unused && narrow && (
        <text className="caption" x={width - 12} y={band.y + 22} textAnchor="end">
          {notes.join(' · ')}
        </text>
      )}
      {!band.unused &&
        !narrow &&
        notes.map((note, index) => (
          <text key={note} className="caption" x={12} y={band.y + 40 + index * 15}>
            {note}
          </text>
        ))}
    </g>
  );
}

function Boundary({ layout }: { layout: TiersLayout }) {
  const { t } = useTranslation();
  const label = t('tiers.boundary');
  const { width, boundaryY: y } = layout;
  const own = sansWidth(label, 11) + 28;
  const x = width - own - 14;
  const below = layout.bands.find(({ tier }) => tier === 'nvm')?.structures ?? [];
  // Its sign stands on the line, or above it where a caption is close below.
  const caption = below.some(
    (each) => each.y < y + CAPTION_CLOSE && each.x + each.layout.width > x,
  );
  const middle = caption ? y - 10 : y;
  return (
    <g className="boundary">
      <line x1={0} x2={width} y1={y} y2={y} />
      <rect x={x} y={middle - 10} width={own} height={20} rx={10} />
      <text x={x + own / 2} y={middle + 4} textAnchor="middle">
        {label}
      </text>
    </g>
  );
}

/** The machine from cache to disk: what each tier holds, and the line that a power failure draws. */
export function Tiers(props: TiersProps) {
  const { frame, scale, session, touched, crossing, focus, selection, onSelect, notes, txnName } =
    props;
  const { t } = useTranslation();
  const text = useText();
  const pageName = useCallback((label: string) => t('tiers.page', { label }), [t]);
  const moreName = useCallback((count: number) => t('tiers.more', { count }), [t]);
  const grown = useGrownHeights(`${session}|${props.width}|${scale}`);
  const width = props.width / scale;
  const layout = useMemo(
    () =>
      layoutTiers({
        frame,
        width,
        height: props.height / scale,
        text,
        pageName,
        moreName,
        txnName,
        touched,
        grown,
      }),
    [frame, width, props.height, scale, text, pageName, moreName, txnName, touched, grown],
  );
  const narrow = width < 620;
  const svg = useRef<SVGSVGElement>(null);
  useFollow(svg, boxesToFollow(layout, touched, focus), scale);
  return (
    <svg
      ref={svg}
      className="tiers"
      data-at={frame.at}
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
          width={width}
          notes={notes[band.tier]}
          narrow={narrow}
        />
      ))}
      <Boundary layout={layout} />
      {layout.bands.flatMap((band) =>
        band.structures.map((placed) => (
          <StructureView
            key={`${band.tier}-${placed.structure.id}`}
            placed={placed}
            selection={selection}
            touched={touched}
            focused={focus.includes(`${band.tier}.${placed.structure.id}`)}
            onSelect={onSelect}
          />
        )),
      )}
      <CacheLines lines={layout.lines} frame={frame} decided={props.decided ?? NONE} />
      {layout.wear && <WearStrip wear={frame.wear} box={layout.wear} />}
      <Falling lines={layout.lines} />
      {crossing && <CrossingPath crossing={crossing} layout={layout} />}
    </svg>
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
