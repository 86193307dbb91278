import { useId, useState } from 'react';
import { formatNumber } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { LEAST_RATIO, MOST_RATIO, PRICE_RANGES, type Prices } from '../model/cost_choice';
import { usePanelWords } from '../words/use_panel_words';

/** The number of the slider's places for each doubling. */
const STEPS = 32;
const END = STEPS * Math.log2(MOST_RATIO / LEAST_RATIO);

const OTHERS = ['dram', 'flash', 'disk'] as const;

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly range: readonly [number, number];
  readonly onChange: (value: number) => void;
}

/**
 * A field whose value takes effect as soon as it is a number, and stays as typed until the field is
 * left.
 */
function NumberField({ label, value, range, onChange }: NumberFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [least, most] = range;
  const take = (text: string) => {
    setTyped(text);
    const number = Number(text);
    if (text.trim() !== '' && number >= least && number <= most) onChange(number);
  };
  return (
    <span className="cost-number">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="boxed"
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? String(value)}
        aria-invalid={typed !== undefined && Number(typed) !== value}
        onChange={({ target }) => take(target.value)}
        onBlur={() => setTyped(undefined)}
      />
    </span>
  );
}

interface PriceFieldsProps {
  readonly prices: Prices;
  readonly onChange: (patch: Partial<Prices>) => void;
  /** Restores the machine's prices, where one has been changed. */
  readonly onReset?: () => void;
}

/** The price ratio of NVM and hard disk, by slider or number, and the other prices. */
export function PriceFields({ prices, onChange, onReset }: PriceFieldsProps) {
  const { language } = useTranslation();
  const w = usePanelWords();
  const id = useId();
  const { ratio, disk } = prices;
  return (
    <div className="cost-prices">
      <label htmlFor={id}>{w('cost.ratio')}</label>
      <div className="cost-ratio">
        <input
          id={id}
          type="range"
          min={0}
          max={END}
          value={STEPS * Math.log2(ratio / LEAST_RATIO)}
          step={1}
          aria-valuetext={formatNumber(ratio, language)}
          onChange={({ target }) =>
            onChange({ ratio: Math.round(LEAST_RATIO * 2 ** (Number(target.value) / STEPS)) })
          }
        />
        <NumberField
          label={w('cost.ratioNumber')}
          value={ratio}
          range={PRICE_RANGES.ratio}
          onChange={(value) => onChange({ ratio: value })}
        />
      </div>
      <p className="mute">{w('cost.nvm', { price: formatNumber(ratio * disk, language, 3) })}</p>
      <details>
        <summary>{w('cost.others')}</summary>
        <div className="cost-others">
          {OTHERS.map((name) => (
            <NumberField
              key={name}
              label={w(`cost.${name}`)}
              value={prices[name]}
              range={PRICE_RANGES[name]}
              onChange={(value) => onChange({ [name]: value })}
            />
          ))}
        </div>
      </details>
      {onReset && (
        <button type="button" className="link-button" onClick={onReset}>
          {w('cost.reset')}
        </button>
      )}
    </div>
  );
}
