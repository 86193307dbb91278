import { type ReactNode, useId, useRef } from 'react';
import { formatNumber } from '../../ui/amount';
import { useTranslation } from '../../ui/i18n';
import { MeasureExport } from '../measure_export';
import { costReport, costRows, dollarsPerGb } from '../model/cost_report';
import type { ChoicePatch, MeasureChoice, Prices } from '../model/measure_choice';
import { usePanelWords } from '../words/use_panel_words';
import { CostChart } from './cost_chart';
import { CostTable } from './cost_table';
import type { CostEntry } from './entry';
import { comparedRuns, GainPanel } from './gain_panel';
import { PriceFields } from './price_fields';
import '../panels.css';
import '../../chart/series.css';
import './cost.css';

interface CostPanelProps {
  readonly entries: readonly CostEntry[];
  /** The machine's prices. */
  readonly machine: Prices;
  readonly zoom: number;
  readonly chosen: MeasureChoice;
  readonly onChoice: (patch: ChoicePatch) => void;
  /** What its files are called, and the notes below a picture. */
  readonly file: string;
  readonly notes: readonly string[];
  /** Which runs are shown, where there is a choice. */
  readonly choice?: ReactNode;
}

/** What a dollar brings, at prices that can be changed: every run over the price of NVM, and why one is ahead. */
export function CostPanel(props: CostPanelProps) {
  const { entries, machine, zoom, chosen, onChoice, choice } = props;
  const w = usePanelWords();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const prices = { ...machine, ...chosen.prices };
  const notes = [usePriceWords(prices), ...props.notes];
  return (
    <section ref={panel} className="measure-panel" aria-labelledby={id}>
      <div className="measure-head">
        <h3 id={id}>{w('cost.title')}</h3>
        {entries.length > 0 && (
          <MeasureExport
            {...{ panel, notes }}
            title={w('cost.title')}
            file={`${props.file}-cost`}
            rows={() => costRows(entries, prices)}
            report={() =>
              costReport(entries, prices, machine, comparedRuns(entries, machine, chosen))
            }
          />
        )}
      </div>
      {entries.length === 0 ? (
        <p className="mute">{w('cost.nothing')}</p>
      ) : (
        <>
          <p className="mute">{w('cost.help')}</p>
          {choice}
          <PriceFields
            prices={prices}
            onChange={(patch) =>
              onChoice({ prices: changedPrices({ ...prices, ...patch }, machine) })
            }
            {...(chosen.prices && { onReset: () => onChoice({ prices: undefined }) })}
          />
          <CostChart
            {...{ entries, prices, zoom }}
            onRatio={(ratio) => onChoice({ prices: changedPrices({ ...prices, ratio }, machine) })}
          />
          <CostTable entries={entries} prices={prices} />
          {entries.length > 1 && (
            <GainPanel {...{ entries, prices, machine, chosen, onChoice, zoom }} />
          )}
        </>
      )}
    </section>
  );
}

/** Those that are not the machine's; undefined where all are. */
function changedPrices(prices: Prices, machine: Prices): Partial<Prices> | undefined {
  const names = Object.keys(machine) as (keyof Prices)[];
  const changed = names.filter((name) => prices[name] !== machine[name]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, prices[name]]));
}

/** All prices in a line. */
function usePriceWords(prices: Prices): string {
  const { language } = useTranslation();
  const w = usePanelWords();
  const each = Object.entries(dollarsPerGb(prices)).map(
    ([medium, price]) =>
      `${w(`cost.medium.${medium as 'nvm'}`)} ${formatNumber(price, language, 3)}`,
  );
  return `${w('cost.pricesUsed')}: ${each.join(' · ')}`;
}
