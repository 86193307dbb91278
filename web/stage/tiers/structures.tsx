import type { Structure, TierId } from '../../engine/protocol';
import type { Selection } from '../../store/stage/stage_state';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { FoldedView } from './folded_view';
import type { StructurePlace } from './layout/stacks';
import type { StageLayout } from './layout/stage_layout';
import type { Scene } from './scene';
import { StructureView, type Touched } from './structure_view';

/** The name and number of all folded structures of a tier. */
const besides = ({ folded }: StageLayout, tier: TierId) =>
  folded.filter((place) => place.tier === tier);

const empties = new WeakMap<StructurePlace, Structure>();

/** True for a structure that this phase does not have: its place is empty. */
function emptyOf(place: StructurePlace): Structure {
  const known = empties.get(place) ?? { ...place.extent, items: [], cursors: [] };
  empties.set(place, known);
  return known;
}

interface StructuresProps {
  readonly scene: Scene;
  readonly touched: Touched | undefined;
  readonly focus: readonly string[];
  readonly selection: Selection | undefined;
  readonly onSelect: (selection: Selection | undefined) => void;
  /** Opens a folded structure, or folds one. */
  readonly onToggle: (tier: TierId, id: string) => void;
}

/** All structures of the system, open or folded to their names. */
export function Structures(props: StructuresProps) {
  const { scene, touched, focus, selection, onSelect, onToggle } = props;
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
