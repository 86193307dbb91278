import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Frame } from '../../engine/protocol';
import type { ItemName } from '../../model/frame/counterparts';
import type { Box } from '../shapes/shape';
import { counterpartMarks, counterpartPath, seenItems } from './counterparts';
import type { StageLayout } from './layout/stage_layout';
import type { Places } from './places';

interface CounterpartLayerProps {
  readonly item: ItemName;
  readonly frame: Frame;
  readonly layout: StageLayout;
  readonly places: Places;
}

const NOTHING: Box = { x: 0, y: 0, width: 0, height: 0 };

/** The visible part of a stage in its pane and the window, in the layout's pixels. */
function viewOf(stage: SVGSVGElement, { width }: StageLayout): Box {
  const own = stage.getBoundingClientRect();
  const pane = stage.parentElement?.getBoundingClientRect() ?? own;
  const [left, top] = [Math.max(0, own.left, pane.left), Math.max(0, own.top, pane.top)];
  const right = Math.min(window.innerWidth, own.right, pane.right);
  const bottom = Math.min(window.innerHeight, own.bottom, pane.bottom);
  const scale = width / own.width;
  return {
    x: (left - own.left) * scale,
    y: (top - own.top) * scale,
    width: Math.max(0, right - left) * scale,
    height: Math.max(0, bottom - top) * scale,
  };
}

const isSame = (one: Box, other: Box): boolean =>
  one.x === other.x &&
  one.y === other.y &&
  one.width === other.width &&
  one.height === other.height;

/** Returns the visible part of the stage, and follows its changes. */
function useView(layer: RefObject<SVGGElement | null>, layout: StageLayout): Box {
  const [view, setView] = useState(NOTHING);
  useLayoutEffect(() => {
    const stage = layer.current?.ownerSVGElement;
    if (!stage) return;
    const ends = new AbortController();
    const look = () =>
      setView((old) => {
        const now = viewOf(stage, layout);
        return isSame(old, now) ? old : now;
      });
    look();
    // Panes scroll, too, and their events do not bubble.
    window.addEventListener('scroll', look, { capture: true, passive: true, signal: ends.signal });
    window.addEventListener('resize', look, { signal: ends.signal });
    return () => ends.abort();
  }, [layer, layout]);
  return view;
}

/**
 * A layer over the structures: an item, those that its pointers lead to and those that lead to it,
 * and lines between them.
 */
export function CounterpartLayer({ item, frame, layout, places }: CounterpartLayerProps) {
  const layer = useRef<SVGGElement>(null);
  const view = useView(layer, layout);
  const { rings, edges, paths } = useMemo(() => {
    const { lines, ...marks } = counterpartMarks(frame.structures, item, places, view);
    const items = lines.length > 0 ? seenItems(frame.structures, places, view) : [];
    return { ...marks, paths: lines.map(({ from, to }) => counterpartPath(from, to, items)) };
  }, [frame, item, places, view]);
  return (
    <g ref={layer} className="counterparts" role="presentation">
      {rings.map(({ x, y, width, height }) => (
        <rect
          key={`${x}/${y}`}
          className="counterpart"
          x={x - 3}
          y={y - 3}
          width={width + 6}
          height={height + 6}
          rx={5}
        />
      ))}
      {paths.map((d) => (
        <g key={d}>
          <path className="counterpart-bed" d={d} />
          <path className="counterpart-line" d={d} markerEnd="url(#counterpart-end)" />
        </g>
      ))}
      {edges.map(({ x, y, below }) => (
        <path
          key={`${x}/${y}`}
          className="counterpart-edge"
          d={`M${x - 6} ${y} h12 l-6 ${below ? 8 : -8}z`}
        />
      ))}
    </g>
  );
}
