import type { FrameFollower } from '../embed/follow_frame';
import type { CourseSystem } from './course_system';
import { type CmiValue, interactionOf, standing, timespan } from './model/cmi';
import type { CourseQuestions } from './model/course_file';
import { readSuspend, suspendText } from './model/suspend';
import { aloneReporting, type Reporting } from './reporting';

/** Reports to a course system of SCORM 1.2, if there is one. */
export function scormReporting(
  system: CourseSystem | undefined,
  course: readonly CourseQuestions[],
): Reporting {
  if (!system) return aloneReporting();
  // A reader who only looks at a course, or at an attempt that is over, does not change it.
  const mode = system.get('cmi.core.lesson_mode');
  const looking = mode === 'browse' || mode === 'review';
  if (looking) window.addEventListener('pagehide', () => system.finish());
  return {
    heard: looking ? 'looking' : 'reported',
    visit: readSuspend(system.get('cmi.suspend_data'), course),
    ...(!looking && {
      follow: (follower, onTaken) => report({ system, follower, course, onTaken }),
    }),
  };
}

interface Reported {
  readonly system: CourseSystem;
  readonly follower: FrameFollower;
  readonly course: readonly CourseQuestions[];
  /** Called with whether the course system has taken the latest report. */
  readonly onTaken: (taken: boolean) => void;
}

/** Reports answers and score to the course system, from now until the page is left. */
function report({ system, follower, course, onTaken }: Reported): void {
  const began = performance.now();
  const setAll = (values: readonly CmiValue[]) =>
    values.map(([name, value]) => system.set(name, value)).every(Boolean);
  const tellStanding = () => {
    const lecture = follower.state().lecture ?? undefined;
    const visit = { lecture, parts: follower.parts() };
    return setAll([
      ...standing(follower.score()),
      ['cmi.suspend_data', suspendText(visit, course)],
      ['cmi.core.exit', 'suspend'],
      ['cmi.core.session_time', timespan(performance.now() - began)],
    ]);
  };
  const tell = () => {
    const taken = tellStanding();
    onTaken(system.commit() && taken);
  };
  let number = Number(system.get('cmi.interactions._count')) || 0;
  let open: string | null = null;
  follower.listen({
    answered: (answered) => {
      // Some course systems do not keep interactions: the score alone decides whether an answer has
      // been taken.
      if (answered.first) setAll(interactionOf(answered, number++, new Date()));
    },
    score: tell,
    state: ({ lecture }) => {
      if (lecture !== open) tell();
      open = lecture;
    },
  });
  window.addEventListener('pagehide', () => {
    tellStanding();
    system.commit();
    system.finish();
  });
}
