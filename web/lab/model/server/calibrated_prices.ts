/** The path of a statement, in instructions. */
export const PATH = 'path.sql';
/**
 * The path of a statement where no measurement gives it: PostgreSQL's own code, for each changed
 * row.
 */
export const COUNTED_PATH = 185_800;
/** Until a core that idles executes again. */
export const IDLE_WAKE = 'cpu.idle_wake_ns';
/** One process gives way to another on a core. */
export const SWITCH = 'cpu.context_switch_ns';
/** A durable write of the log; pages of the database go to another disk, and are not awaited. */
export const DEVICE = 'disk.write_ns';
/** The same while several clients are at work, and how many they are. */
export const LOADED_DEVICE = 'disk.loaded_write_ns';
export const LOAD = 'disk.load';
