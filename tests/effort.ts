/** Whether everything is looked at: `npm test -- deep`. */
export const deep = process.env.AFTERIMAGE_TESTS === 'deep';

/** How often a test that samples looks: in a usual run less often than in a deep one. */
export const effort = (usual: number, whole: number): number => (deep ? whole : usual);

const DAY = 86_400_000;
/**
 * The day whose share is looked at: a number that `npm test` prints, and that `AFTERIMAGE_DAY=`
 * sets, to see the share of another day again.
 */
export const day = Number(process.env.AFTERIMAGE_DAY ?? Math.floor(Date.now() / DAY));

/**
 * Whether it is the `n`-th one's turn: a usual run looks at one in so many each day, a deep one at
 * all.
 */
export const isTurn = (n: number, parts = 4): boolean => deep || (n + day) % parts === 0;

/** Of all those at which a suite looks one by one, those whose turn it is. */
export const turn = <T>(all: readonly T[], parts = 4): readonly T[] =>
  all.filter((_, n) => isTurn(n, parts));
