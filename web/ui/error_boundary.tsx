import { Component, type ReactNode } from 'react';
import { useTranslation } from './i18n';

function Broken({ message }: { message: string }) {
  const { t } = useTranslation();
  return (
    <div className="centred" role="alert">
      <p>{t('problem.view', { message })}</p>
      <button type="button" className="primary" onClick={() => window.location.reload()}>
        {t('app.reload')}
      </button>
    </div>
  );
}

/**
 * Shows an error in place of the view that threw it, so that the rest of the page stays. Give it a
 * key that changes with the view: another one may work.
 */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly message?: string }
> {
  override state: { readonly message?: string } = {};
  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
  override render() {
    const { message } = this.state;
    return message === undefined ? this.props.children : <Broken message={message} />;
  }
}
