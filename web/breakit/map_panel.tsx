import { type KeyboardEvent, useMemo, useRef } from 'react';
import { count } from '../ui/format/count';
import { useText } from '../ui/use_text';
import { useBreak, useBreakStore, useSubject } from './breakit_context';
import { columnAt, crashMap, type MapColumn, type MapRow } from './model/verify_map';
import { useBreakWords } from './words/use_breakit_words';
import '../ui/i18n/later_words';
import { totalsIn } from './store/breakit_state';

function useLineWords(): (row: MapRow) => string {
  const t = useBreakWords();
  const text = useText();
  return ({ line }) => (line ? text(line.text) : t('start'));
}

interface CellProps {
  readonly column: MapColumn;
  readonly words: string;
  readonly chosen: boolean;
  readonly reachable: boolean;
  readonly onChoose: (at: number) => void;
}

function Cell({ column, words, chosen, reachable, onChoose }: CellProps) {
  const t = useBreakWords();
  const { index, point, worst, onlyInRecovery, level } = column;
  const label = t(onlyInRecovery ? 'cellInner' : 'cell', {
    number: index + 1,
    line: words,
    verdict: t(`verdict.${worst}`),
    images: count(point.images),
  });
  return (
    <button
      type="button"
      className={`map-cell v-${worst} level-${level}${onlyInRecovery ? ' hollow' : ''}`}
      style={{ gridColumn: index + 1 }}
      data-column={index}
      aria-label={label}
      title={label}
      aria-pressed={chosen}
      tabIndex={reachable ? 0 : -1}
      onClick={() => onChoose(point.at)}
    />
  );
}

/** The column that a key goes to. */
function columnOf(key: string, from: number, last: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(last, from + 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, from - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

/** Crash points in the order of the run, each beside its line. */
export function CrashMapPanel() {
  const t = useBreakWords();
  const text = useText();
  const store = useBreakStore();
  const { scheme } = useSubject();
  const points = useBreak((state) => totalsIn(state)?.points);
  const at = useBreak((state) => state.point?.at);
  const map = useMemo(() => crashMap(scheme, points ?? []), [scheme, points]);
  const grid = useRef<HTMLDivElement>(null);
  const words = useLineWords();
  if (map.columns.length === 0) return null;
  const chosen = at === undefined ? undefined : columnAt(map, at);
  const onKey = (event: KeyboardEvent) => {
    const from = Number((event.target as HTMLElement).dataset.column);
    const to = columnOf(event.key, from, map.columns.length - 1);
    if (to === undefined || Number.isNaN(from)) return;
    event.preventDefault();
    grid.current?.querySelector<HTMLElement>(`[data-column="${to}"]`)?.focus();
  };
  const choose = (point: number) => store.getState().show(point);
  const columns = { gridTemplateColumns: `repeat(${map.columns.length}, var(--column))` };
  return (
    <section aria-labelledby="break-map">
      <h3 id="break-map">{t('map')}</h3>
      <p className="mute map-help">
        {t('mapHelp')} {t('mapKeys')}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the keys; this is where they bubble to */}
      <div className="crash-map" ref={grid} onKeyDown={onKey}>
        {map.rows.map((row) => (
          <div key={row.label} className="map-row">
            <p className="map-line">
              {row.listing && (
                <span className="mute">
                  {text(row.listing)} {row.number}{' '}
                </span>
              )}
              {words(row)}
            </p>
            <div className="map-cells" style={columns}>
              {row.columns.map((column) => (
                <Cell
                  key={column.point.at}
                  column={column}
                  words={words(row)}
                  chosen={column === chosen}
                  reachable={column.index === (chosen?.index ?? 0)}
                  onChoose={choose}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}
