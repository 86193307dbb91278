import { useId } from 'react';
import { formatBytes } from '../../ui/format/format_bytes';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { SIDES } from '../compare_context';
import type { Row, RowUnit } from '../model/side_by_side';
import { SideName } from '../side/side_name';

/** A number with its unit. */
export function amount(value: number, unit: RowUnit): string {
  if (unit === 'ns') return formatTime(value);
  return unit === 'bytes' ? formatBytes(value) : String(value);
}

/** Neither side has more. */
export function Equal() {
  const { t } = useTranslation();
  return (
    <span className="mute">
      <span aria-hidden="true">{t('compare.equal')}</span>
      <span className="visually-hidden">{t('compare.equalLong')}</span>
    </span>
  );
}

/** Says by a sign and a word which side has more. */
function Difference({ row }: { row: Row }) {
  const { t } = useTranslation();
  if (row.more === undefined) return <span className="mute">–</span>;
  if (row.larger === undefined) return <Equal />;
  return t(`compare.more.${SIDES[row.larger]}`, { by: amount(row.more, row.unit) });
}

/** The heads of the columns of both sides. */
export function SideColumns() {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <td />
        <th scope="col">
          <SideName index={0} />
        </th>
        <th scope="col">
          <SideName index={1} />
        </th>
        <th scope="col">{t('compare.difference')}</th>
      </tr>
    </thead>
  );
}

interface NumberTableProps<Id extends string> {
  readonly title: string;
  readonly rows: readonly Row<Id>[];
  readonly name: (id: Id) => string;
}

/** Numbers of both sides, one below the other; the larger one of each stands out. */
export function NumberTable<Id extends string>({ title, rows, name }: NumberTableProps<Id>) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="heading">
        {title}
      </h2>
      <table className="side-table" aria-labelledby={id}>
        <SideColumns />
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={row.larger === undefined ? 'equal' : 'unequal'}>
              <th scope="row">{name(row.id)}</th>
              {row.values.map((value, side) => (
                <td
                  key={SIDES[side as 0 | 1]}
                  className={row.larger === side ? 'larger' : undefined}
                >
                  {value === undefined ? '–' : amount(value, row.unit)}
                </td>
              ))}
              <td className="difference">
                <Difference row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
