import { useState } from 'react';
import type { VerifyFailure } from '../engine/protocol/exploration';
import type { Services } from '../store/page/services';
import { useBreakStore, useSubject } from './breakit_context';
import { openCrash } from './store/open_crash';
import { useBreakWords } from './words/use_breakit_words';

interface OpenCrashProps {
  readonly services: Services;
  readonly cuts: VerifyFailure['cuts'];
  readonly className: string;
}

/** Opens the stage at these power cuts. */
export function OpenCrash({ services, cuts, className }: OpenCrashProps) {
  const t = useBreakWords();
  const store = useBreakStore();
  const subject = useSubject();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const open = async () => {
    setState('busy');
    const opened = await openCrash(services, subject, store.getState().mutations, cuts);
    if (!opened) setState('failed');
  };
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={state === 'busy'}
        onClick={() => void open()}
      >
        {t('open')}
      </button>
      {state === 'failed' && <span role="alert"> {t('noOpen')}</span>}
    </>
  );
}
