import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Text } from '../../engine/protocol';
import { useKeys } from '../../ui/hooks/use_keys';
import { setLanguage, useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import type { ScreenState, SpeakerKey } from '../messages';
import { usePresentWords } from '../words/use_present_words';
import { LectureMap } from './lecture_map';
import { MirrorView } from './mirror_view';
import { NextPanel } from './next_panel';
import type { Company, SpeakerLink } from './speaker_link';
import { SpeakerTally } from './speaker_tally';
import { TopLine } from './top_line';
import '../presenting.css';
import './speaker.css';

const KEYS: Readonly<Record<string, SpeakerKey>> = {
  ArrowRight: 'next',
  PageDown: 'next',
  ArrowLeft: 'back',
  PageUp: 'back',
  ArrowDown: 'next',
  ArrowUp: 'back',
  b: 'black',
  '.': 'black',
  p: 'pointer',
  h: 'hands',
  Escape: 'end',
};

/** True where the space bar belongs to a button. */
const onButton = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button') !== null;

/**
 * The speaker's window: the screen of the class, the next step, and the speaker's own information.
 */
export function SpeakerApp({ link }: { link: SpeakerLink }) {
  const { company, state, picture } = useStore(link.store);
  const press = (key: SpeakerKey) => link.send({ kind: 'press', key });
  useKeys((event) => {
    const key = event.key === ' ' && !onButton(event.target) ? 'next' : KEYS[event.key];
    if (!key || event.shiftKey) return false;
    press(key);
    return true;
  });
  const language = state?.language ?? 'en';
  useEffect(() => void setLanguage(language), [language]);
  useWindowTitle(state);
  if (!state) return <Alone company={company} />;
  return (
    <main className="speaker">
      <TopLine state={state} company={company} onPress={press} />
      <section className="speaker-now">
        <Where state={state} />
        <MirrorView
          picture={picture}
          black={state.black}
          pointing={state.pointer}
          onPoint={(x, y) => link.send({ kind: 'point', x, y })}
        />
      </section>
      <Notes state={state} />
      <NextPanel state={state} onPress={press} />
      <SpeakerTally
        state={state}
        onTally={(mark, tally) => link.send({ kind: 'tally', mark, tally })}
        onPress={press}
      />
      <LectureMap state={state} onGo={(place) => link.send({ kind: 'go', place })} />
    </main>
  );
}

function useWindowTitle(state: ScreenState | undefined): void {
  const t = usePresentWords();
  const text = useText();
  useEffect(() => {
    const title = state ? `${text(state.title)} · ${t('windowTitle')}` : t('windowTitle');
    document.title = `${title} · Afterimage`;
  }, [state, text, t]);
}

function Where({ state: { place, marks, question } }: { state: ScreenState }) {
  const t = usePresentWords();
  const at = () => t('atMark', { number: place + 1, count: marks.length });
  const mark = place < 0 ? t('atStart') : place < marks.length ? at() : t('atRecap');
  const where = question?.open ? `${mark} · ${t('questionOpen')}` : mark;
  return <h2 className="heading">{t('onScreen', { where })}</h2>;
}

function Paragraphs({ of }: { of: Text }) {
  const text = useText();
  return text(of)
    .split(/\n+/)
    .map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}

function Notes({ state: { place, marks, notes: whole } }: { state: ScreenState }) {
  const t = usePresentWords();
  const { language } = useTranslation();
  const notes = marks[place]?.notes;
  return (
    <section className="speaker-notes" aria-label={t('notes')} lang={language}>
      {whole && (
        <>
          <h2 className="heading">{t('planNotes')}</h2>
          <Paragraphs of={whole} />
        </>
      )}
      <h2 className="heading">{t('notes')}</h2>
      {notes ? <Paragraphs of={notes} /> : <p className="mute">{t('noNotes')}</p>}
    </section>
  );
}

/** The window before the screen has answered, and without one. */
function Alone({ company }: { company: Company }) {
  const t = usePresentWords();
  if (company === 'ended' || company === 'seeking') {
    return (
      <main className={company === 'ended' ? 'centred' : 'centred mute'}>
        <p>{t(company === 'ended' ? 'ended' : 'seeking')}</p>
      </main>
    );
  }
  return (
    <main>
      <div className="speaker-alone" role="alert">
        <h1>{t('aloneTitle')}</h1>
        <ol>
          <li>{t('alone1')}</li>
          <li>{t('alone2')}</li>
          <li>{t('alone3')}</li>
        </ol>
      </div>
    </main>
  );
}
