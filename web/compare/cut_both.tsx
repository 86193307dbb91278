import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SurvivePolicy } from '../engine/protocol';
import { useTranslation } from '../ui/i18n';
import { useCompare, useCompareStore } from './compare_context';
import { useClockText } from './use_clock_text';
import { useOutlook } from './use_fates';
import '../ui/i18n/later_words';

const POLICIES: readonly SurvivePolicy[] = ['none', 'all', 'random'];

interface SurviveRule {
  readonly policy: SurvivePolicy;
  readonly seed: string;
}

interface PoliciesProps {
  /** The name that all radio buttons of a form have in common. */
  readonly name: string;
  readonly rule: SurviveRule;
  readonly onRule: (rule: SurviveRule) => void;
}

function Policies({ name, rule, onRule }: PoliciesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="policies" aria-label={t('cut.preset')}>
      {POLICIES.map((policy) => (
        <label key={policy}>
          <input
            type="radio"
            name={name}
            value={policy}
            checked={rule.policy === policy}
            onChange={() => onRule({ ...rule, policy })}
          />{' '}
          {t(`cut.${policy}`)}
        </label>
      ))}
      {rule.policy === 'random' && (
        <label>
          <span className="mute">{t('compare.seed')}</span>{' '}
          <input
            className="seed"
            inputMode="numeric"
            pattern="\d{1,9}"
            required
            value={rule.seed}
            onChange={(event) => onRule({ ...rule, seed: event.target.value })}
          />
        </label>
      )}
    </fieldset>
  );
}

/** Cuts the power on both sides at the clock's moment, with the same rule for what survives. */
export function CutBoth() {
  const { t } = useTranslation();
  const id = useId();
  const store = useCompareStore();
  const form = useRef<HTMLFormElement>(null);
  const at = useCompare((state) => state.at);
  const busy = useCompare((state) => state.busy);
  const [rule, setRule] = useState<SurviveRule>({ policy: 'none', seed: '1' });
  const outlooks = [useOutlook(0), useOutlook(1)];
  const clock = useClockText();
  const { cut, showCut } = store.getState();
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), []);
  const pending = outlooks.map((outlook) =>
    outlook ? t('compare.pending', { count: outlook.units.length }) : t('compare.pendingUnknown'),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void cut(rule.policy, rule.policy === 'random' ? Number(rule.seed) : undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') showCut(false);
  };
  return (
    <form
      ref={form}
      className="compare-controls cut-both"
      aria-labelledby={id}
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <h2 id={id} className="heading">
        {t('compare.cutTitle')}
      </h2>
      <p className="compare-clock">
        <strong className="mono">{clock(at)}</strong>
      </p>
      <p className="mute">
        {t('compare.cutIntro', { left: pending[0] ?? '', right: pending[1] ?? '' })}
      </p>
      <Policies name={id} rule={rule} onRule={setRule} />
      <div className="compare-actions">
        <button type="submit" className="cut-button" disabled={busy}>
          {t('compare.cutBoth')}
        </button>
        <button type="button" className="secondary" onClick={() => showCut(false)}>
          {t('app.cancel')}
        </button>
      </div>
    </form>
  );
}
