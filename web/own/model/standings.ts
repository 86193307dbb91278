/** The possible states of a program that was handed in. */
export const STANDINGS = [
  'kept',
  'dear',
  'sampled',
  'broken',
  'refused',
  'outside',
  'unchanged',
] as const;

export type HandedIn = (typeof STANDINGS)[number];
