import { useTranslation } from './i18n';

interface EngineFailedProps {
  /** What the browser said. */
  readonly message: string;
  readonly onRetry: () => void;
}

/**
 * In place of what an engine would show, in whatever view: why none could be started, and a way to
 * try again.
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
