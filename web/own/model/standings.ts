/** How a program that was handed in may stand. */
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
