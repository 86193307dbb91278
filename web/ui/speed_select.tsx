import { useStore } from 'zustand';
import { playingSpeed, SPEEDS, type Speed, setSpeed } from '../store/browser/playing_speed';
import { useTranslation } from './i18n';

/** The choice of the playing speed. */
export function SpeedSelect() {
  const { t } = useTranslation();
  const speed = useStore(playingSpeed, (state) => state.speed);
  return (
    <label className="speed-select">
      <span className="mute">{t('transport.speed')}</span>
      <select
        className="quiet-select strong"
        value={speed}
        onChange={(event) => setSpeed(event.target.value as Speed)}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
    </label>
  );
}
