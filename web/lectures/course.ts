import file from '../../scenarios/course.json';
import { type Course, courseOrder } from './model/course';

/** The course that ships; a contract test holds the file against its schema. */
export const course = file as Course;

/** A lecture's id: the name of its file. */
export function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
}

/** Sorts ids as the course goes. */
export const byCourse = courseOrder(course);
