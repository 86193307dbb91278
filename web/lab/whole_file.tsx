import { useEffect, useId, useState } from 'react';
import { useTranslation } from '../ui/i18n';
import { useLabStore } from './lab_context';

interface WholeFileProps {
  readonly text: string;
  readonly help?: string;
  /** Where a text that was refused can be tried again as it is. */
  readonly refused?: boolean;
}

/** An experiment's whole text, to be changed into an own one. */
export function WholeFile({ text, help, refused = false }: WholeFileProps) {
  const { t } = useTranslation();
  const id = useId();
  const store = useLabStore();
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  return (
    <details className="whole-file">
      <summary>{t('lab.wholeFile')}</summary>
      {help && (
        <p id={id} className="mute">
          {help}
        </p>
      )}
      <textarea
        rows={16}
        spellCheck={false}
        className="mono"
        aria-label={t('lab.wholeFile')}
        aria-describedby={help && id}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button
        type="button"
        className="secondary"
        disabled={typed === text && !refused}
        onClick={() => void store.getState().openText(typed)}
      >
        {t('lab.openOwn')}
      </button>
    </details>
  );
}
