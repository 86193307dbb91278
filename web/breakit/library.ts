import foundFile from '../../scenarios/breakit/found.json';
import type { Text } from '../engine/protocol';
import type { Tour } from './model/tour';

/**
 * A fault of a system as it was built here, which the explorer found
 * (scenarios/breakit/found.json).
 */
export interface Found {
  readonly when: Text;
  readonly system: string;
  /** The story that would meet it again, in scenarios/explore/own. */
  readonly story: string;
  readonly what: Text;
  readonly mended: Text;
}

// Only the titles of lectures come into the bundle: the rest of each file is fetched when it is
// opened.
const titles = import.meta.glob<Text>('../../scenarios/lectures/*.json', {
  import: 'title',
  eager: true,
});
const files = import.meta.glob<Tour>('../../scenarios/tours/*.json', {
  import: 'default',
  eager: true,
});

const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

/** Titles of the scenarios that ship with the application, by id. */
export const lectureTitles: ReadonlyMap<string, Text> = new Map(
  Object.entries(titles).map(([path, title]) => [idOf(path), title]),
);

/** The guided tours, by name. */
export const tours: readonly Tour[] = Object.entries(files)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, tour]) => tour);

/** The faults that the explorer has found in the systems themselves, the earliest first. */
export const found: readonly Found[] = foundFile.found;
