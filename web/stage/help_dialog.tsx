import { Dialog } from '../ui/dialog';
import { useTranslation } from '../ui/i18n';

const KEYS = [
  ['← →', 'step'],
  ['Shift + ← →', 'micro'],
  ['Home End', 'ends'],
  ['Space', 'playKey'],
  ['1 … 6', 'sizes'],
  ['C', 'crash'],
  ['M', 'marksKey'],
  ['R', 'runKey'],
  ['↑ ↓', 'items'],
  ['Esc', 'escape'],
  ['?', 'helpKey'],
] as const;

const READING = [
  'readingTiers',
  'readingState',
  'readingBits',
  'readingColour',
  'readingFate',
  'readingCompare',
  'readingRace',
  'readingLab',
] as const;

/** Keys, and how to read the stage. */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('help.title')} onClose={onClose}>
      <div className="dialog-body help">
        <h3 className="heading">{t('help.keys')}</h3>
        <dl className="help-keys">
          {KEYS.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(`help.${what}`)}</dd>
            </div>
          ))}
        </dl>
        <h3 className="heading">{t('help.reading')}</h3>
        {READING.map((key) => (
          <p key={key}>{t(`help.${key}`)}</p>
        ))}
      </div>
    </Dialog>
  );
}
