import { startCourse } from './course_page';
import { Gate } from './package/gate';
import { beginSession } from './package/lrs';
import { questionsIn } from './package/model/course_file';
import { readLaunch } from './package/model/launch';
import { lrsReporting } from './package/report_lrs';
import { aloneReporting } from './package/reporting';

/**
 * Makes this page the lectures of a package, which tell the address in their launch link of answers
 * and score: cmi5.
 */
export const start = (element: HTMLElement): Promise<void> =>
  startCourse(element, (course, root) => {
    const launch = readLaunch(window.location.href);
    // Whoever opens the page without a course system reads the lectures, and nothing is told.
    if (!launch) return Promise.resolve(aloneReporting());
    const questions = questionsIn(course);
    return new Promise((resolve) => {
      let alone = false;
      const readAlone = () => {
        alone = true;
        resolve(aloneReporting());
      };
      const begin = async () => {
        const session = await beginSession(launch);
        // Who did not wait for it reads alone: the visit that has begun after all ends at once.
        if (alone) await session.terminated()();
        else resolve(await lrsReporting(session, questions));
      };
      root.render(<Gate launch={launch} onBegin={begin} onAlone={readAlone} />);
    });
  });
