import { useState } from 'react';
import type { VerifyFailure } from '../engine/protocol/exploration';
import { withDelays } from '../model/scenario/mutants';
import { scenarioText } from '../model/scenario/scenario_text';
import { keepOwn } from '../store/browser/own_library';
import type { Services } from '../store/page/services';
import { saveScenario } from '../ui/save_file';
import { useBreak, useBreakStore, useSubject } from './breakit_context';
import { failureKey } from './store/breakit_state';
import { openCrash, openFailure } from './store/open_crash';
import { useBreakWords } from './words/use_breakit_words';

interface FailureActionsProps {
  readonly services: Services;
  readonly failure: VerifyFailure;
}

/**
 * Opens a failure on the stage, or saves it as a scenario: the smallest of its kind once that is
 * known.
 */
export function FailureActions({ services, failure }: FailureActionsProps) {
  const t = useBreakWords();
  const store = useBreakStore();
  const subject = useSubject();
  const shrinking = useBreak((state) => state.shrinks[failureKey(failure)]);
  const [state, setState] = useState<'idle' | 'busy' | 'noOpen' | 'noSave' | 'saved'>('idle');
  const smaller = shrinking?.smallest?.point !== undefined;
  const original = () => {
    const scenario = withDelays(subject.scenario, failure.delays);
    const delayed = failure.delays ? { ...subject, base: scenario, scenario } : subject;
    return openCrash(services, delayed, store.getState().mutations, failure.cuts);
  };
  const smallest = async () => {
    const saved = await store.getState().saved(failure);
    const found = shrinking?.smallest;
    if (saved) return openFailure(services, saved, (found?.failure ?? failure).cuts);
    if (!found) return original();
    const { scenario } = found;
    const own = { source: { kind: 'own', text: '' }, base: scenario, scenario } as const;
    return openCrash(services, own, scenario.scheme.mutations ?? [], found.failure.cuts);
  };
  const open = async (how: () => Promise<boolean>) => {
    setState('busy');
    if (!(await how())) setState('noOpen');
  };
  const save = async () => {
    setState('busy');
    const scenario = await store.getState().saved(failure);
    if (!scenario) return setState('noSave');
    const text = scenarioText(scenario);
    await keepOwn(text);
    saveScenario(text);
    setState('saved');
  };
  const busy = state === 'busy';
  return (
    <>
      <div className="break-run">
        <button
          type="button"
          className="cut-button"
          disabled={busy}
          onClick={() => void open(smallest)}
        >
          {t('open')}
        </button>
        <button type="button" className="secondary" disabled={busy} onClick={() => void save()}>
          {t('save')}
        </button>
        {smaller && (
          <button
            type="button"
            className="link-button"
            disabled={busy}
            onClick={() => void open(original)}
          >
            {t('openOriginal')}
          </button>
        )}
      </div>
      {state === 'saved' && <p role="status">{t('saved')}</p>}
      {(state === 'noOpen' || state === 'noSave') && <p role="alert">{t(`${state}`)}</p>}
    </>
  );
}
