// The commands to type at a server, the same in every language.

/** Prints the time of a flush, in a folder of the log's disk. */
export const FLUSH_COMMAND = 'pg_test_fsync -s 2 -f wal_disk/test.fsync';
/** Prints the time of a flush by fio. */
export const FIO_COMMAND =
  'fio --output-format=json --rw=write --bs=8k --size=16m --overwrite=1 --fdatasync=1\n' +
  '  --name=one --name=many --stonewall --group_reporting --numjobs=16';
/** Prints the transactions per second that one client reaches where commits do not wait. */
export const RATE_COMMAND = 'PGOPTIONS="-c synchronous_commit=off" pgbench -n -c 1 -T 30';
/** Prints the rates that more clients reach with the server as it is. */
export const LOADED_COMMAND = 'pgbench -n -c 16 -j 2 -T 30';
/** Prints the settings that a run takes over. */
export const SETTINGS_COMMAND =
  'select name, current_setting(name) from pg_settings where name in\n' +
  "  ('checkpoint_completion_target', 'checkpoint_timeout', 'commit_delay', 'commit_siblings',\n" +
  "  'full_page_writes', 'max_wal_size', 'wal_buffers', 'wal_writer_delay',\n" +
  "  'wal_writer_flush_after')";
/** Prints the time of two switches between processes, as one operation. */
export const SWITCH_COMMAND = 'perf bench sched pipe';
/** Prints how long each state of an idle core takes to leave, in microseconds. */
export const WAKE_COMMAND = 'cat /sys/devices/system/cpu/cpu0/cpuidle/state*/latency';
/** Makes commits not wait for the log. */
export const COMMITS_OFF = 'synchronous_commit=off';
/**
 * Prints how many rows the database reads for each row that it changes, the changed row not
 * counted.
 */
export const READS_COMMAND =
  'select round(greatest(tup_fetched - tup_updated - tup_deleted, 0)::numeric /\n' +
  '  greatest(tup_inserted + tup_updated + tup_deleted, 1), 2)\n' +
  'from pg_stat_database where datname = current_database()';
/** Prints the times of the server's own flushes, where track_wal_io_timing is on. */
export const FLUSHES_COMMAND = 'select wal_sync_time / wal_sync from pg_stat_wal';
