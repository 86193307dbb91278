import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import type { AwaitingLog as Awaiting } from '../store/lab_state';
import { useLogWords } from '../words/use_log_words';
import { LogDrop } from './log_drop';
import './log.css';

interface AwaitingLogProps {
  readonly awaiting: Awaiting;
  readonly onList: () => void;
}

/** An experiment that opens as soon as it has a log. */
export function AwaitingLog({ awaiting, onList }: AwaitingLogProps) {
  const { t } = useTranslation();
  const w = useLogWords();
  const text = useText();
  const { title, about } = awaiting.file;
  return (
    <div className="log-awaited">
      <button type="button" className="link-button" onClick={onList}>
        ← {t('lab.back')}
      </button>
      <h2>{text(title)}</h2>
      {about && <p>{text(about)}</p>}
      <h3>{w('wants')}</h3>
      <p className="mute">{w('wantsHelp')}</p>
      {awaiting.link.log !== undefined && (
        <p className="warn" role="alert">
          {w('elsewhere')}
        </p>
      )}
      <LogDrop />
    </div>
  );
}
