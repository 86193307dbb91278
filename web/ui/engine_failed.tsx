import { useTranslation } from './i18n';

interface EngineFailedProps {
  /** The browser's message. */
  readonly message: string;
  readonly onRetry: () => void;
}

/**
 * The reason why no engine could be started, with a button to try again, in place of any view that
 * needs one.
 */
export function EngineFailed({ message, onRetry }: EngineFailedProps) {
  const { t } = useTranslation();
  return (
    <div className="centred" role="alert">
      <p>{t('problem.engine', { message })}</p>
      <button type="button" className="primary" onClick={onRetry}>
        {t('problem.retry')}
      </button>
    </div>
  );
}
