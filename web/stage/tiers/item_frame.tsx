import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react';
import type { Item, Structure } from '../../engine/protocol';
import { isAbsent, newerOf, newerText, newestOf } from '../../model/frame/durable_frame';
import type { Selection } from '../../store/stage/stage_state';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { txnClass } from '../shapes/marks';
import type { Box } from '../shapes/shape';

interface ItemFrameProps {
  readonly structure: Structure;
  readonly item: Item;
  readonly box: Box;
  readonly selected: boolean;
  /** True where the running event works on this item. */
  readonly touched: boolean;
  /** Only one item of a structure is in the tab order; up and down go to the others. */
  readonly tabbable: boolean;
  readonly onSelect: (selection: Selection) => void;
  readonly children: ReactNode;
}

function nearest(target: EventTarget, attribute: string): number | undefined {
  const value = (target as Element).closest(`[${attribute}]`)?.getAttribute(attribute);
  return value === null || value === undefined ? undefined : Number(value);
}

function moveFocus(event: KeyboardEvent<SVGGElement>): boolean {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return false;
  const group = event.currentTarget.closest('.structure');
  const items = [...(group?.querySelectorAll<SVGGElement>('.item') ?? [])];
  items[items.indexOf(event.currentTarget) + step]?.focus();
  return true;
}

/**
 * The frame of an item in a structure: it can be reached, named and selected, and shows when an
 * event works on it.
 */
export const ItemFrame = memo(function ItemFrame(props: ItemFrameProps) {
  const { structure, item, box, selected, touched, tabbable, onSelect, children } = props;
  const { t } = useTranslation();
  const text = useText();
  const newer = newerText(item, text);
  const name = item.label || newestOf(item).label;
  const label = t(
    newer === '' ? 'tiers.item' : isAbsent(item) ? 'tiers.itemAbsent' : 'tiers.itemNewer',
    {
      structure: text(structure.title),
      label: name === '' ? String(item.key) : name,
      state: t(`durability.${item.state}`),
      newer,
    },
  );
  const select = (target: EventTarget) => {
    const inner = nearest(target, 'data-inner');
    const field = nearest(target, 'data-field');
    onSelect({
      structure: structure.id,
      key: item.key,
      ...(inner === undefined ? {} : { inner }),
      ...(field === undefined ? {} : { field }),
    });
  };
  const onKeyDown = (event: KeyboardEvent<SVGGElement>) => {
    if (moveFocus(event) || event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Enter') select(event.target);
    }
  };
  const onClick = (event: MouseEvent) => select(event.target);
  return (
    <g
      role="button"
      tabIndex={tabbable ? 0 : -1}
      aria-pressed={selected}
      aria-label={label}
      data-item={`${structure.id}/${item.key}`}
      className={`item ${txnClass(item.txn)}${selected ? ' selected' : ''}${
        touched ? ' touched' : ''
      }`}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {newerOf(item) && <title>{label}</title>}
      <rect className="item-hit" {...box} />
      {children}
      {(selected || touched) && (
        <rect
          className="item-ring"
          x={box.x - 3}
          y={box.y - 3}
          width={box.width + 6}
          height={box.height + 6}
          rx={5}
        />
      )}
    </g>
  );
});
