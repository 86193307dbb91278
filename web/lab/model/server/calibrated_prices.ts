/** The path of a statement, in instructions. */
export const PATH = 'path.sql';
/** A durable write of the log. */
export const DEVICE = 'disk.write_ns';
