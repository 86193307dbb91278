import file from '../../scenarios/course.json';
import { type Course, courseOrder } from './model/course';

/** The course that ships; a contract test checks the file against its schema. */
export const course = file as Course;

/** A lecture's id: the name of its file. */
export function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
}

/** Sorts ids in the order of the course. */
export const byCourse = courseOrder(course);
