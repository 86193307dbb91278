import type { CutRefusal, PendingUnit, Text } from '../../engine/protocol';
import { labelsOf } from '../../model/frame/item_labels';
import { useOnStage } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { thingText } from '../../ui/sentence/event_words';
import { useText } from '../../ui/use_text';
import { txnClass } from '../shapes/marks';
import { nameAt, statementName } from './address_names';
import type { Choice, ObjectGroup, StorePlace } from './choice';
import '../../ui/i18n/later_words';

interface ObjectChoicesProps {
  readonly group: ObjectGroup;
  readonly units: readonly PendingUnit[];
  readonly choice: Choice;
  readonly refusal: CutRefusal | undefined;
  readonly onSet: (places: readonly StorePlace[], survives: boolean) => void;
}

const NO_PARTS: readonly never[] = [];
const NO_STRUCTURES: readonly never[] = [];
/** The names that identify a store by themselves. */
const OWN_NAMES = /\]$/;

/** The words for the stores of an object. */
interface ObjectNames {
  readonly object: string;
  /** A word has no fields: it has its own name. */
  readonly field: (field: Text) => string;
  /** The address stands for its content. */
  readonly value: (value: string) => string;
}

function useNames(group: ObjectGroup): ObjectNames {
  const { t } = useTranslation();
  const text = useText();
  const structures = useOnStage(({ session }) => session.scheme.structures) ?? NO_STRUCTURES;
  const parts = useOnStage(({ session }) => session.parts) ?? NO_PARTS;
  const labels = labelsOf(parts);
  const structure = structures.find((each) => each.id === group.structure);
  const label = structure && text(labels.find(structure.id, group.key).label);
  const named = statementName(structure, label ?? '');
  return {
    object:
      structure && OWN_NAMES.test(named ?? '')
        ? (named ?? '')
        : thingText(t, text, structure, { key: group.key, blocks: group.disk, labels }),
    field: (field) => text(field) || (named ?? ''),
    value: (value) => nameAt(parts, structures, value) ?? value,
  };
}

/** The pending stores into one object, one check box each. */
export function ObjectChoices({ group, units, choice, refusal, onSet }: ObjectChoicesProps) {
  const { t } = useTranslation();
  const names = useNames(group);
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
          {names.object}
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
                  {t('cut.store', {
                    field: names.field(store.field),
                    value: names.value(store.value),
                  })}
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
