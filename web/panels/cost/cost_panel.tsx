import { formatNumber } from '../../ui/format/amount';
import { type CostChoice, PRICE_RANGES, type Prices } from '../model/cost_choice';
import { costReport, costRows, dollarsPerGb } from '../model/cost_report';
import { type PictureProps, panelOf, type Shown } from '../panel';
import { CostChart } from './cost_chart';
import { CostTable } from './cost_table';
import { type CostEntry, costEntry } from './entry';
import { comparedRuns, GainPanel } from './gain_panel';
import { PriceFields } from './price_fields';
import './cost.css';

const pricesOf = ({ machine, chosen }: Pick<Shown<CostEntry>, 'machine' | 'chosen'>): Prices => ({
  ...machine,
  ...chosen.prices,
});

/**
 * All runs over the price of NVM, at prices that can be changed, and the reasons why one is ahead.
 */
function CostPicture(props: PictureProps<CostEntry>) {
  const { entries, machine, zoom, chosen, onChoice, choice } = props;
  const prices = pricesOf(props);
  const change = (patch: Partial<Prices>) =>
    onChoice({ prices: changedPrices({ ...prices, ...patch }, machine) });
  return (
    <>
      {choice}
      <PriceFields
        prices={prices}
        onChange={change}
        {...(chosen.prices && { onReset: () => onChoice({ prices: undefined }) })}
      />
      <CostChart
        entries={entries}
        prices={prices}
        zoom={zoom}
        onRatio={(ratio) => change({ ratio })}
      />
      <CostTable entries={entries} prices={prices} />
      {entries.length > 1 && (
        <GainPanel
          entries={entries}
          prices={prices}
          machine={machine}
          chosen={chosen}
          onChoice={onChoice}
          zoom={zoom}
        />
      )}
    </>
  );
}

/** The prices that differ from the machine's; undefined where none does. */
function changedPrices(prices: Prices, machine: Prices): CostChoice['prices'] {
  const names = Object.keys(PRICE_RANGES) as (keyof Prices)[];
  const changed = names.filter((name) => prices[name] !== machine[name]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, prices[name]]));
}

/** The panel of throughput per dollar, at prices that can be changed. */
export const costPanel = panelOf<CostEntry>({
  id: 'cost',
  live: false,
  entryOf: costEntry,
  Picture: CostPicture,
  note: (shown, w, language) => {
    const each = Object.entries(dollarsPerGb(pricesOf(shown))).map(
      ([medium, price]) =>
        `${w(`cost.medium.${medium as 'nvm'}`)} ${formatNumber(price, language, 3)}`,
    );
    return `${w('cost.pricesUsed')}: ${each.join(' · ')}`;
  },
  rows: (shown) => costRows(shown.entries, pricesOf(shown)),
  report: (shown) => {
    const { entries, machine, chosen } = shown;
    const compared = comparedRuns(entries, machine, chosen);
    return costReport(entries, pricesOf(shown), machine, compared);
  },
});
