import { useEffect, useId, useState } from 'react';
import { JsonEditor } from '../../stage/editor/json_editor';
import { useLiveCheck } from '../../ui/hooks/use_live_check';
import { useTranslation } from '../../ui/i18n';
import { useLabStore } from '../lab_context';

interface WholeFileProps {
  readonly text: string;
  readonly help?: string;
  /** True where a refused text can be tried again as it is. */
  readonly refused?: boolean;
}

/**
 * The complete text of an experiment, which the reader can change into an experiment of their own.
 */
export function WholeFile({ text, help, refused = false }: WholeFileProps) {
  const { t } = useTranslation();
  const id = useId();
  const store = useLabStore();
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const { problems, checking } = useLiveCheck(
    typed === text && !refused ? undefined : typed,
    store.getState().check,
  );
  return (
    <details className="whole-file">
      <summary>{t('lab.wholeFile')}</summary>
      {help && (
        <p id={id} className="mute">
          {help}
        </p>
      )}
      <JsonEditor
        label={t('lab.wholeFile')}
        labelHidden
        describedBy={help && id}
        rows={16}
        value={typed}
        problems={problems}
        checking={checking}
        onChange={setTyped}
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
