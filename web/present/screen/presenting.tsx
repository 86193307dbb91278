import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { textHash } from '../../store/browser/own_library';
import { prefer } from '../../store/browser/preferences';
import { inLecture } from '../../store/lecture/lecture_view';
import type { Services } from '../../store/page/services';
import { usePosition, useSession, useStage } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { lazyPart } from '../../ui/i18n/lazy_part';
import { live, toggleCode } from '../live/live_store';
import { useLiveQuestion } from '../live/use_live_question';
import type { ScreenState, SpeakerKey, ToScreen } from '../messages';
import { openSpeaker } from '../open_speaker';
import {
  accompany,
  createPresentStore,
  noteVisit,
  openLecture,
  pointAt,
  restartClock,
  setBlack,
  setTally,
  toggleBlack,
  toggleHands,
  togglePointer,
} from '../present_store';
import { usePresentKeys } from '../use_present_keys';
import { usePresentWords } from '../words/use_present_words';
import { type Flow, flowOf, goToPlace, pressBack, pressNext } from './flow';
import { setFullScreen, useFullScreen } from './full_screen';
import { Hands } from './hands';
import { Pointer } from './pointer';
import { PresentTools } from './present_tools';
import { linkScreen, type ScreenLink } from './screen_link';
import { screenState } from './screen_state';
import { useAsked } from './use_asked';
import '../presenting.css';

const LiveDialog = lazyPart(() => import('../live/live_dialog'));

const NO_HANDS = {};
/** The place while nothing is open. */
const NOWHERE: Flow = { place: -1, stop: undefined, open: false, next: 'none' };

type Store = ReturnType<typeof createPresentStore>;

/**
 * Returns the place in the lecture from the parts of the state that the flow depends on: a frame or
 * a verdict changes none of it.
 */
function useFlow() {
  const session = useSession();
  const at = usePosition();
  const flow = useStage(useShallow(({ onStage }) => (onStage ? flowOf(onStage) : NOWHERE)));
  return { session, flow, here: flow.stop?.position === at ? flow.stop : undefined };
}

/** Returns the actions of the keys of both windows. */
function useActions({ stage, preferences }: Services, store: Store, here: Flow['stop']) {
  const end = useCallback(() => {
    void setFullScreen(false);
    prefer(preferences, { layout: 'desk' });
  }, [preferences]);
  const press = (go: (of: typeof stage) => void) => {
    if (store.getState().black) setBlack(store, false);
    else go(stage);
  };
  const actions: Readonly<Record<SpeakerKey, () => void>> = {
    next: () => press(pressNext),
    back: () => press(pressBack),
    black: () => toggleBlack(store),
    pointer: () => togglePointer(store),
    hands: () => here?.mark.ask && toggleHands(store, here.index),
    clock: () => restartClock(store, Date.now()),
    end,
  };
  return actions;
}

/**
 * Connects to the speaker's window: it receives that window's requests, and reports the screen's
 * content.
 */
function useSpeakerLine(
  { stage }: Services,
  store: Store,
  actions: Readonly<Record<SpeakerKey, () => void>>,
  state: ScreenState | undefined,
) {
  const { id } = useStore(store);
  const hear = (message: ToScreen) => {
    if (message.kind === 'press') actions[message.key]();
    else if (message.kind === 'go') goToPlace(stage, message.place);
    else if (message.kind === 'tally') setTally(store, message.mark, message.tally);
    else if (message.kind === 'point') pointAt(store, { x: message.x, y: message.y });
  };
  const heard = useEffectEvent(hear);
  const link = useRef<ScreenLink>(undefined);
  useEffect(() => {
    const root = document.getElementById('root');
    if (!root) return;
    const made = linkScreen({
      id,
      root,
      hear: (message) => heard(message),
      onAccompanied: (accompanied) => accompany(store, accompanied),
    });
    link.current = made;
    return () => made.close();
  }, [store, id]);
  useEffect(() => {
    if (state) link.current?.tell(state);
  }, [state]);
}

/** The lecture's own view decides what Esc closes first. */
function escapeEnds(stage: Services['stage']): boolean {
  const { onStage } = stage.getState();
  const opened = document.querySelector('dialog[open], :popover-open');
  return !(onStage && (inLecture(onStage) || onStage.cutting)) && !opened;
}

/** Returns the open question, and the hands or phones that answer it. */
function useQuestion({ spawn }: Services, store: Store, here: Flow['stop']) {
  const present = useStore(store);
  /** The mark whose hands are counted in this window. */
  const [counting, setCounting] = useState<number>();
  const tally = (here && present.tallies[here.index]) ?? NO_HANDS;
  const question = useAsked(here, tally, spawn, present.accompanied);
  const handsShown = here !== undefined && present.handsShown.includes(here.index);
  const phones = useLiveQuestion(store, here, spawn);
  return { question, tally, handsShown, phones, counting, setCounting };
}

/**
 * The presenting layer of a projected page: keys, black screen, pointer, hands, and the connection
 * to the speaker's window.
 */
export default function Presenting({ services }: { services: Services }) {
  const { stage } = services;
  const [store] = useState(createPresentStore);
  const present = useStore(store);
  const { language } = useTranslation();
  const t = usePresentWords();
  const [blocked, setBlocked] = useState(false);
  const { session, flow, here } = useFlow();
  const asked = useQuestion(services, store, here);
  const { question, tally, handsShown, phones, setCounting } = asked;
  const phonesShown = useStore(live, (now) => now.shown);
  useEffect(() => {
    if (!session) return;
    openLecture(store, `${session.scenario.id} ${textHash(session.text)}`);
    noteVisit(store, flow.place, Date.now());
  }, [store, session, flow.place]);
  const actions = useActions(services, store, here);
  const toggleFull = useFullScreen(actions.end);
  useEffect(() => () => void setFullScreen(false), []);
  const keys = {
    ...actions,
    fullScreen: toggleFull,
    speaker: () => setBlocked(openSpeaker(present.id) === undefined),
    // Hands are not counted where phones answer.
    hands: () => {
      if (phones) actions.hands();
      else setCounting((of) => (of === question?.mark ? undefined : question?.mark));
    },
    phones: () => toggleCode(),
  };
  usePresentKeys(keys, present.black, () => escapeEnds(stage));
  const notes = useStore(services.onward, (now) => now.notes);
  const state: ScreenState | undefined = useMemo(
    () =>
      session &&
      screenState({ session, flow, question, language, present, tally, handsShown, notes }),
    [session, flow, question, language, present, tally, handsShown, notes],
  );
  useSpeakerLine(services, store, actions, state);
  return (
    <>
      <AskedHands store={store} asked={asked} />
      {blocked && (
        <p className="notice-bar" role="alert">
          {t('speakerBlocked')}
        </p>
      )}
      {phonesShown && (
        <Suspense fallback={null}>
          <LiveDialog />
        </Suspense>
      )}
      <PresentTools keys={keys} black={present.black} pointer={present.pointer} />
      {present.pointer && (
        <Pointer point={present.point} onPoint={(point) => pointAt(store, point)} />
      )}
      {present.black &&
        createPortal(
          <div className="present-black" role="status">
            <span className="visually-hidden">{t('blackNow')}</span>
          </div>,
          document.body,
        )}
    </>
  );
}

/** The hands or phones of the open question. */
function AskedHands({ store, asked }: { store: Store; asked: ReturnType<typeof useQuestion> }) {
  const { question, tally, handsShown, phones, counting, setCounting } = asked;
  if (!question) return null;
  return (
    <Hands
      question={question}
      tally={tally}
      shown={handsShown}
      counting={counting === question.mark}
      onTally={(next) => setTally(store, question.mark, next)}
      onToggle={() => {
        toggleHands(store, question.mark);
        setCounting(undefined);
      }}
      phones={phones}
    />
  );
}
