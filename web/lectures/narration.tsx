import { Suspense } from 'react';
import type { LinkLayout } from '../link/prediction_links';
import { leavesCourse, markAt } from '../model/lecture/marks';
import { isShown } from '../model/questions/answer';
import { scenarioText } from '../model/scenario/scenario_text';
import { activeBranch } from '../model/trace/plan';
import { openCutTask } from '../store/grading/cut_task';
import { useStage, useStageStore } from '../store/stage/stage_context';
import { foldNarration } from '../store/stage/stage_controls';
import type { Session } from '../store/stage/stage_state';
import { useTranslation } from '../ui/i18n';
import { lazyPart } from '../ui/i18n/lazy_part';
import { Icon } from '../ui/icons';
import { useText } from '../ui/use_text';
import { useVisitedQuestion, useVisitWords, Visiting } from './question/visiting';
import './lectures.css';
import '../ui/i18n/later_words';

// Few lectures go on, and none before its last mark.
const FollowUpLinks = lazyPart(() => import('./follow_up_links'));
const Question = lazyPart(() => import('./question'));

/** Whether the lecture's words may speak of something else than what runs. */
function isEdited({ origin, text }: Session): boolean {
  return origin.kind === 'library' && text !== scenarioText(origin.base);
}

/** What the lecturer says at the mark that the playhead has reached, and the mark's question. */
export default function Narration({ layout }: { layout: LinkLayout }) {
  const { t } = useTranslation();
  const text = useText();
  const store = useStageStore();
  const session = useStage((state) => state.session);
  const at = useStage((state) => state.at);
  const answers = useStage((state) => state.answers);
  const task = useStage(openCutTask);
  const visited = useVisitedQuestion();
  const visiting = useVisitWords();
  if (!session) return null;
  const left = leavesCourse(session.trace, session.scenario, activeBranch(session.plan).cuts);
  const astray = left !== undefined && at > left;
  const stop = astray ? undefined : markAt(session.marks, at);
  const place = stop ? session.marks.indexOf(stop) : -1;
  const total = session.scenario.marks?.length ?? 0;
  const graded = Object.values(answers).filter((each) => !isShown(each));
  const go = (position: number | undefined) =>
    position !== undefined && store.getState().goTo(position);
  const here = stop?.position === at;
  // A question that waits for a power cut, or was answered by one, stays while one steps.
  const asked = task ?? visited ?? (here ? stop : undefined);
  const previous = session.marks.findLast((each) => each.position < at);
  const next = session.marks.find((each) => each.position > at);
  const words =
    visiting?.[0] ??
    (astray
      ? t('lectures.astray')
      : stop
        ? text(stop.mark.say)
        : session.scenario.about && at === 0
          ? text(session.scenario.about)
          : t('lectures.intermission'));
  return (
    <section className="narration" aria-label={t('lectures.narration')}>
      <div className="narration-head">
        <span className="heading">
          {stop
            ? t('lectures.mark', { number: place + 1, count: total })
            : text(session.scenario.title)}
          {stop && !here && ` · +${at - stop.position}`}
        </span>
        {isEdited(session) && <span className="warn">{t('lectures.edited')}</span>}
        {graded.length > 0 && (
          <span className="mute">
            {t('lectures.score', {
              right: graded.filter((each) => each.right).length,
              total: graded.length,
            })}
          </span>
        )}
        <span className="narration-tools">
          <button
            type="button"
            className="quiet"
            aria-label={t('lectures.previousMark')}
            disabled={!previous}
            onClick={() => go(previous?.position)}
          >
            <Icon name="previous" />
          </button>
          <button
            type="button"
            className="quiet"
            aria-label={t('lectures.nextMark')}
            disabled={!next}
            onClick={() => go(next?.position)}
          >
            <Icon name="next" />
          </button>
          <button
            type="button"
            className="quiet"
            aria-label={t('lectures.close')}
            onClick={() => foldNarration(store)}
          >
            <Icon name="close" />
          </button>
        </span>
      </div>
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
