import { memo, type ReactNode, useId } from 'react';
import type { Structure, TierId } from '../../engine/protocol';
import { takenIn } from '../../model/frame/durable_frame';
import type { Selection } from '../../store/stage/stage_state';
import { useTranslation } from '../../ui/i18n';
import { fit, sansWidth } from '../../ui/text_width';
import { shapes } from '../shapes';
import { StateBox } from '../shapes/marks';
import { ItemFrame } from './item_frame';
import type { StructurePlace } from './layout/stacks';
import { itemsAt } from './places';

/** The structure and item that the running event works on. */
export interface Touched {
  readonly structure: string;
  readonly key: number;
}

interface StructureViewProps {
  readonly place: StructurePlace;
  readonly structure: Structure;
  /** The distance by which its content is scrolled. */
  readonly scroll: number;
  /** The selection in this structure alone, so that others need not be drawn again. */
  readonly selection: Selection | undefined;
  /** The key of the item that the running event works on, where it is in this structure. */
  readonly touched: number | undefined;
  /** True where a lecture points here. */
  readonly focused: boolean;
  readonly onSelect: (selection: Selection) => void;
  /** Folds it to its name. */
  readonly onToggle: (tier: TierId, id: string) => void;
}

/** The numbers of rows above and below the visible part. */
function hiddenRows(
  { content, box }: StructurePlace,
  scroll: number,
): { above: number; below: number } {
  const below = content.height - scroll - box.height;
  return {
    above: Math.round(scroll / content.row),
    below: below > content.row / 3 ? Math.ceil(below / content.row) : 0,
  };
}

function captionOf(
  { extent, context }: StructurePlace,
  structure: Structure,
  t: ReturnType<typeof useTranslation>['t'],
): string {
  const title = context.text(structure.title);
  // Only those home pages are drawn that the lecture is about, so their number means nothing.
  if (extent.shape === 'pages' && structure.tier !== 'dram') return title;
  const more = structure.more ?? 0;
  const shown = takenIn(structure) + more;
  const count =
    structure.capacity !== undefined && structure.capacity > structure.items.length
      ? ` · ${t('tiers.capacity', { shown, capacity: structure.capacity })}`
      : structure.items.length === 0 && extent.shape !== 'key-value'
        ? ` · ${t('tiers.empty')}`
        : '';
  return `${title}${count}${more > 0 ? ` · ${t('tiers.notDrawn', { count: more })}` : ''}`;
}

/** The width below which a name would be cut to a letter or two. */
export const LEAST_NAME = 24;

/** The free places: dotted, without a name. */
function FreePlaces({ place, structure }: { place: StructurePlace; structure: Structure }) {
  const { shape } = place.extent;
  if (shape !== 'list' && shape !== 'ring') return null;
  const at = itemsAt(place, structure);
  const taken = new Set(structure.items.map(({ key }) => at.get(key)));
  const keyOf = new Map([...place.content.items].map(([key, box]) => [box, key]));
  return [...keyOf].map(([box, key]) =>
    taken.has(box) ? null : <StateBox key={key} box={box} state="empty" txn={0} />,
  );
}

/** Returns the caption of a structure: its name, and at the right the numbers of hidden rows. */
function useCaption(place: StructurePlace, structure: Structure, scroll: number) {
  const { t } = useTranslation();
  const { box, context, captionX, captionWidth } = place;
  const { above, below } = hiddenRows(place, scroll);
  const rows = [
    ...(above > 0 ? [t('tiers.rowsAbove', { count: above })] : []),
    ...(below > 0 ? [t('tiers.rowsBelow', { count: below })] : []),
  ].join(' ');
  // The caption has signs and numbers alone where the name would be cut.
  const signs = `${above > 0 ? `▴${above}` : ''}${below > 0 ? ` ▾${below}` : ''}`.trim();
  const right = Math.min(box.width, captionX + captionWidth);
  const title = context.text(structure.title);
  const fits = sansWidth(rows) + sansWidth(title) + 8 <= right - captionX;
  const scrolled = fits ? rows : signs;
  const room = scrolled === '' ? captionWidth : right - captionX - sansWidth(scrolled) - 8;
  const whole = captionOf(place, structure, t);
  // The name alone is better than a part of it with numbers, or less than a syllable of it.
  const named = fit(sansWidth(whole) <= room ? whole : title, room, sansWidth);
  return { caption: room < LEAST_NAME ? '' : named, scrolled, right, below };
}

/**
 * A structure at its place, with its caption, drawn by the renderer of its shape; content that does
 * not fit scrolls.
 */
export const StructureView = memo(function StructureView(props: StructureViewProps) {
  const { place, structure, scroll, focused, onToggle } = props;
  const { t } = useTranslation();
  const clip = useId();
  const { box, content, context } = place;
  const { caption, scrolled, right, below } = useCaption(place, structure, scroll);
  return (
    <g
      className={`structure${focused ? ' focused' : ''}`}
      role="group"
      aria-label={context.text(structure.title)}
      data-structure={`${place.tier}.${place.id}`}
      transform={`translate(${box.x} ${box.y})`}
    >
      <rect className="structure-place" width={box.width} height={box.height} />
      {focused && (
        <rect
          className="focus-frame"
          x={-6}
          y={-17}
          width={box.width + 12}
          height={box.height + 22}
          rx={6}
        />
      )}
      <Caption
        text={caption}
        x={place.captionX}
        label={t('tiers.fold', { title: context.text(structure.title) })}
        onFold={() => onToggle(place.tier, place.id)}
      />
      {scrolled !== '' && (
        <text className="caption" x={right} y={-6} textAnchor="end">
          {scrolled}
        </text>
      )}
      <clipPath id={clip}>
        {/* The clip leaves room for rings around items, but not for a piece of the row before. */}
        <rect
          x={-8}
          y={scroll > 0 ? 0 : -4}
          width={box.width + 16}
          height={box.height + (scroll > 0 ? 0 : 4) + (below > 0 ? 1 : 4)}
        />
      </clipPath>
      <Clipped clip={clip} scrolls={content.height > box.height + 1}>
        <Content {...props} />
      </Clipped>
    </g>
  );
});

/** The content of a structure, each item in a frame that can be selected. */
function Content(props: StructureViewProps) {
  const { place, structure, scroll, selection, touched, onSelect } = props;
  const { content, context, extent } = place;
  const { Draw } = shapes[extent.shape];
  const first = selection?.key ?? structure.items[0]?.key;
  return (
    <g className="structure-content" transform={`translate(0 ${-scroll})`}>
      <FreePlaces place={place} structure={structure} />
      <Draw
        structure={structure}
        extent={extent}
        layout={content}
        context={context}
        scroll={scroll}
        frame={(item, at, drawn) => (
          <ItemFrame
            key={`${item.key}/${structure.items.indexOf(item)}`}
            structure={structure}
            item={item}
            box={at}
            selected={selection?.key === item.key}
            touched={touched === item.key}
            tabbable={item.key === first}
            onSelect={onSelect}
          >
            {drawn}
          </ItemFrame>
        )}
      />
    </g>
  );
}

/** The name above a structure; choosing it folds the structure. */
function Caption({
  text,
  x,
  label,
  onFold,
}: {
  text: string;
  x: number;
  label: string;
  onFold: () => void;
}) {
  return (
    <g
      role="button"
      tabIndex={-1}
      aria-label={label}
      className="folds"
      onClick={onFold}
      onKeyDown={(event) => event.key === 'Enter' && onFold()}
    >
      <text className="caption" x={x} y={-6}>
        {text}
      </text>
    </g>
  );
}

/** Pointers may leave a structure that is completely visible. */
function Clipped({
  clip,
  scrolls,
  children,
}: {
  clip: string;
  scrolls: boolean;
  children: ReactNode;
}) {
  return scrolls ? <g clipPath={`url(#${clip})`}>{children}</g> : children;
}
