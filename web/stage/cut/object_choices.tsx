import type { CutRefusal, PendingUnit } from '../../engine/protocol';
import { itemName } from '../../model/frame/named_frame';
import { useStage } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { txnClass } from '../shapes/marks';
import { findItem, hex } from '../stage_words';
import type { Choice, ObjectGroup, StorePlace } from './choice';

interface ObjectChoicesProps {
  readonly group: ObjectGroup;
  readonly units: readonly PendingUnit[];
  readonly choice: Choice;
  readonly refusal: CutRefusal | undefined;
  readonly onSet: (places: readonly StorePlace[], survives: boolean) => void;
}

function useObjectName(group: ObjectGroup): string {
  const text = useText();
  const frame = useStage((state) => state.frame);
  const titles = useStage((state) => state.session?.scheme.structures);
  const title = titles?.find((each) => each.id === group.structure)?.title;
  const item = findItem(frame, group.structure, group.key)?.item;
  const label = item && itemName(item, text);
  return [title && text(title), label || group.key].filter(Boolean).join(' · ');
}

/** The pending stores into one object, one check box each. */
export function ObjectChoices({ group, units, choice, refusal, onSet }: ObjectChoicesProps) {
  const { t } = useTranslation();
  const text = useText();
  const name = useObjectName(group);
  const chosen = group.places.filter(({ unit, store }) => choice[unit]?.[store]).length;
  const all = chosen === group.places.length;
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
                      address: hex(unit.address),
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
