import { memo } from 'react';
import { formatNumber } from '../../ui/format/amount';
import { formatBytes } from '../../ui/format/format_bytes';
import { useTranslation } from '../../ui/i18n';
import type { WearKind } from '../model/wear_choice';
import { usePanelWords } from '../words/use_panel_words';
import { cellsOf, type WearEntry } from './entry';
import './wear.css';

/** Cells of a row. */
const ROW = 64;
const FAINTEST = 0.3;

/**
 * The strength of a cell's colour: none without a write, else from faint to full on a logarithmic
 * scale.
 */
export const strength = (writes: number, most: number) =>
  writes === 0 ? 0 : FAINTEST + (1 - FAINTEST) * (most > 1 ? Math.log(writes) / Math.log(most) : 1);

interface WearMapProps {
  readonly entry: WearEntry;
  readonly kind: WearKind;
  /** The number of writes that the strongest colour stands for. */
  readonly most: number;
}

/**
 * The cells are not drawn again just because another point has been measured: there are a thousand.
 */
const isSame = (a: WearMapProps, b: WearMapProps) =>
  a.kind === b.kind &&
  a.most === b.most &&
  a.entry.map === b.entry.map &&
  a.entry.name === b.entry.name &&
  a.entry.unitBytes === b.entry.unitBytes &&
  a.entry.numbers.max === b.entry.numbers.max;

/** The writes over the addresses, row by row from the lowest; a stronger colour means more. */
export const WearMapFigure = memo(function WearMap({ entry, kind, most }: WearMapProps) {
  const { language } = useTranslation();
  const w = usePanelWords();
  const { map, name, numbers, unitBytes } = entry;
  const cells = cellsOf(map, kind);
  const rows = Math.ceil(cells.length / ROW);
  const part = unitBytes && (numbers.units * unitBytes) / Math.max(1, cells.length);
  const number = (value: number) => formatNumber(value, language);
  const label = w('wear.map', {
    name,
    parts: cells.length,
    size: part ? formatBytes(Math.round(part)) : '–',
    worn: cells.filter((writes) => writes > 0).length,
    most: number(numbers.max),
  });
  return (
    <svg
      className="wear-map"
      viewBox={`0 0 ${ROW} ${rows}`}
      style={{ aspectRatio: `${ROW} / ${rows * 1.15}` }}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      {cells.map((writes, n) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its address.
          key={n}
          className={writes === 0 ? 'wear-never' : undefined}
          x={n % ROW}
          y={Math.floor(n / ROW)}
          width={0.92}
          height={0.9}
          fillOpacity={writes === 0 ? undefined : strength(writes, most)}
        >
          {writes > 0 && (
            <title>
              {w('wear.cell', {
                address: part ? formatBytes(Math.round(n * part)) : `#${n}`,
                writes: number(map.wear[n] ?? 0),
                most: number(map.wearMax[n] ?? 0),
              })}
            </title>
          )}
        </rect>
      ))}
    </svg>
  );
}, isSame);

/** The meaning of the strengths: powers of ten, up to the largest number. */
export function WearScale({ most }: { most: number }) {
  const { language } = useTranslation();
  const w = usePanelWords();
  const powers = Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, n) => 10 ** n);
  const steps = [0, ...powers, ...(most > (powers.at(-1) ?? 1) ? [most] : [])];
  return (
    <div className="wear-scale">
      <span className="mute">{w('wear.scale')}</span>
      <ol>
        {steps.map((writes) => (
          <li key={writes}>
            <svg viewBox="0 0 20 12" aria-hidden="true">
              <rect
                className={writes === 0 ? 'wear-never' : undefined}
                width={20}
                height={12}
                fillOpacity={writes === 0 ? undefined : strength(writes, most)}
              />
            </svg>
            {writes === 0 ? w('wear.never') : formatNumber(writes, language)}
          </li>
        ))}
      </ol>
    </div>
  );
}
