import { Suspense, useId, useMemo, useState } from 'react';
import type { Field, Frame, Item } from '../../engine/protocol';
import { counterpartsOf, type ItemName } from '../../model/frame/counterparts';
import { itemName } from '../../model/frame/named_frame';
import type { Selection } from '../../store/stage/stage_state';
import { useTranslation } from '../../ui/i18n';
import { lazyPart } from '../../ui/i18n/lazy_part';
import { useText } from '../../ui/use_text';
import { txnClass } from '../shapes/marks';
import { findItem, hex } from '../stage_words';
import type { ReadBytes } from './read_bytes';
import '../../ui/i18n/later_words';

const ByteTable = lazyPart(() => import('./byte_table'));

interface SelectedPanelProps {
  readonly frame: Frame | undefined;
  readonly selection: Selection | undefined;
  readonly readBytes: ReadBytes;
  readonly onSelect: (selection: Selection | undefined) => void;
}

const at = ({ structure, key }: ItemName): Selection => ({ structure, key });

function FieldRow({
  field,
  open,
  onToggle,
}: {
  field: Field;
  open: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const text = useText();
  const name = text(field.name);
  const newest = field.text ? text(field.text) : field.value;
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className="link-button"
          aria-expanded={open}
          aria-label={t('selected.bytes', { name })}
          onClick={onToggle}
        >
          {name}
        </button>
      </th>
      <td className="mono">
        {field.durableValue === undefined
          ? newest
          : t('selected.onDevice', {
              value: field.durableText ? text(field.durableText) : field.durableValue,
            })}
        {field.durableValue !== undefined && (
          <span className="durable-value"> {t('selected.newerAbove', { value: newest })}</span>
        )}
      </td>
      <td>
        <span className={`state-tag ${field.durability}`}>
          {t(`durability.${field.durability}`)}
        </span>
      </td>
    </tr>
  );
}

const keyOf = ({ structure, key, inner, field }: Selection) =>
  `${structure}/${key}/${inner ?? ''}/${field ?? ''}`;

/** The selected item: every field with its state, and the bytes of any of them. */
export function SelectedPanel({ frame, selection, readBytes, onSelect }: SelectedPanelProps) {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const found = selection && findItem(frame, selection.structure, selection.key);
  const inner = found?.item.items?.find((each) => each.key === selection?.inner);
  const item: Item | undefined = inner ?? found?.item;
  const label = item ? itemName(item, text) || String(item.key) : '';
  const pointers = useMemo(
    () =>
      frame && selection
        ? counterpartsOf(frame.structures, selection)
            .filter(({ pointsHere }) => pointsHere)
            .map(({ structure, item: { key }, name }) => ({ structure: structure.id, key, name }))
        : [],
    [frame, selection],
  );
  const nameOf = ({ structure, key }: ItemName) => {
    const there = findItem(frame, structure, key);
    const name = (there && itemName(there.item, text)) || String(key);
    // Two structures may have the same name.
    return there && structure !== selection?.structure
      ? `${text(there.structure.title)} · ${name}`
      : name;
  };
  return (
    <section className="panel selected" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id} className="heading">
          {item ? t('selected.heading', { label }) : t('selected.title')}
        </h2>
        {selection && (
          <button type="button" className="link-button" onClick={() => onSelect(undefined)}>
            {t('selected.clear')}
          </button>
        )}
      </div>
      {!selection && <p className="mute">{t('selected.none')}</p>}
      {selection && !item && <p className="mute">{t('selected.gone')}</p>}
      {item && selection && (
        <div className={txnClass(item.txn)}>
          <ItemFields
            key={keyOf(selection)}
            item={item}
            initial={selection.field}
            frame={frame}
            readBytes={readBytes}
          />
          <ul className="links mono">
            {item.links.map((link) => (
              <li key={`${link.structure}/${link.key}/${link.name.en}`}>
                <button type="button" className="link-button" onClick={() => onSelect(at(link))}>
                  {t('selected.pointsTo', { name: text(link.name), target: nameOf(link) })}
                </button>
              </li>
            ))}
            {pointers.map((from) => (
              <li key={`${from.structure}/${from.key}/${from.name.en} here`}>
                <button type="button" className="link-button" onClick={() => onSelect(at(from))}>
                  {t('selected.pointedToBy', { name: text(from.name), source: nameOf(from) })}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

interface ItemFieldsProps {
  readonly item: Item;
  readonly initial: number | undefined;
  readonly frame: Frame | undefined;
  readonly readBytes: ReadBytes;
}

function ItemFields({ item, initial, frame, readBytes }: ItemFieldsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<number | undefined>(initial);
  const field = open === undefined ? undefined : item.fields[open];
  const first = item.fields[0];
  return (
    <>
      {first && (
        <p className="mono mute">
          {t(`tier.${first.tier}`)} {hex(Math.min(...item.fields.map((each) => each.address)))}
        </p>
      )}
      <table className="field-table">
        <caption className="visually-hidden">{t('selected.fields')}</caption>
        <tbody>
          {item.fields.map((each, index) => (
            <FieldRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
              key={index}
              field={each}
              open={index === open}
              onToggle={() => setOpen(index === open ? undefined : index)}
            />
          ))}
        </tbody>
      </table>
      {field && frame && (
        <Suspense fallback={<p className="mute">{t('app.working')}</p>}>
          <ByteTable field={field} at={frame.at} readBytes={readBytes} />
        </Suspense>
      )}
    </>
  );
}
