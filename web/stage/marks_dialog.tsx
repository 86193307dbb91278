import { frontierNow } from '../store/lecture/lecture_view';
import { useOnStage, usePosition, useStageStore } from '../store/stage/stage_context';
import { Dialog } from '../ui/dialog';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { useAuthoringWords } from './authoring/words/use_authoring_words';
import '../ui/i18n/later_words';

interface MarksDialogProps {
  readonly onClose: () => void;
  /** Opens the panel that edits them. */
  readonly onAuthor: () => void;
}

/** The marks of the scenario, to jump to. */
export default function MarksDialog({ onClose, onAuthor }: MarksDialogProps) {
  const { t } = useTranslation();
  const w = useAuthoringWords();
  const text = useText();
  const store = useStageStore();
  const marks = useOnStage(({ session }) => session.marks) ?? [];
  const at = usePosition();
  // A lecture's later marks are hidden, so that the reader does not read ahead.
  const frontier = useOnStage(frontierNow, 0);
  return (
    <Dialog title={t('timeline.marks')} onClose={onClose}>
      <div className="dialog-body">
        {marks.length === 0 && <p className="mute">{t('timeline.noMarks')}</p>}
        <ol className="marks-list">
          {marks.map((stop, place) => (
            <li key={stop.index}>
              <button
                type="button"
                className="link-button"
                disabled={stop.position > frontier}
                aria-current={stop.position === at ? 'step' : undefined}
                onClick={() => {
                  store.getState().goTo(stop.position);
                  onClose();
                }}
              >
                <span className="mono">{place + 1}</span>{' '}
                {stop.position > frontier ? '…' : text(stop.mark.name ?? stop.mark.say)}
              </button>
            </li>
          ))}
        </ol>
        <p>
          <button type="button" className="secondary" onClick={onAuthor}>
            {w('open')}
          </button>
        </p>
      </div>
    </Dialog>
  );
}
