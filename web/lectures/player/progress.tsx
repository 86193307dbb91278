import { attemptOf } from '../../model/lecture/lecture_state';
import { isShown } from '../../model/questions/answer';
import { courseNow, isBeside, saidMark } from '../../store/lecture/lecture_view';
import { useAnswers, useOnStage, usePosition, useSession } from '../../store/stage/stage_context';
import type { Answer } from '../../store/stage/stage_state';
import { useLectureWords } from '../words/use_lecture_words';

type Sign = 'right' | 'wrong' | 'shown' | 'open';

const SIGN: Readonly<Record<Sign, string>> = { right: '✓', wrong: '✗', shown: '·', open: '?' };
const NAME = {
  right: 'signRight',
  wrong: 'signWrong',
  shown: 'signShown',
  open: 'signOpen',
} as const satisfies Record<Sign, string>;

function signOf(answer: Answer | undefined, reached: boolean): Sign | undefined {
  if (!answer) return reached ? 'open' : undefined;
  if (isShown(answer)) return 'shown';
  return answer.right ? 'right' : 'wrong';
}

/** A bar with a segment for each mark: the progress, and the result of each question. */
export function Progress({ onMarks }: { onMarks: () => void }) {
  const w = useLectureWords();
  const session = useSession();
  const answers = useAnswers();
  const said = useOnStage(saidMark);
  const at = usePosition();
  const farthest = useOnStage((onStage) => attemptOf(onStage.lecture)?.farthest ?? 0, 0);
  const ended = useOnStage((onStage) => onStage.lecture.kind === 'recap');
  const beside = useOnStage(isBeside);
  if (!session) return null;
  const { stops } = courseNow(session);
  const marks = session.scenario.marks?.length ?? stops.length;
  // A reader who steps beside the course keeps the place where they left it.
  const place = ended ? marks : said ? stops.indexOf(said) + 1 : beside ? stops.length : 0;
  const partly = !ended && said !== undefined && at > said.position;
  return (
    <div className="lecture-progress">
      <ol>
        {Array.from({ length: marks }, (_, n) => {
          const stop = stops[n];
          const done = ended || n < place;
          const reached = stop !== undefined && stop.position <= farthest;
          const sign = stop?.mark.ask && signOf(answers[stop.index], reached);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
              key={n}
              className={done ? 'done' : partly && n === place ? 'half' : undefined}
            >
              {sign && (
                <span role="img" className={`sign ${sign}`} aria-label={w(NAME[sign])}>
                  {SIGN[sign]}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <button type="button" className="quiet" title={w('marks')} onClick={onMarks}>
        {w('progress', { mark: place, marks })}
      </button>
    </div>
  );
}
