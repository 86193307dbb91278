import type { CutRefusal, PendingUnit } from '../../engine/protocol';
import { labelsOf } from '../../model/frame/item_labels';
import { useStage } from '../../store/stage/stage_context';
import { thingText } from '../../ui/event_words';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { txnClass } from '../shapes/marks';
import type { Choice, ObjectGroup, StorePlace } from './choice';

interface ObjectChoicesProps {
  readonly group: ObjectGroup;
  readonly units: readonly PendingUnit[];
  readonly choice: Choice;
  readonly refusal: CutRefusal | undefined;
  readonly onSet: (places: readonly StorePlace[], survives: boolean) => void;
}

const NO_PARTS: readonly never[] = [];

function useObjectName(group: ObjectGroup): string {
  const { t } = useTranslation();
  const text = useText();
  const structure = useStage((state) =>
    state.session?.scheme.structures.find((each) => each.id === group.structure),
  );
  const parts = useStage((state) => state.session?.parts) ?? NO_PARTS;
  const labels = labelsOf(parts);
  return thingText(t, text, structure, { key: group.key, blocks: group.disk, labels });
}

/** The pending stores into one object, one check box each. */
export function ObjectChoices({ group, units, choice, refusal, onSet }: ObjectChoicesProps) {
  const { t } = useTranslation();
  const text = useText();
  const name = useObjectName(group);
  const chosen = group.places.filter(({ unit, store }) => choice[unit]?.[store]).length;
  const all = chosen === group.places.length;
  const lines = [...new Set(group.places.map(({ unit }) => unit))];
  return (
    <fieldset className={`object-choices ${txnClass(group.txn)}`}>
      <legend>
        <label>
          <input
            type="checkbox"
            checked={all}
            ref={(box) => {
              if (box) box.indeterminate = chosen > 0 && !all;
            }}
            onChange={() => onSet(group.places, !all)}
          />
          {name}
        </label>
      </legend>
      <ul>
        {group.places.map((place) => {
          const unit = units[place.unit];
          const store = unit?.stores[place.store];
          if (!unit || !store) return null;
          const refused = refusal?.unit === place.unit;
          return (
            <li key={`${place.unit}/${place.store}`} className={refused ? 'refused' : undefined}>
              <label className="mono">
                <input
                  type="checkbox"
                  checked={choice[place.unit]?.[place.store] ?? false}
                  onChange={(event) => onSet([place], event.target.checked)}
                />
                <span>
                  {t('cut.store', { field: text(store.field), value: store.value })}
                  <span className="mute where">
                    {t(unit.tier === 'nvm' ? 'cut.line' : 'cut.sector', {
                      number: 1 + lines.indexOf(place.unit),
                    })}{' '}
                    · {t(`durability.${unit.state}`)}
                    {store.nonTemporal && ` · ${t('cut.nonTemporal')}`}
                  </span>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
