import { startCourse } from './course_page';
import { findCourseSystem } from './package/course_system';
import { questionsIn } from './package/model/course_file';
import { scormReporting } from './package/report';

/**
 * Turns this page into the lectures of a package, which report answers and score to a course
 * system: SCORM 1.2.
 */
export const start = (element: HTMLElement): Promise<void> =>
  startCourse(element, async (course) =>
    scormReporting(findCourseSystem(window), questionsIn(course)),
  );
