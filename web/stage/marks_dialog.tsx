import { useStage, useStageStore } from '../store/stage_context';
import { Dialog } from '../ui/dialog';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';

/** The marks of the scenario, to jump to. */
export default function MarksDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const text = useText();
  const store = useStageStore();
  const marks = useStage((state) => state.session?.marks) ?? [];
  const at = useStage((state) => state.at);
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
                aria-current={stop.position === at ? 'step' : undefined}
                onClick={() => {
                  store.getState().goTo(stop.position);
                  onClose();
                }}
              >
                <span className="mono">{place + 1}</span> {text(stop.mark.say)}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}
