import { useState } from 'react';
import { isServed } from '../live/class_server';
import { useLiveWords } from '../live/words/use_live_words';
import { prefer } from '../store/browser/preferences';
import type { Services } from '../store/page/services';
import { showCode } from './live/live_store';
import { NeedsServer } from './live/needs_server';
import { openSpeaker } from './open_speaker';
import { pairId } from './present_store';
import { setFullScreen } from './screen/full_screen';
import { usePresentWords } from './words/use_present_words';

interface PresentListProps {
  readonly services: Services;
  readonly onHandout: () => void;
}

/** Ways to present beside the plain one. */
export default function PresentList({ services, onHandout }: PresentListProps) {
  const t = usePresentWords();
  const w = useLiveWords();
  const [blocked, setBlocked] = useState(false);
  const [needs, setNeeds] = useState(false);
  const present = () => prefer(services.preferences, { layout: 'projection' });
  const withSpeaker = () => {
    // The window comes first: the browser opens it only during the press of a button.
    setBlocked(openSpeaker(pairId()) === undefined);
    present();
  };
  const withPhones = () => {
    if (!isServed()) return setNeeds(true);
    showCode(true);
    present();
  };
  const onFull = () => {
    void setFullScreen(true);
    present();
  };
  return (
    <>
      <ul className="export-list">
        <li>
          <button type="button" className="quiet" onClick={withSpeaker}>
            {t('presentWith')}
          </button>
        </li>
        <li>
          <button type="button" className="quiet" onClick={onFull}>
            {t('presentFull')}
          </button>
        </li>
        <li>
          <button type="button" className="quiet" onClick={withPhones}>
            {w('present')}
          </button>
        </li>
        <li>
          <button type="button" className="quiet" onClick={onHandout}>
            {t('handout')}
          </button>
        </li>
      </ul>
      {needs && <NeedsServer />}
      {blocked && (
        <p className="warn" role="alert">
          {t('speakerBlocked')}
        </p>
      )}
    </>
  );
}
