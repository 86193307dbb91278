import { useRef } from 'react';
import type { Services } from '../store/page/services';
import { useTranslation } from './i18n';

/** Opens a scenario file from the reader's disk. */
export function OpenFileButton({
  services,
  onOpened,
}: {
  services: Services;
  onOpened?: () => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="secondary" onClick={() => input.current?.click()}>
        {t('editor.openFile')}
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,.jsonl,application/json"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('editor.openFile')}
        onChange={async (event) => {
          const file = event.target.files?.[0];
          // The value is cleared so that the same file can be chosen again.
          event.target.value = '';
          if (file && (await services.openFile(file))) onOpened?.();
        }}
      />
    </>
  );
}
