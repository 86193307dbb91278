import { useText } from '../../ui/use_text';
import type { ScreenState, SpeakerKey } from '../messages';
import { usePresentWords } from '../words/use_present_words';

interface NextPanelProps {
  readonly state: ScreenState;
  readonly onPress: (key: SpeakerKey) => void;
}

/** The effect of the next press, and a button for it. */
export function NextPanel({ state, onPress }: NextPanelProps) {
  const t = usePresentWords();
  const text = useText();
  const { marks, place, next } = state;
  const answered = next === 'answer' ? marks[place]?.answered : undefined;
  const following = answered ?? marks[place + 1]?.say;
  const heading = {
    answer: t('nextAnswer'),
    mark: t('nextMark', { number: place + 2 }),
    end: t('nextEnd'),
    none: t('nextNone'),
  }[next];
  const go = { answer: t('goAnswer'), mark: t('goMark'), end: t('goEnd'), none: t('goMark') }[next];
  return (
    <section className="speaker-next" aria-label={heading}>
      <h2 className="heading">{heading}</h2>
      <p>{following ? text(following) : t('lectureEnds')}</p>
      <div className="speaker-go">
        <button type="button" aria-label={t('back')} onClick={() => onPress('back')}>
          ←
        </button>
        <button
          type="button"
          className="go-on"
          disabled={next === 'none'}
          onClick={() => onPress('next')}
        >
          {go}
        </button>
      </div>
    </section>
  );
}
