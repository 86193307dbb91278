/** Whether everything is looked at: `npm test -- deep`. */
export const deep = process.env.AFTERIMAGE_TESTS === 'deep';

/** How often a test that samples looks: in a usual run less often than in a deep one. */
export const effort = (usual: number, whole: number): number => (deep ? whole : usual);
