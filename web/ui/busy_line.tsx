import { useEffect, useState } from 'react';
import { useStage } from '../store/stage/stage_context';
import { useTranslation } from './i18n';

/** Shows after a tenth of a second that the stage's engine works. */
export function BusyLine() {
  const busy = useStage(
    ({ engine, busy, messages, onStage }) =>
      engine === 'starting' ||
      busy !== undefined ||
      (messages.trap === undefined && onStage?.frame?.at !== onStage?.at),
  );
  return <BusyBar busy={busy} />;
}

/** Shows after a tenth of a second that something is being worked on. */
export function BusyBar({ busy }: { busy: boolean }) {
  const { t } = useTranslation();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return setLate(false);
    const timer = setTimeout(() => setLate(true), 100);
    return () => clearTimeout(timer);
  }, [busy]);
  return busy && late ? (
    <div className="busy-line" role="progressbar" aria-label={t('app.working')} />
  ) : null;
}
