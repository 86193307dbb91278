/** The path of a statement, in instructions. */
export const PATH = 'path.sql';
/** A durable write of the log; pages of the database go to another disk, and are not awaited. */
export const DEVICE = 'disk.write_ns';
