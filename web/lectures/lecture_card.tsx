import { useStore } from 'zustand';
import { predictionHref } from '../link/prediction_links';
import type { LectureProgress } from '../store/lecture/lecture_progress';
import type { Services } from '../store/page/services';
import { useText } from '../ui/use_text';
import FollowUpLinks from './follow_up_links';
import { LectureThumb } from './lecture_thumb';
import type { LectureEntry } from './library_index';
import { useAbout } from './words/use_about';
import { useLibraryWords } from './words/use_library_words';

/** The picture of a measured lecture, in place of a stage: points beside a published range. */
function MeasuredThumb() {
  return (
    <svg className="stage-thumb measured" viewBox="0 0 240 104" aria-hidden="true">
      <path className="measured-axis" d="M28 12V84H220" />
      <path className="measured-range" d="M44 66L112 46L196 24V44L112 64L44 78Z" />
      <path className="measured-line" d="M44 72L112 56L196 32" />
      <path className="measured-line other" d="M44 74L112 70L196 66" />
    </svg>
  );
}

/** The reader's progress: a tick and the score, or the mark that was reached. */
function Progress({ far }: { far: LectureProgress }) {
  const words = useLibraryWords();
  const { ended, right, of, mark, marks } = far;
  if (!ended)
    return (
      <span className="card-progress">
        {words('atMark', { mark: Math.max(1, Math.min(mark, marks)), marks })}
      </span>
    );
  return (
    <span className="card-progress ended">
      ✓ {of > 0 ? words('right', { right, of }) : words('ended')}
    </span>
  );
}

function Facts({ entry, far }: { entry: LectureEntry; far: LectureProgress | undefined }) {
  const words = useLibraryWords();
  const { minutes, level, needs, experiment } = entry;
  const builds = needs.length > 0 && words('buildsOn', { numbers: needs.join(', ') });
  const facts = [
    minutes !== undefined && words('min', { count: minutes }),
    experiment && words('measured'),
    builds || (level && words(level)),
  ].filter(Boolean);
  return (
    <p className="card-facts">
      <span>{facts.join(' · ')}</span>
      {far && <Progress far={far} />}
    </p>
  );
}

interface LectureCardProps {
  readonly entry: LectureEntry;
  readonly services: Services;
  /** True for the lecture on the stage. */
  readonly open: boolean;
}

/**
 * A lecture of the library: its picture, its subject, the lectures that it needs, and the progress.
 */
export function LectureCard({ entry, services, open }: LectureCardProps) {
  const text = useText();
  const about = useAbout()(entry.id);
  const layout = useStore(services.preferences, (state) => state.layout);
  const far = useStore(services.progress, (state) => state.lectures[entry.id]);
  const { id, number, title, experiment } = entry;
  return (
    <li className="lecture-card">
      {experiment ? <MeasuredThumb /> : <LectureThumb lecture={id} />}
      <h4>
        <span className="card-number">{number}</span>
        {experiment ? (
          <a
            className="link-button lecture-title"
            href={predictionHref({ id, experiment }, layout)}
          >
            {text(title)}
          </a>
        ) : (
          <button
            type="button"
            className="link-button lecture-title"
            aria-current={open ? 'true' : undefined}
            onClick={() => void services.openLecture(id)}
          >
            {text(title)}
          </button>
        )}
      </h4>
      {about && <p className="card-about">{about}</p>}
      <Facts entry={entry} far={far} />
      {far && !far.ended && far.marks > 0 && (
        <span className="card-bar" aria-hidden="true">
          <span style={{ transform: `scaleX(${Math.min(1, far.mark / far.marks)})` }} />
        </span>
      )}
      <FollowUpLinks lecture={id} layout={layout} />
    </li>
  );
}
