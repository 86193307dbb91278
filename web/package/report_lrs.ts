import type { FrameFollower } from '../embed/follow_frame';
import type { LrsSession } from './lrs';
import type { CourseQuestions } from './model/course_file';
import { readSuspend, suspendText } from './model/suspend';
import { createOutbox, type Outbox } from './outbox';
import type { Reporting } from './reporting';

/** The prefix of the kept state of a visit whose end has been reported: it is reported once. */
const TOLD = '!';
/** The milliseconds that the last answers may take when the reader leaves. */
const LAST_MS = 4000;

interface Reported {
  readonly session: LrsSession;
  readonly course: readonly CourseQuestions[];
  readonly outbox: Outbox;
  told: boolean;
}

/** Reports each first answer, the end, and the state for a later visit. */
function report(follower: FrameFollower, reported: Reported): void {
  const { session, course, outbox } = reported;
  let last = '';
  const keep = () => {
    const lecture = follower.state().lecture ?? undefined;
    const visit = suspendText({ lecture, parts: follower.parts() }, course);
    const text = `${reported.told ? TOLD : ''}${visit}`;
    if (text === last) return;
    last = text;
    outbox.push(() => session.keep(text));
  };
  follower.listen({
    answered: (answered) => {
      if (answered.first) outbox.push(session.answered(answered));
    },
    score: (score) => {
      if (score.complete && !reported.told) {
        reported.told = true;
        outbox.push(session.completed());
        if (score.of > 0) outbox.push(session.judged(score));
      }
      keep();
    },
    state: keep,
  });
}

/** Reports to the learning record store of a course system of cmi5. */
export async function lrsReporting(
  session: LrsSession,
  course: readonly CourseQuestions[],
): Promise<Reporting> {
  const before = await session.kept();
  let taken: (taken: boolean) => void = () => undefined;
  const outbox = createOutbox((now) => taken(now));
  let over = false;
  /** No statement may follow it. */
  const terminate = async () => {
    if (over) return;
    over = true;
    await session
      .terminated()()
      .catch(() => undefined);
  };
  window.addEventListener('pagehide', () => void terminate());
  const reported = { session, course, outbox, told: before.startsWith(TOLD) };
  return {
    heard: session.looking ? 'looking' : 'reported',
    host: session.host,
    visit: readSuspend(before.replace(TOLD, ''), course),
    ...(session.language && { language: session.language }),
    ...(!session.looking && {
      follow: (follower, onTaken) => {
        taken = onTaken;
        report(follower, reported);
      },
    }),
    leave: async () => {
      await outbox.emptied(LAST_MS);
      await terminate();
      if (session.returnUrl) window.location.assign(session.returnUrl);
    },
  };
}
