import { useText } from '../../ui/use_text';
import type { ScreenState } from '../messages';
import { clockText, spentAt } from '../timing';
import { useNow } from '../use_now';
import { usePresentWords } from '../words/use_present_words';

interface LectureMapProps {
  readonly state: ScreenState;
  readonly onGo: (place: number) => void;
}

/** The lecture's marks with the planned and used time of each, as buttons that go there. */
export function LectureMap({ state, onGo }: LectureMapProps) {
  const t = usePresentWords();
  const text = useText();
  const spent = spentAt(state.visits, useNow());
  return (
    <nav className="speaker-map" aria-label={t('map')}>
      <ol>
        {state.marks.map((mark, place) => {
          const used = spent.get(place);
          const planned = mark.minutes;
          const over = planned !== undefined && used !== undefined && used > planned * 60_000;
          return (
            <li key={mark.index}>
              <button
                type="button"
                aria-current={place === state.place ? 'step' : undefined}
                data-done={place < state.place || undefined}
                onClick={() => onGo(place)}
              >
                <span className="map-head">
                  <b>{place + 1}</b>
                  <span>
                    {planned !== undefined && t('minutes', { minutes: planned })}
                    {mark.asks && (
                      <span title={t('asks')}>
                        {planned !== undefined && ' · '}
                        <span aria-hidden="true">?</span>
                        <span className="visually-hidden">{t('asks')}</span>
                      </span>
                    )}
                  </span>
                </span>
                <span className="map-name">{text(mark.name)}</span>
                {used !== undefined && (
                  <span className="map-used" data-over={over || undefined}>
                    {t('usedAt', { used: clockText(used) })}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
