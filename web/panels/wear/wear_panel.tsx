import { type ReactNode, useId, useRef } from 'react';
import { SeriesSign } from '../../chart/series_sign';
import { largestOf } from '../../model/values/largest';
import { formatNumber } from '../../ui/amount';
import { formatBytes } from '../../ui/format_bytes';
import { useTranslation } from '../../ui/i18n';
import { MeasureExport } from '../measure_export';
import type { ChoicePatch, MeasureChoice, WearKind } from '../model/measure_choice';
import { wearReport, wearRows } from '../model/wear_report';
import { usePanelWords } from '../words/use_panel_words';
import { cellsOf, type WearEntry, wearKinds } from './entry';
import { WearMapFigure, WearScale } from './wear_map';
import { WearTable } from './wear_table';
import { WearTail } from './wear_tail';
import '../panels.css';
import '../../chart/series.css';
import './wear.css';

interface WearPanelProps {
  readonly entries: readonly WearEntry[];
  /** Names of runs that wrote nothing to NVM. */
  readonly unworn: readonly string[];
  readonly zoom: number;
  readonly chosen: MeasureChoice;
  readonly onChoice: (patch: ChoicePatch) => void;
  /** What its files are called, and the notes below a picture. */
  readonly file: string;
  readonly notes: readonly string[];
  /** Which runs are shown, where there is a choice. */
  readonly choice?: ReactNode;
  /** The strongest colour stands for so many writes at least, by what is shown: a scale that stands still. */
  readonly least?: (kind: WearKind) => number;
}

/** Where the NVM of every run wears, how unevenly, and how long it lasts. */
export function WearPanel(props: WearPanelProps) {
  const { entries, unworn, zoom, chosen, onChoice, notes, choice, least } = props;
  const { language } = useTranslation();
  const w = usePanelWords();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const kind = chosen.wear ?? 'most';
  const most = Math.max(
    1,
    least?.(kind) ?? 0,
    ...entries.map(({ map }) => largestOf(cellsOf(map, kind))),
  );
  const scale = `${w('wear.shows')} ${w(`wear.kind.${kind}`)} · ${w('wear.scale')}: 1 – ${formatNumber(most, language)}`;
  return (
    <section ref={panel} className="measure-panel" aria-labelledby={id}>
      <div className="measure-head">
        <h3 id={id}>{w('wear.title')}</h3>
        {entries.length > 0 && (
          <MeasureExport
            panel={panel}
            notes={[scale, ...notes]}
            title={w('wear.title')}
            file={`${props.file}-wear`}
            rows={() => wearRows(entries)}
            report={() => wearReport(entries, unworn)}
          />
        )}
      </div>
      {entries.length === 0 ? (
        <p className="mute">{w('wear.nothing')}</p>
      ) : (
        <>
          <p className="mute">{w('wear.help')}</p>
          <p className="measure-choice">
            {choice}
            <span>
              <label htmlFor={`${id}-kind`}>{w('wear.shows')}</label>{' '}
              <select
                id={`${id}-kind`}
                className="boxed"
                value={kind}
                onChange={({ target }) =>
                  onChoice({
                    wear: target.selectedIndex > 0 ? wearKinds[target.selectedIndex] : undefined,
                  })
                }
              >
                {wearKinds.map((each) => (
                  <option key={each} value={each}>
                    {w(`wear.kind.${each}`)}
                  </option>
                ))}
              </select>
            </span>
          </p>
          <WearScale most={most} />
          <ol className="wear-maps">
            {entries.map((entry) => (
              <li key={entry.series}>
                <p className="wear-name">
                  <SeriesSign series={entry.series} /> <strong>{entry.name}</strong>
                  <small className="mute">
                    {entry.unitBytes !== undefined &&
                      `${formatBytes(entry.numbers.units * entry.unitBytes)} `}
                    {w('wear.addresses')}
                  </small>
                </p>
                <WearMapFigure entry={entry} kind={kind} most={most} />
              </li>
            ))}
          </ol>
          {unworn.length > 0 && (
            <p className="mute">{w('wear.none', { names: unworn.join(', ') })}</p>
          )}
          <h4>{w('wear.tail')}</h4>
          <WearTail entries={entries} zoom={zoom} />
          <p className="mute">{w('wear.tailMarks')}</p>
          <h4>{w('wear.table')}</h4>
          <WearTable entries={entries} />
          <p className="mute">
            {w('wear.lifetimeHelp')}
            {entries.some(({ numbers }) => !numbers.exact) && ` ${w('wear.about')}`}
          </p>
        </>
      )}
    </section>
  );
}
