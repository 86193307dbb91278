import { startCourse } from './course_page';
import { findCourseSystem } from './package/course_system';
import { questionsIn } from './package/model/course_file';
import { scormReporting } from './package/report';

/**
 * Makes this page the lectures of a package, which tell a course system of answers and score: SCORM
 * 1.2.
 */
export const start = (element: HTMLElement): Promise<void> =>
  startCourse(element, async (course) =>
    scormReporting(findCourseSystem(window), questionsIn(course)),
  );
