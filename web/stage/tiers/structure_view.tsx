import type { Selection } from '../../store/stage_state';
import { useTranslation } from '../../ui/i18n';
import { shapes } from '../shapes';
import { ItemFrame } from './item_frame';
import type { PlacedStructure } from './tiers_layout';

/** The structure and item that the running event works on. */
export interface Touched {
  readonly structure: string;
  readonly key: number;
}

interface StructureViewProps {
  readonly placed: PlacedStructure;
  readonly selection: Selection | undefined;
  readonly touched: Touched | undefined;
  /** A lecture asks to look here. */
  readonly focused: boolean;
  readonly onSelect: (selection: Selection) => void;
}

/** One structure at its place, with its caption, drawn by the renderer of its shape. */
export function StructureView({
  placed,
  selection,
  touched,
  focused,
  onSelect,
}: StructureViewProps) {
  const { t } = useTranslation();
  const { structure, layout, context, x, y } = placed;
  const { Draw } = shapes[structure.shape];
  const title = context.text(structure.title);
  const first = selection?.structure === structure.id ? selection.key : structure.items[0]?.key;
  const left = layout.hidden + (structure.more ?? 0);
  const hidden = left > 0 ? ` · ${t('tiers.more', { count: left })}` : '';
  const capacity =
    structure.capacity !== undefined && structure.capacity > structure.items.length
      ? ` · ${t('tiers.capacity', { shown: structure.items.length, capacity: structure.capacity })}`
      : '';
  return (
    <g
      className={`structure${focused ? ' focused' : ''}`}
      role="group"
      aria-label={title}
      transform={`translate(${x} ${y})`}
    >
      {focused && (
        <rect
          className="focus-frame"
          x={-8}
          y={-19}
          width={layout.width + 16}
          height={layout.height + 24}
          rx={6}
        />
      )}
      <text className="caption" x={0} y={-7}>
        {title}
        {capacity}
        {hidden}
      </text>
      {layout.items.size === 0 && (
        <text className="caption" x={0} y={12}>
          {t('tiers.empty')}
        </text>
      )}
      <Draw
        structure={structure}
        layout={layout}
        context={context}
        frame={(item, box, content) => (
          <ItemFrame
            key={`${item.key}/${structure.items.indexOf(item)}`}
            structure={structure}
            item={item}
            box={box}
            selected={selection?.structure === structure.id && selection.key === item.key}
            touched={touched?.structure === structure.id && touched.key === item.key}
            tabbable={item.key === first}
            onSelect={onSelect}
          >
            {content}
          </ItemFrame>
        )}
      />
    </g>
  );
}
