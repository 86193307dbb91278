import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { scenarioText } from '../../model/scenario/scenario_text';
import { missingIn } from '../../stage/model/authoring';
import type { Services } from '../../store/page/services';
import { saveScenario } from '../../ui/save_file';
import { useEditWords } from '../words/use_edit_words';
import type { Changing } from './use_lecture_draft';
import { resultOf, type useSaving } from './use_saving';

interface EditFootProps {
  readonly services: Services;
  readonly changing: Changing;
  readonly saving: ReturnType<typeof useSaving>;
}

/** Saves the changes: in the browser or the plan, as a link, as a file. */
export function EditFoot({ services, changing, saving }: EditFootProps) {
  const w = useEditWords();
  const [state, setState] = useState<'idle' | 'copied' | 'manual'>('idle');
  const inPlan = useStore(
    services.address,
    ({ plan }) => plan?.at !== undefined && plan.plan === undefined,
  );
  const { edit, href, scenario } = useMemo(() => resultOf(changing), [changing]);
  const unfinished = (scenario.marks ?? []).some(missingIn);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(href);
      setState('copied');
      setTimeout(() => setState('idle'), 2500);
    } catch {
      // The lecturer copies it by hand where the clipboard is barred or the page insecure.
      setState('manual');
    }
  };
  return (
    <>
      <p className="edit-row">
        <button
          type="button"
          className="link-button"
          disabled={unfinished}
          onClick={() => void copy()}
        >
          {w(state === 'copied' ? 'copied' : 'copy')}
        </button>
        <button
          type="button"
          className="link-button"
          onClick={() => saveScenario(scenarioText(scenario))}
        >
          {w('save')}
        </button>
      </p>
      <p className="mute">{edit ? w('changed', { count: href.length }) : w('unchanged')}</p>
      {state === 'manual' && (
        <label className="text-field">
          <span>{w('byHand')}</span>
          <input
            className="boxed"
            readOnly
            value={href}
            onFocus={({ target }) => target.select()}
          />
        </label>
      )}
      <p className="edit-row edit-foot">
        <button
          type="button"
          className="primary"
          disabled={unfinished}
          onClick={() => void saving.save(changing)}
        >
          {w(inPlan ? 'doneInPlan' : 'done')}
        </button>
        <button type="button" className="secondary" onClick={() => void saving.discard()}>
          {w('cancel')}
        </button>
      </p>
    </>
  );
}
