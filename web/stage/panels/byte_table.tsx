import { useEffect, useState } from 'react';
import type { ByteView, Field } from '../../engine/protocol';
import { askOnce } from '../../engine/worker/latest';
import { useTranslation } from '../../ui/i18n';
import { hex } from '../stage_words';
import { useByteWords } from '../words/use_byte_words';
import type { ReadBytes } from './read_bytes';

interface ByteTableProps {
  readonly field: Field;
  readonly at: number;
  readonly readBytes: ReadBytes;
}

const PER_ROW = 8;

function byteText(value: number | undefined): string {
  return value === undefined ? '··' : value.toString(16).padStart(2, '0');
}

/** The bytes of a field, as they are and as the device alone would return them. */
export default function ByteTable({ field, at, readBytes }: ByteTableProps) {
  const { t } = useTranslation();
  const b = useByteWords();
  const [view, setView] = useState<ByteView>();
  const { tier, address, size } = field;
  useEffect(() => {
    // `at` is a dependency because the same address holds other bytes at another position.
    void at;
    return askOnce(() => readBytes(tier, address, Math.max(1, Math.min(256, size))), setView);
  }, [at, tier, address, size, readBytes]);
  if (!view) return <p className="mute">{t('app.working')}</p>;
  const rows = Array.from(
    { length: Math.ceil(view.current.length / PER_ROW) },
    (_, row) => row * PER_ROW,
  );
  const differing = view.current.filter((byte, index) => byte !== view.durable[index]).length;
  return (
    <div className="bytes">
      <p className="mono mute">
        {b('range', {
          tier: t(`tier.${view.tier}`),
          from: hex(view.address),
          to: hex(view.address + view.current.length - 1),
        })}
      </p>
      <table className="mono byte-table">
        <caption className="visually-hidden">{b('title')}</caption>
        <tbody>
          {rows.map((start) => (
            <ByteRows key={start} view={view} start={start} />
          ))}
        </tbody>
      </table>
      <p className="mute">
        {differing === 0
          ? b('same', { count: view.current.length })
          : b('differs', { count: differing })}
      </p>
    </div>
  );
}

function ByteRows({ view, start }: { view: ByteView; start: number }) {
  const b = useByteWords();
  const indices = Array.from({ length: PER_ROW }, (_, index) => start + index).filter(
    (index) => index < view.current.length,
  );
  return (
    <>
      <tr>
        <th scope="row">{b('now')}</th>
        {indices.map((index) => (
          <td key={index} className={view.state[index]}>
            {byteText(view.current[index])}
          </td>
        ))}
      </tr>
      <tr className="device">
        <th scope="row">{b('device')}</th>
        {indices.map((index) => (
          <td
            key={index}
            className={view.current[index] === view.durable[index] ? 'same' : 'differs'}
          >
            {byteText(view.durable[index])}
          </td>
        ))}
      </tr>
    </>
  );
}
