import { useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Frame } from '../../engine/protocol';
import { askOnce } from '../../engine/worker/latest';
import { pictureOf } from '../../model/frame/stage_picture';
import { attemptOf, type FirstTry } from '../../model/lecture/lecture_state';
import type { MarkStop } from '../../model/lecture/marks';
import { askAgain, beginAgain } from '../../store/lecture/lecture_moves';
import { courseNow } from '../../store/lecture/lecture_view';
import type { Services } from '../../store/page/services';
import { useOnStage, useSession, useStage, useStageStore } from '../../store/stage/stage_context';
import { HeaderMenusContext } from '../../ui/header_menus_context';
import { StageThumb } from '../../ui/picture/stage_thumb';
import { useText } from '../../ui/use_text';
import { useQuestionText } from '../question/use_question_text';
import { useLectureWords } from '../words/use_lecture_words';
import { framesAt } from './frames_at';
import { NextUp } from './next_up';
import { TxnWords } from './txn_words';
import './recap.css';

/** The number of marks that represent a lecture. */
const SHOWN = 3;

/**
 * The marks that represent a lecture: first those with questions, then others, in the order of the
 * run.
 */
export function marksToShow(stops: readonly MarkStop[]): readonly MarkStop[] {
  const asking = stops.filter(({ mark }) => mark.ask !== undefined);
  const spread = [0, Math.floor(stops.length / 2), stops.length - 1].map((n) => stops[n]);
  const chosen = [...new Set([...asking.slice(0, SHOWN - 1), ...spread.reverse(), ...asking])];
  return chosen
    .flatMap((stop) => stop ?? [])
    .slice(0, SHOWN)
    .sort((left, right) => left.position - right.position);
}

function useFrames(services: Services, stops: readonly MarkStop[]): readonly Frame[] {
  const session = useSession();
  const [frames, setFrames] = useState<readonly Frame[]>([]);
  const positions = stops.map(({ position }) => position).join();
  useEffect(() => {
    if (!session) return;
    // The pictures need an engine; without one the words stay.
    return askOnce(
      () => framesAt(services.spawn, session, positions.split(',').map(Number)),
      setFrames,
    );
  }, [services, session, positions]);
  return frames;
}

function Seen({ services, stops }: { services: Services; stops: readonly MarkStop[] }) {
  const w = useLectureWords();
  const text = useText();
  const store = useStageStore();
  const about = useOnStage(({ session }) => session.scenario.lecture?.structures);
  const focus = stops.flatMap(({ mark }) => mark.focus ?? []);
  const all = useOnStage(({ session }) => courseNow(session).stops) ?? [];
  const frames = useFrames(services, stops);
  return (
    <ol className="recap-seen">
      {stops.map((stop) => {
        const frame = frames.find(({ at }) => at === stop.position);
        const { name, say, then } = stop.mark;
        return (
          <li key={stop.index}>
            <button type="button" onClick={() => store.getState().goTo(stop.position)}>
              <span className="recap-picture">
                {frame && <StageThumb picture={pictureOf(frame, about ?? focus)} />}
              </span>
              <span className="recap-words">
                <span className="heading">{w('mark', { mark: all.indexOf(stop) + 1 })}</span>{' '}
                <TxnWords>{text(name ?? then ?? say)}</TxnWords>
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

const HOW = {
  right: 'wasRight',
  wrong: 'wasWrong',
  shown: 'wasShown',
} as const satisfies Record<FirstTry, string>;

function AskedRow({ stop, tried }: { stop: MarkStop; tried: FirstTry | undefined }) {
  const w = useLectureWords();
  const store = useStageStore();
  const ask = stop.mark.ask;
  const words = useQuestionText(ask ?? { kind: 'undone-next' });
  return (
    <li className={tried}>
      <span className="sign" aria-hidden="true">
        {tried === 'right' ? '✓' : tried === 'wrong' ? '✗' : '·'}
      </span>
      <p>
        <TxnWords>{words}</TxnWords>
        <small>{w(tried ? HOW[tried] : 'notAsked')}</small>
      </p>
      {tried !== 'right' && (
        <button type="button" className="secondary" onClick={() => askAgain(store, stop.index)}>
          {w(tried ? 'askAgain' : 'askNow')}
        </button>
      )}
    </li>
  );
}

function Asked({ stops }: { stops: readonly MarkStop[] }) {
  const w = useLectureWords();
  const store = useStageStore();
  const first = useOnStage((onStage) => attemptOf(onStage.lecture)?.first);
  const presenting = useStage((state) => state.presenting);
  const menus = useContext(HeaderMenusContext);
  const asking = stops.filter(({ mark }) => mark.ask !== undefined);
  return (
    <section className="recap-asked" aria-labelledby="recap-asked">
      <h2 id="recap-asked">{w('yours')}</h2>
      {asking.length === 0 && <p className="mute">{w('none')}</p>}
      <ul>
        {asking.map((stop) => (
          <AskedRow key={stop.index} stop={stop} tried={first?.[stop.index]} />
        ))}
      </ul>
      <p className="mute">
        {w(presenting ? 'notKept' : 'kept')}{' '}
        <button type="button" className="link-button" onClick={() => beginAgain(store)}>
          {w('beginAgain')}
        </button>
      </p>
      {asking.length > 0 && !presenting && menus?.handIn()}
    </section>
  );
}

interface RecapProps {
  readonly services: Services;
  readonly onLeave: () => void;
}

/**
 * The end of a lecture, in the stage's place: what was shown, what was asked, and what comes next.
 */
export default function Recap({ services, onLeave }: RecapProps) {
  const w = useLectureWords();
  const stops = useOnStage(({ session }) => courseNow(session).stops) ?? [];
  return (
    <div className="recap" data-recap>
      <h2 className="recap-title">{w('seen')}</h2>
      <Seen services={services} stops={marksToShow(stops)} />
      <div className="recap-rest">
        <Asked stops={stops} />
        <NextUp services={services} onLeave={onLeave} />
      </div>
    </div>
  );
}

/** The recap's words, in the rail: the one sentence to keep, and the score. */
export function RecapWords({ services }: { services: Services }) {
  const w = useLectureWords();
  const text = useText();
  const session = useSession();
  const first = useOnStage((onStage) => attemptOf(onStage.lecture)?.first);
  const presenting = useStage((state) => state.presenting);
  const now = useStore(services.lecture);
  if (!session) return null;
  const { stops } = courseNow(session);
  const last = stops.at(-1)?.mark;
  const { keep } = session.scenario.lecture ?? {};
  const tries = Object.values(first ?? {}).filter((each) => each !== 'shown');
  const spent = now.kind === 'open' ? Object.values(now.spent).reduce((a, b) => a + b, 0) : 0;
  const minutes = Math.max(1, Math.round(spent / 60_000));
  return (
    <div className="lecture-words" data-say>
      <p className="heading">{w('end')}</p>
      <p className="say keep">
        <TxnWords>{text(keep ?? last?.then ?? last?.say ?? session.scenario.title)}</TxnWords>
      </p>
      {tries.length > 0 && !presenting && (
        <p className="recap-score">
          <strong>{tries.filter((each) => each === 'right').length}</strong>{' '}
          <span>{w('score', { of: tries.length })}</span>
          <small>
            {w('scoreWords')}
            {w('minutes', { count: minutes })}
          </small>
        </p>
      )}
    </div>
  );
}
