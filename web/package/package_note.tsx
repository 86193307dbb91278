import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { FrameFollower } from '../embed/follow_frame';
import type { Score } from '../embed/model/messages';
import type { Part } from '../embed/model/tally';
import { readScenario } from '../model/scenario/scenario_text';
import type { Services } from '../store/page/services';
import { useText } from '../ui/use_text';
import type { Course } from './model/course_file';
import type { Reporting } from './reporting';
import { usePackageWords } from './words/use_package_words';
import './package_note.css';

interface PackageState extends Pick<Reporting, 'heard' | 'host' | 'leave'> {
  readonly score: Score;
  readonly parts: readonly Part[];
  /** True where the course system has taken the latest report. */
  readonly taken: boolean;
}

/** The state of the line above a packaged lecture. */
export function createPackageState(follower: FrameFollower, { heard, host, leave }: Reporting) {
  const store = createStore<PackageState>()(() => ({
    heard,
    ...(host !== undefined && { host }),
    ...(leave && { leave }),
    score: follower.score(),
    parts: follower.parts(),
    taken: true,
  }));
  follower.listen({ score: (score) => store.setState({ score, parts: follower.parts() }) });
  return store;
}

/** Notes whether the course system has taken the latest report. */
export const noteTaken = (state: ReturnType<typeof createPackageState>, taken: boolean): void =>
  state.setState({ taken });

interface PackageNoteProps {
  readonly services: Services;
  readonly course: Course;
  readonly state: ReturnType<typeof createPackageState>;
}

/**
 * Says whether a course system receives the answers, and lists the lectures where there are
 * several.
 */
export function PackageNote({ services, course, state }: PackageNoteProps) {
  const w = usePackageWords();
  const text = useText();
  const { heard, score, parts, taken, host, leave } = useStore(state);
  const [left, setLeft] = useState(false);
  const open = useStore(services.lecture, (now) => (now.kind === 'open' ? now.id : ''));
  const ended = (name: string) => parts.find(({ lecture }) => lecture === name)?.ended;
  const told = (): string => {
    if (left) return w('left');
    if (heard !== 'reported') return w(heard);
    const { right, of } = score;
    if (host === undefined) return taken ? w('reported', { right, of }) : w('refused');
    return taken ? w('reportedTo', { host, right, of }) : w('unsent', { host });
  };
  return (
    <div className="package-note" data-heard={heard}>
      {course.lectures.length > 1 && (
        <select
          aria-label={w('lectures')}
          value={open}
          onChange={(event) => void services.openLecture(event.target.value)}
        >
          {course.lectures.map((lecture) => {
            const title = text(readScenario(lecture.text).title);
            return (
              <option key={lecture.name} value={lecture.name}>
                {ended(lecture.name) ? w('ended', { title }) : title}
              </option>
            );
          })}
        </select>
      )}
      <span role="status" className={taken ? undefined : 'warn'}>
        {told()} {score.complete && w('completed')}
      </span>
      {leave && !left && (
        <button
          type="button"
          className="secondary"
          onClick={() => void leave().then(() => setLeft(true))}
        >
          {w('leave')}
        </button>
      )}
    </div>
  );
}
