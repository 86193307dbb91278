import { startCourse } from './course_page';
import { Gate } from './package/gate';
import { beginSession } from './package/lrs';
import { questionsIn } from './package/model/course_file';
import { readLaunch } from './package/model/launch';
import { lrsReporting } from './package/report_lrs';
import { aloneReporting } from './package/reporting';

/**
 * Turns this page into the lectures of a package, which report answers and score to the address in
 * their launch link: cmi5.
 */
export const start = (element: HTMLElement): Promise<void> =>
  startCourse(element, (course, root) => {
    const launch = readLaunch(window.location.href);
    // A reader who opens the page without a course system reads the lectures, and nothing is
    // reported.
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
        // A reader who did not wait reads alone: a visit that begins after all ends at once.
        if (alone) await session.terminated()();
        else resolve(await lrsReporting(session, questions));
      };
      root.render(<Gate launch={launch} onBegin={begin} onAlone={readAlone} />);
    });
  });
