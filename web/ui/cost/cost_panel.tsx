import { type ReactNode, useId, useState } from 'react';
import type { Prices } from '../../model/cost';
import { useMeasureWords } from '../i18n/use_measure_words';
import { CostChart } from './cost_chart';
import { CostTable } from './cost_table';
import type { CostEntry } from './entry';
import { GainPanel } from './gain_panel';
import { PriceFields } from './price_fields';
import '../series.css';
import './cost.css';

interface CostPanelProps {
  readonly entries: readonly CostEntry[];
  /** Those of the machine. */
  readonly prices: Prices;
  readonly zoom: number;
  /** Which runs are shown, where there is a choice. */
  readonly choice?: ReactNode;
}

/** What a dollar brings, at prices that can be changed: every run over the price of NVM, and why one is ahead. */
export function CostPanel({ entries, prices: given, zoom, choice }: CostPanelProps) {
  const w = useMeasureWords();
  const id = useId();
  const [changed, setChanged] = useState<Partial<Prices>>({});
  const prices = { ...given, ...changed };
  const change = (patch: Partial<Prices>) => setChanged({ ...changed, ...patch });
  return (
    <section className="cost-panel" aria-labelledby={id}>
      <h3 id={id}>{w('cost.title')}</h3>
      {entries.length === 0 ? (
        <p className="mute">{w('cost.nothing')}</p>
      ) : (
        <>
          <p className="mute">{w('cost.help')}</p>
          {choice}
          <PriceFields
            prices={prices}
            onChange={change}
            {...(Object.keys(changed).length > 0 && { onReset: () => setChanged({}) })}
          />
          <CostChart {...{ entries, prices, zoom }} onRatio={(ratio) => change({ ratio })} />
          <CostTable entries={entries} prices={prices} />
          {entries.length > 1 && <GainPanel {...{ entries, prices, given, zoom }} />}
        </>
      )}
    </section>
  );
}
