/** The path of a statement, in instructions. */
export const PATH = 'path.sql';
/** A durable write of the log; pages of the database go to another disk, and are not awaited. */
export const DEVICE = 'disk.write_ns';
/** The same while several clients are at work, and how many they are. */
export const LOADED_DEVICE = 'disk.loaded_write_ns';
export const LOAD = 'disk.load';
