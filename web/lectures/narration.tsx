import { Suspense } from 'react';
import type { LinkLayout } from '../link/prediction_links';
import { leavesCourse, type MarkStop, markAt } from '../model/lecture/marks';
import { isShown } from '../model/questions/answer';
import { scenarioText } from '../model/scenario/scenario_text';
import { activeBranch } from '../model/trace/plan';
import { openCutTask } from '../store/grading/cut_task';
import {
  useAnswers,
  useOnStage,
  usePosition,
  useSession,
  useStageStore,
} from '../store/stage/stage_context';
import { foldNarration } from '../store/stage/stage_controls';
import type { Session } from '../store/stage/stage_state';
import { useTranslation } from '../ui/i18n';
import { lazyPart } from '../ui/i18n/lazy_part';
import { Icon } from '../ui/icons';
import { useText } from '../ui/use_text';
import { useVisitedQuestion, useVisitWords, Visiting } from './question/visiting';
import './lectures.css';
import '../ui/i18n/later_words';

// This is fetched late: few lectures have ways on, and none shows them before its last mark.
const FollowUpLinks = lazyPart(() => import('./follow_up_links'));
const Question = lazyPart(() => import('./question'));

/** True if the lecture's words may not fit the running text, which was edited. */
function isEdited({ origin, text }: Session): boolean {
  return origin.kind === 'library' && text !== scenarioText(origin.base);
}

/** The mark that the playhead has reached, and those on either side of it. */
function placeIn(session: Session, at: number) {
  const { marks } = session;
  const left = leavesCourse(session.trace, session.scenario, activeBranch(session.plan).cuts);
  const astray = left !== undefined && at > left;
  return {
    astray,
    stop: astray ? undefined : markAt(marks, at),
    previous: marks.findLast((each) => each.position < at),
    next: marks.find((each) => each.position > at),
  };
}

/** Returns the narration at the playhead. */
function useSaid(session: Session, at: number): string {
  const { t } = useTranslation();
  const text = useText();
  const visiting = useVisitWords();
  const { astray, stop } = placeIn(session, at);
  const { about } = session.scenario;
  if (visiting?.[0] !== undefined) return visiting[0];
  if (astray) return t('lectures.astray');
  if (stop) return text(stop.mark.say);
  return about && at === 0 ? text(about) : t('lectures.intermission');
}

/** Buttons that go to the marks beside the playhead, or fold the narration away. */
function Tools({ session, at }: { session: Session; at: number }) {
  const { t } = useTranslation();
  const store = useStageStore();
  const { previous, next } = placeIn(session, at);
  const way = (name: 'previous' | 'next', to: MarkStop | undefined) => (
    <button
      type="button"
      className="quiet"
      aria-label={t(`lectures.${name}Mark`)}
      disabled={!to}
      onClick={() => to && store.getState().goTo(to.position)}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <span className="narration-tools">
      {way('previous', previous)}
      {way('next', next)}
      <button
        type="button"
        className="quiet"
        aria-label={t('lectures.close')}
        onClick={() => foldNarration(store)}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}

/** The number of the mark, and of the right answers. */
function Head({ session, at }: { session: Session; at: number }) {
  const { t } = useTranslation();
  const text = useText();
  const answers = useAnswers();
  const { stop } = placeIn(session, at);
  const count = session.scenario.marks?.length ?? 0;
  const graded = Object.values(answers).filter((each) => !isShown(each));
  const right = graded.filter((each) => each.right).length;
  return (
    <div className="narration-head">
      <span className="heading">
        {stop
          ? t('lectures.mark', { number: session.marks.indexOf(stop) + 1, count })
          : text(session.scenario.title)}
        {stop && stop.position !== at && ` · +${at - stop.position}`}
      </span>
      {isEdited(session) && <span className="warn">{t('lectures.edited')}</span>}
      {graded.length > 0 && (
        <span className="mute">{t('lectures.score', { right, total: graded.length })}</span>
      )}
      <Tools session={session} at={at} />
    </div>
  );
}

/** The lecturer's words at the mark that the playhead has reached, and the mark's question. */
export default function Narration({ layout }: { layout: LinkLayout }) {
  const session = useSession();
  const at = usePosition();
  return session ? <Said session={session} at={at} layout={layout} /> : null;
}

interface SaidProps {
  readonly session: Session;
  readonly at: number;
  readonly layout: LinkLayout;
}

function Said({ session, at, layout }: SaidProps) {
  const { t } = useTranslation();
  const answers = useAnswers();
  const task = useOnStage(openCutTask);
  const visited = useVisitedQuestion();
  const words = useSaid(session, at);
  const { stop, next } = placeIn(session, at);
  const here = stop?.position === at;
  // A question that waits for a power cut, or was answered by one, stays during steps.
  const asked = task ?? visited ?? (here ? stop : undefined);
  return (
    <section className="narration" aria-label={t('lectures.narration')}>
      <Head session={session} at={at} />
      <p className={here || !stop ? 'say' : 'say past'}>{words}</p>
      <Visiting />
      {asked?.mark.ask && (
        <Suspense fallback={null}>
          <Question
            key={asked.index}
            stop={asked}
            ask={asked.mark.ask}
            open={!(asked.index in answers)}
          />
        </Suspense>
      )}
      {stop && !next && session.origin.kind === 'library' && (
        <Suspense fallback={null}>
          <FollowUpLinks lecture={session.origin.id} layout={layout} />
        </Suspense>
      )}
    </section>
  );
}
