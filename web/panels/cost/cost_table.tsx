import { useId } from 'react';
import { SeriesSign } from '../../chart/series_sign';
import { formatNumber } from '../../ui/format/amount';
import { formatBytes } from '../../ui/format/format_bytes';
import { useTranslation } from '../../ui/i18n';
import { WideTable } from '../../ui/wide_table';
import { costOf, dollars, media, perDollar } from '../model/cost';
import type { Prices } from '../model/cost_choice';
import { usePanelWords } from '../words/use_panel_words';
import type { CostEntry } from './entry';

interface CostTableProps {
  readonly entries: readonly CostEntry[];
  readonly prices: Prices;
}

interface CostRowProps {
  readonly entry: CostEntry;
  readonly prices: Prices;
  /** The cost of the dearest run. */
  readonly most: number;
  /** True for the run with the most per dollar. */
  readonly best: boolean;
}

function CostRow({ entry, prices, most, best }: CostRowProps) {
  const { language } = useTranslation();
  const w = usePanelWords();
  const { name, series, run } = entry;
  const cost = costOf(run, prices);
  const parts = media
    .filter((medium) => run.space[medium] > 0)
    .map(
      (medium) =>
        `${w(`cost.medium.${medium}`)} ${formatBytes(run.space[medium])} ` +
        `(${formatNumber(cost[medium], language, 3)} $)`,
    );
  return (
    <tr>
      <th scope="row">
        <SeriesSign series={series} /> {name}
      </th>
      <td className="number">
        {best && (
          <span className="cost-best">
            <span aria-hidden="true">★ </span>
            <span className="visually-hidden">{w('cost.best')}</span>
          </span>
        )}
        <strong>{formatNumber(perDollar(run, prices), language, 3)}</strong>
      </td>
      <td className="number">{formatNumber(run.throughput, language)}</td>
      <td className="number">{formatNumber(dollars(run, prices), language, 3)} $</td>
      <td>
        <span className="cost-stack" aria-hidden="true">
          {media.map((medium) => (
            <span
              key={medium}
              className={`cost-${medium}`}
              style={{ width: `${(100 * cost[medium]) / most}%` }}
            />
          ))}
        </span>
        <small className="mute">{parts.join(' · ')}</small>
      </td>
    </tr>
  );
}

/** All runs at the present price: the cost of each, by medium, and its throughput per dollar. */
export function CostTable({ entries, prices }: CostTableProps) {
  const w = usePanelWords();
  const id = useId();
  const most = Math.max(...entries.map(({ run }) => dollars(run, prices)), Number.MIN_VALUE);
  const best = Math.max(...entries.map(({ run }) => perDollar(run, prices)));
  return (
    <>
      <ul className="cost-legend" id={id} aria-label={w('cost.price')}>
        {media.map((medium) => (
          <li key={medium} className={`cost-${medium}`}>
            <span className="cost-swatch" aria-hidden="true" /> {w(`cost.medium.${medium}`)}
          </li>
        ))}
      </ul>
      <WideTable className="full cost-table" label={w('cost.title')}>
        <thead>
          <tr>
            <th scope="col">{w('cost.system')}</th>
            <th scope="col" className="number">
              {w('cost.brings')}
            </th>
            <th scope="col" className="number">
              {w('cost.throughput')}
            </th>
            <th scope="col" className="number">
              {w('cost.price')}
            </th>
            <th scope="col">{w('cost.parts')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <CostRow
              key={entry.series}
              entry={entry}
              prices={prices}
              most={most}
              best={entries.length > 1 && perDollar(entry.run, prices) === best}
            />
          ))}
        </tbody>
      </WideTable>
    </>
  );
}
