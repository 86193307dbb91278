import { useId } from 'react';
import { SeriesSign } from '../../chart/series_sign';
import { largestOf } from '../../model/values/largest';
import { formatNumber } from '../../ui/format/amount';
import { formatBytes } from '../../ui/format/format_bytes';
import { wearReport, wearRows } from '../model/wear_report';
import { type PictureProps, panelOf, type Shown } from '../panel';
import { usePanelWords } from '../words/use_panel_words';
import { cellsOf, unwornOf, type WearEntry, wearEntry, wearKinds } from './entry';
import { WearMapFigure, WearScale } from './wear_map';
import { WearTable } from './wear_table';
import { WearTail } from './wear_tail';
import './wear.css';

/**
 * The meaning of a cell, and the number of writes that the strongest colour stands for: the largest
 * of any run.
 */
function scaleOf({ entries, runs, chosen }: Shown<WearEntry>) {
  const kind = chosen.wear ?? 'most';
  // The number is that of the complete run, so that cells only grow stronger during it.
  const ends = runs.flatMap(({ moment }) => moment?.last ?? []);
  const maps = [...ends, ...entries.map(({ map }) => map)];
  return { kind, most: Math.max(1, ...maps.map((map) => largestOf(cellsOf(map, kind)))) };
}

/** The addresses that every run wears, the unevenness, and the lifetime of the NVM. */
function WearPicture(props: PictureProps<WearEntry>) {
  const { entries, runs, zoom, onChoice, choice } = props;
  const w = usePanelWords();
  const id = useId();
  const { kind, most } = scaleOf(props);
  const unworn = unwornOf(runs);
  return (
    <>
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
      {unworn.length > 0 && <p className="mute">{w('wear.none', { names: unworn.join(', ') })}</p>}
      <h4>{w('wear.tail')}</h4>
      <WearTail entries={entries} zoom={zoom} />
      <p className="mute">{w('wear.tailMarks')}</p>
      <h4>{w('wear.table')}</h4>
      <WearTable entries={entries} />
      <p className="mute">
        {w('wear.lifetimeHelp')}
        {entries.some(({ numbers }) => !numbers.exact) && ` ${w('wear.about')}`}
      </p>
      <p className="mute">{w('wear.lifetimePublished')}</p>
    </>
  );
}

/** The panel of the NVM's wear, by address and by number of writes. */
export const wearPanel = panelOf<WearEntry>({
  id: 'wear',
  live: true,
  entryOf: wearEntry,
  Picture: WearPicture,
  note: (shown, w, language) => {
    const { kind, most } = scaleOf(shown);
    return (
      `${w('wear.shows')} ${w(`wear.kind.${kind}`)} · ${w('wear.scale')}: 1 – ` +
      `${formatNumber(most, language)}`
    );
  },
  rows: ({ entries }) => wearRows(entries),
  report: ({ entries, runs }) => wearReport(entries, unwornOf(runs)),
});
