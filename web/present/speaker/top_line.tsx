import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import type { ScreenState, SpeakerKey } from '../messages';
import { clockText, plannedInAll, spentInAll } from '../timing';
import { useNow } from '../use_now';
import { usePresentWords } from '../words/use_present_words';
import type { Company } from './speaker_link';

interface TopLineProps {
  readonly state: ScreenState;
  readonly company: Company;
  readonly onPress: (key: SpeakerKey) => void;
}

/** The lecture, the state of the connection, the time used and planned, and the wall clock. */
export function TopLine({ state, company, onPress }: TopLineProps) {
  const t = usePresentWords();
  const text = useText();
  const { language } = useTranslation();
  const now = useNow();
  const planned = plannedInAll(state.marks, state.minutes);
  const used = spentInAll(state.visits, now);
  const clock = new Date(now).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' });
  const buttons = [
    { key: 'B', press: 'black', name: t('blackKey'), pressed: state.black },
    { key: 'P', press: 'pointer', name: t('pointerKey'), pressed: state.pointer },
    { key: 'Esc', press: 'end', name: t('endKey'), pressed: undefined },
  ] as const;
  return (
    <header className="speaker-top">
      <h1>{text(state.title)}</h1>
      <p className="company" data-company={company} role="status">
        {company === 'together' ? t('together') : t('lost')}
      </p>
      <span className="speaker-keys">
        {buttons.map(({ key, press, name, pressed }) => (
          <button key={key} type="button" aria-pressed={pressed} onClick={() => onPress(press)}>
            <kbd>{key}</kbd> {name}
          </button>
        ))}
      </span>
      <button
        type="button"
        className="speaker-time"
        data-over={(planned !== undefined && used > planned) || undefined}
        title={t('restart')}
        onClick={() => onPress('clock')}
      >
        <span className="visually-hidden">{t('used')} </span>
        <span data-testid="used">{clockText(used)}</span>
        {planned !== undefined && <small> {t('of', { planned: clockText(planned) })}</small>}
        <span className="visually-hidden"> · {t('restart')}</span>
      </button>
      <time className="speaker-time" dateTime={new Date(now).toISOString()}>
        <span className="visually-hidden">{t('clock')} </span>
        {clock}
      </time>
    </header>
  );
}
