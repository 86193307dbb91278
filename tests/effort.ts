/** True if everything is tested: `npm test -- deep`. */
export const deep = process.env.AFTERIMAGE_TESTS === 'deep';

/** The number of samples of a sampling test: fewer in a usual run than in a deep one. */
export const effort = (usual: number, whole: number): number => (deep ? whole : usual);

const DAY = 86_400_000;
/**
 * The day that determines the tested part: a number that `npm test` prints, and that
 * `AFTERIMAGE_DAY=` sets, to test the part of another day again.
 */
export const day = Number(process.env.AFTERIMAGE_DAY ?? Math.floor(Date.now() / DAY));

/**
 * True if it is the `n`-th one's turn: a usual run tests one in `parts` each day, a deep one all.
 */
export const isTurn = (n: number, parts = 4): boolean => deep || (n + day) % parts === 0;

/** The elements whose turn it is, of all that a suite tests one by one. */
export const turn = <T>(all: readonly T[], parts = 4): readonly T[] =>
  all.filter((_, n) => isTurn(n, parts));
