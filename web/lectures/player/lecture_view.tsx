import { Suspense, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { attemptOf } from '../../model/lecture/lecture_state';
import { isWrong } from '../../model/questions/answer';
import { isAsked } from '../../stage/open_question';
import type { ReadBytes } from '../../stage/panels/read_bytes';
import { TiersPane } from '../../stage/tiers_pane';
import { Timeline } from '../../stage/timeline/timeline';
import { prefer } from '../../store/browser/preferences';
import { leaveLecture, setAttempt } from '../../store/lecture/lecture_moves';
import {
  fatesUntilNow,
  frontierNow,
  lectureQuestion,
  saidMark,
  untoldNow,
} from '../../store/lecture/lecture_view';
import type { Services } from '../../store/page/services';
import { useOnStage, useSession, useStage, useStageStore } from '../../store/stage/stage_context';
import { closePanels, setEditing } from '../../store/stage/stage_controls';
import { HeaderMenusContext } from '../../ui/header_menus_context';
import { useKeys } from '../../ui/hooks/use_keys';
import { lazyPart } from '../../ui/i18n/lazy_part';
import { Icon } from '../../ui/icons';
import { SpeedSelect } from '../../ui/speed_select';
import { SMALL_SIZE } from '../../ui/text_width';
import { useLectureWords } from '../words/use_lecture_words';
import type { DrawerName } from './drawer';
import { CutWord, Go } from './go';
import { LectureHeader } from './header';
import { Progress } from './progress';
import { RunningLine } from './running_line';
import { Words } from './words';
import '../lectures.css';
import './lecture.css';
import './projector.css';
import './phone.css';
import './phone_side.css';
import './asking.css';

// The parts that are shown on demand are fetched on demand.
const Drawer = lazyPart(() => import('./drawer').then((part) => ({ default: part.Drawer })));
const Recap = lazyPart(() => import('./recap'));
const RecapWords = lazyPart(() => import('./recap').then((part) => ({ default: part.RecapWords })));

/** Keeps the focus: it is on Next, goes to a question when it opens, and comes back. */
function useFocus() {
  const slot = useRef<HTMLDivElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  const open = useOnStage((onStage) => lectureQuestion(onStage)?.index);
  const session = useOnStage(({ session }) => session.number);
  const store = useStageStore();
  const before = useRef<number>(undefined);
  const toQuestion = useCallback(() => slot.current?.focus(), []);
  const said = useOnStage((onStage) => saidMark(onStage)?.index);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session begins at Next, and a mark that takes the place of what had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) nextButton.current?.focus();
  }, [session, said]);
  useEffect(() => {
    const was = before.current;
    before.current = open;
    if (open !== undefined) toQuestion();
    else if (was !== undefined) {
      // A wrong answer leads on from its reason.
      const answer = store.getState().onStage?.answers[was];
      if (!answer || !isWrong(answer)) nextButton.current?.focus();
    }
  }, [open, store, toQuestion]);
  return { slot, nextButton, toQuestion };
}

/** The stage's smallest text is 20 pixels in projection. */
const PROJECTED = 20 / SMALL_SIZE;
/** The height of `.lecture-time` is at most this: 11rem. */
const TIME_HEIGHT = 176;

function Bottom({ zoom }: { zoom: number }) {
  const store = useStageStore();
  const session = useSession();
  const description = useStage((state) => state.description);
  const strip = useOnStage(({ strip }) => strip);
  const drawnUntil = useOnStage(frontierNow);
  const stripUntil = useOnStage(fatesUntilNow);
  const asked = useOnStage(isAsked, false);
  const txn = useOnStage((onStage) => untoldNow(onStage)?.txn);
  const from = useOnStage((onStage) => untoldNow(onStage)?.from);
  const scrub = useCallback((position: number) => store.getState().goTo(position), [store]);
  if (!session || !description || !strip) return null;
  return (
    <Timeline
      trace={session.trace}
      description={description}
      strip={strip}
      marks={session.marks}
      zoom={zoom}
      stripHidden={asked}
      drawnUntil={drawnUntil}
      stripUntil={stripUntil}
      {...(txn !== undefined && from !== undefined && { untold: { txn, from } })}
      most={TIME_HEIGHT}
      onScrub={scrub}
    />
  );
}

const TOOLS = ['script', 'structures', 'counters', 'outlook'] as const;

interface LectureViewProps {
  readonly services: Services;
  readonly zoom: number;
  readonly projection: boolean;
  readonly readBytes: ReadBytes;
  readonly onEdit: () => void;
  readonly onMarks: () => void;
  /** The content in the stage's place: the reason why an answer is wrong. */
  readonly instead?: React.ReactNode;
}

/** Returns the place in the lecture, as far as the view differs there. */
function usePlace({ services }: LectureViewProps) {
  const id = useOnStage(({ session }) =>
    session.origin.kind === 'library' ? session.origin.id : undefined,
  );
  const recap = useOnStage((onStage) => onStage.lecture.kind === 'recap', false);
  const menus = useContext(HeaderMenusContext);
  const editing = useOnStage((onStage) => onStage.editing) && menus !== undefined && !recap;
  const playing = useOnStage((onStage) => onStage.lecture.kind === 'passage');
  const asking = useOnStage((onStage) => lectureQuestion(onStage) !== undefined);
  const { ids } = services.library;
  const last = id !== undefined && ids.indexOf(id) === ids.length - 1;
  return { id, recap, menus, editing, playing, asking, last };
}

type Place = ReturnType<typeof usePlace>;

/** The drawer that is open; Esc closes it, and after that ends the projection. */
function useDrawer({ services, projection }: LectureViewProps) {
  const store = useStageStore();
  const [drawer, setDrawer] = useState<DrawerName>();
  const drawn = useOnStage(({ cutting, selection }) => cutting ?? selection) !== undefined;
  useKeys(({ key }) => {
    if (key !== 'Escape' || (!drawer && !drawn && !projection)) return false;
    if (drawer || drawn) {
      setDrawer(undefined);
      closePanels(store);
    } else prefer(services.preferences, { layout: 'desk' });
    return true;
  });
  const toggle = (name: DrawerName) => setDrawer(drawer === name ? undefined : name);
  return { drawer, drawn, toggle, closeDrawer: () => setDrawer(undefined) };
}

type Drawing = ReturnType<typeof useDrawer>;

/** A lecture: its words and the one way forward on the left, the stage, and time below. */
export default function LectureView(props: LectureViewProps) {
  const { services, zoom, projection } = props;
  const w = useLectureWords();
  const [time, setTime] = useState(false);
  const [more, setMore] = useState(false);
  const focus = useFocus();
  const place = usePlace(props);
  const drawing = useDrawer(props);
  const { id, recap, editing, playing, asking } = place;
  return (
    <div
      className={`lecture${projection ? ' projected' : ''}`}
      data-lecture={id}
      data-playing={playing || undefined}
      data-asking={asking || undefined}
      data-time={time || undefined}
      data-more={more || undefined}
      data-ended={recap || undefined}
      data-editing={editing || undefined}
    >
      <LectureHeader services={services} />
      <section className="lecture-rail" aria-label={w('lecture')}>
        <Rail {...props} place={place} focus={focus} onStep={() => drawing.toggle('step')} />
        <button
          type="button"
          className="quiet lecture-more"
          aria-expanded={more}
          aria-label={w('more')}
          onClick={() => setMore(!more)}
        >
          <Icon name="more" />
        </button>
      </section>
      <section className="lecture-stage" aria-label={w('structures')}>
        <StageOrRecap {...props} recap={recap} drawing={drawing} />
      </section>
      <div className="lecture-tools">
        <span className="on-demand-only">
          <button type="button" className="quiet" onClick={() => drawing.toggle('step')}>
            {w('step')}
          </button>
          <CutWord onQuestion={focus.toQuestion} />
          <button
            type="button"
            className="quiet"
            aria-pressed={time}
            onClick={() => setTime(!time)}
          >
            {w('time')}
          </button>
        </span>
        <Tools services={services} place={place} drawing={drawing} />
      </div>
      <footer className="lecture-time">
        <Bottom zoom={zoom} />
      </footer>
    </div>
  );
}

type RailProps = LectureViewProps & {
  readonly place: Place;
  readonly focus: ReturnType<typeof useFocus>;
  readonly onStep: () => void;
};

/** The rail: progress, words, the running line, and the one way forward. */
function Rail({ services, onMarks, place, focus, onStep }: RailProps) {
  const w = useLectureWords();
  const store = useStageStore();
  const { slot, nextButton, toQuestion } = focus;
  const { recap, editing, menus, last } = place;
  const onward = useStore(services.onward, (state) => state.word);
  const onNext = useCallback(() => {
    if (store.getState().next() === 'question' && !store.getState().presenting) toQuestion();
  }, [store, toQuestion]);
  const onBack = useCallback(() => void store.getState().back(), [store]);
  return (
    <>
      <Progress onMarks={onMarks} />
      {recap ? (
        <Suspense fallback={<div className="lecture-words" />}>
          <RecapWords services={services} />
        </Suspense>
      ) : editing ? (
        menus?.editing()
      ) : (
        <Words slot={slot} onNext={onNext} onBack={onBack} />
      )}
      {recap || editing ? <div className="lecture-line" /> : <RunningLine />}
      <Go nextButton={nextButton} onQuestion={toQuestion} last={last} onward={onward}>
        {recap ? (
          <p className="lecture-keys">{w('unlocked')}</p>
        ) : (
          <p className="lecture-keys">
            <span className="keys-only">
              <kbd>→</kbd> {w('keyNext')}
            </span>
            <button type="button" className="quiet" onClick={onStep}>
              <kbd>⇧ →</kbd> {w('keyStep')}
            </button>
            <CutWord onQuestion={toQuestion} />
          </p>
        )}
      </Go>
    </>
  );
}

type StageOrRecapProps = LectureViewProps & {
  readonly recap: boolean;
  readonly drawing: Drawing;
};

/** The stage, or the content in its place, or the lecture's end; and the drawer over it. */
function StageOrRecap(props: StageOrRecapProps) {
  const { services, zoom, projection, instead, recap, drawing } = props;
  const store = useStageStore();
  const stageZoom = projection ? Math.max(zoom, PROJECTED) : zoom;
  return (
    <>
      {recap ? (
        <Suspense fallback={null}>
          <Recap services={services} onLeave={() => leaveLecture(store)} />
        </Suspense>
      ) : (
        (instead ?? <TiersPane zoom={stageZoom} />)
      )}
      {(drawing.drawer || drawing.drawn) && (
        <Suspense fallback={null}>
          <Drawer
            name={drawing.drawer}
            readBytes={props.readBytes}
            onEdit={props.onEdit}
            onClose={drawing.closeDrawer}
          />
        </Suspense>
      )}
    </>
  );
}

interface ToolsProps {
  readonly services: Services;
  readonly place: Place;
  readonly drawing: Drawing;
}

/** The tools that show parts beside the lecture, change it, and leave it. */
function Tools({ services, place, drawing }: ToolsProps) {
  const w = useLectureWords();
  const store = useStageStore();
  const { id, recap, menus, editing } = place;
  const { drawer, toggle } = drawing;
  const presenting = useStage((state) => state.presenting);
  const future = useOnStage((onStage) => attemptOf(onStage.lecture)?.future ?? false);
  return (
    <>
      <SpeedSelect />
      {TOOLS.map((name) => (
        <button
          key={name}
          type="button"
          className="quiet"
          aria-expanded={drawer === name}
          onClick={() => toggle(name)}
        >
          {w(name)}
        </button>
      ))}
      {!recap && (
        <button
          type="button"
          className="quiet"
          aria-pressed={future}
          onClick={() => setAttempt(store, { future: !future })}
        >
          {w('future')}
        </button>
      )}
      {menus && id !== undefined && !recap && !presenting && (
        <button
          type="button"
          className="quiet"
          aria-pressed={editing}
          onClick={() => setEditing(store, !editing)}
        >
          {w('edit')}
        </button>
      )}
      <button type="button" className="quiet" onClick={() => leaveLecture(store)}>
        {w('leave')}
      </button>
      {presenting && (
        <button
          type="button"
          className="quiet"
          onClick={() => prefer(services.preferences, { layout: 'desk' })}
        >
          {w('presentEnd')}
        </button>
      )}
    </>
  );
}
