import { SeriesSign } from '../../chart/series_sign';
import { formatAmount, formatNumber, formatPercent } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { WideTable } from '../../ui/wide_table';
import { ENDURANCES, lifetimes } from '../model/wear';
import { usePanelWords } from '../words/use_panel_words';
import type { WearEntry } from './entry';

const COUNTED = ['mean', 'variance', 'permille5', 'permille1', 'max'] as const;
/** The smallest fraction that is not rounded to zero. */
const LEAST_SHARE = 0.001;
/** The numbers that a histogram gives only approximately. */
const READ = ['variance', 'permille5', 'permille1'];

/** The evenness of every run's wear, and the lifetime of the NVM at three endurances. */
export function WearTable({ entries }: { entries: readonly WearEntry[] }) {
  const { t, language } = useTranslation();
  const w = usePanelWords();
  const number = (value: number, digits = 3) => formatNumber(value, language, digits);
  const share = ({ worn, units }: WearEntry['numbers']) =>
    worn > 0 && worn < LEAST_SHARE * units
      ? `< ${formatPercent(LEAST_SHARE, language)}`
      : formatPercent(worn / Math.max(1, units), language);
  const time = (seconds: number) => formatAmount('wear.lifetime', 's', seconds, language, t);
  return (
    <WideTable className="full wear-table" label={w('wear.table')}>
      <thead>
        <tr>
          <th scope="col">{w('wear.run')}</th>
          <th scope="col">{w('wear.writes')}</th>
          <th scope="col">{w('wear.worn')}</th>
          {COUNTED.map((each) => (
            <th key={each} scope="col">
              {w(`wear.${each}`)}
            </th>
          ))}
          {ENDURANCES.map((endurance) => (
            <th key={endurance} scope="col">
              {w('wear.lifetime', { writes: power(endurance) })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map(({ name, series, numbers, seconds }) => (
          <tr key={series}>
            <th scope="row">
              <SeriesSign series={series} /> {name}
            </th>
            <td>{number(numbers.writes)}</td>
            <td>{share(numbers)}</td>
            {COUNTED.map((each) => (
              <td key={each}>
                {!numbers.exact && READ.includes(each) && '≈ '}
                {number(numbers[each])}
              </td>
            ))}
            {lifetimes(numbers, seconds).map(({ endurance, worst, levelled }) => (
              <td key={endurance}>
                {time(worst)}
                <small className="mute">{w('wear.levelled', { time: time(levelled) })}</small>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

/** A power of ten in short form: 10⁶. */
const power = (value: number) => `10${'⁰¹²³⁴⁵⁶⁷⁸⁹'[Math.round(Math.log10(value))] ?? ''}`;
