import { Dialog } from '../ui/dialog';
import { useHelpWords } from './words/use_help_words';

const KEYS = [
  ['← →', 'step'],
  ['Shift + ← →', 'micro'],
  ['Home End', 'ends'],
  ['Space', 'playKey'],
  ['1 … 6', 'sizes'],
  ['C', 'crash'],
  ['M', 'marksKey'],
  ['R', 'runKey'],
  ['S F', 'presentWindows'],
  ['B . P', 'presentScreen'],
  ['H', 'presentHands'],
  ['↑ ↓', 'items'],
  ['Esc', 'escape'],
  ['?', 'helpKey'],
] as const;

const READING = [
  'readingTiers',
  'readingState',
  'readingBits',
  'readingBanks',
  'readingColour',
  'readingFate',
  'readingLecture',
  'readingCompare',
  'readingRace',
  'readingLab',
] as const;

/** The keys, and an explanation of the stage. */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const w = useHelpWords();
  return (
    <Dialog title={w('title')} onClose={onClose}>
      <div className="dialog-body help">
        <h3 className="heading">{w('keys')}</h3>
        <dl className="help-keys">
          {KEYS.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{w(what)}</dd>
            </div>
          ))}
        </dl>
        <p>{w('layouts')}</p>
        <h3 className="heading">{w('reading')}</h3>
        {READING.map((key) => (
          <p key={key}>{w(key)}</p>
        ))}
      </div>
    </Dialog>
  );
}
