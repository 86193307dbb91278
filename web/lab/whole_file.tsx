import { useEffect, useId, useState } from 'react';
import { useTranslation } from '../ui/i18n';
import { useLabStore, useOpen } from './lab_context';

/** The experiment's whole text, to be changed into an own one. */
export function WholeFile() {
  const { t } = useTranslation();
  const id = useId();
  const store = useLabStore();
  const { file } = useOpen();
  const text = `${JSON.stringify(file, null, 2)}\n`;
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  return (
    <details className="whole-file">
      <summary>{t('lab.wholeFile')}</summary>
      <p id={id} className="mute">
        {t('lab.wholeFileHelp')}
      </p>
      <textarea
        rows={16}
        spellCheck={false}
        className="mono"
        aria-label={t('lab.wholeFile')}
        aria-describedby={id}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button
        type="button"
        className="secondary"
        disabled={typed === text}
        onClick={() => void store.getState().openText(typed)}
      >
        {t('lab.openOwn')}
      </button>
    </details>
  );
}
