import type { Description, SchemeDescription } from '../../../engine/protocol';
import type { ExperimentFile } from '../../../engine/protocol/experiment';
import { ALONE, COMMIT } from '../../../model/experiment/fresh_racer';
import type { ParamValue } from '../../../model/scenario/side_choice';
import { CHECKPOINT_BYTES } from '../log_volume';
import type { Settings } from './settings_text';

// The runs that stand for the reader's own server, and what stands beside it first.

type Entry = ExperimentFile['schemes'][number];
type Params = Readonly<Record<string, ParamValue>>;

/** A commit that waits for nothing: synchronous_commit=off. */
const NOT_AWAITED = 'asynchronous';
const LOG_ON = 'log_on';
const FLUSH_AFTER = 'flush_after_kb';
/** The most that one write of the log takes. */
const LOG_WRITE = 'log_write_kb';
/** A file system in NVM. */
const IN_NVM = 'pmfs';
/** A parameter of all systems that keep their database in pages. */
const FRAMES = 'frames';

/** The relation of a run to the reader's server. */
export type Role = 'yours' | 'off' | 'in-nvm' | 'other';

const has = ({ params }: SchemeDescription, id: string) => params.some((each) => each.id === id);

/** The system that logs and commits as PostgreSQL: to a file, and not awaited where one asks. */
export const serverScheme = ({ schemes }: Description): SchemeDescription | undefined =>
  schemes.find(
    (scheme) =>
      has(scheme, LOG_ON) &&
      scheme.params.some(
        ({ id, choices }) => id === COMMIT && choices?.some((each) => each.id === NOT_AWAITED),
      ),
  );

/** The first system whose log is in NVM itself, and whose database stays in pages. */
export const nvmScheme = ({ schemes }: Description): SchemeDescription | undefined =>
  schemes.find((scheme) => !has(scheme, LOG_ON) && has(scheme, FRAMES));

/** Tells if a system keeps its database in a store of its own, and not in pages. */
export const hasOwnStore = (scheme: SchemeDescription) => !has(scheme, FRAMES);

const PAGE_BYTES = 8192;
const MOST_BUFFER_KB = 1 << 18;

/** The defaults of PostgreSQL; wal_buffers is a 32nd of shared_buffers. */
const POSTGRES: Params = {
  [COMMIT]: ALONE,
  page_bytes: 8192,
  log_block_bytes: 8192,
  buffer_kb: 4096,
  [LOG_WRITE]: 4096,
  torn_pages: 'full-page-images',
};
const SEGMENT_KB = 16_384;
const MOST_SEGMENTS = 64;
const LEAST_SEGMENTS = 4;
/** A log in NVM has to fit it. */
const MOST_CHECKPOINT_KB = 1_600_000;

/**
 * A log of segments that holds two checkpoints, so that each writes home whatever is dirty. Where
 * there would be too many segments, they are longer.
 */
export function checkpointParams(
  bytes: number,
): Readonly<Record<'partitions' | 'partition_kb' | 'checkpoint_kb', number>> {
  const kb = Math.max(1024, Math.min(Math.round(bytes / 1024), MOST_CHECKPOINT_KB));
  const wanted = Math.ceil((2 * kb) / SEGMENT_KB);
  const partitions = Math.max(LEAST_SEGMENTS, Math.min(wanted, MOST_SEGMENTS));
  const partition = Math.ceil((2 * kb) / partitions / 8) * 8;
  const partition_kb = Math.max(wanted < LEAST_SEGMENTS ? 0 : SEGMENT_KB, partition);
  return { partitions, partition_kb, checkpoint_kb: kb };
}

/** The parameters that the server's own settings set. */
function settingParams(settings: Settings): Params {
  const { commit_delay, commit_siblings, full_page_writes, wal_buffers } = settings;
  const blocks = Math.floor((wal_buffers?.value ?? 0) / PAGE_BYTES);
  const buffer = Math.max(32, Math.min(8 * blocks, MOST_BUFFER_KB));
  return {
    ...(commit_delay && { commit_delay_us: Math.min(commit_delay.value, 100_000) }),
    ...(commit_siblings && { commit_siblings: Math.min(commit_siblings.value, 1000) }),
    ...(full_page_writes?.value === 0 && { torn_pages: 'detect' }),
    ...(wal_buffers && { buffer_kb: buffer, [LOG_WRITE]: buffer }),
  };
}

/**
 * The time for which the log's writer sleeps if commits do not wait (wal_writer_delay), and the
 * amount of log that wakes it earlier (wal_writer_flush_after).
 */
const WRITER_PAUSE_US = 200_000;
const WRITER_BYTES = 1024 ** 2;

function writerParams(
  scheme: SchemeDescription,
  { wal_writer_delay, wal_writer_flush_after }: Settings,
): Params {
  const kb = Math.round((wal_writer_flush_after?.value ?? WRITER_BYTES) / 1024);
  return {
    flush_us: Math.min(wal_writer_delay?.value ?? WRITER_PAUSE_US, 10_000_000),
    ...(has(scheme, FLUSH_AFTER) && { [FLUSH_AFTER]: Math.min(kb, MOST_BUFFER_KB) }),
  };
}

const LABELS = {
  yours: { en: 'Your PostgreSQL', zh: '你的 PostgreSQL' },
  off: { en: 'Your PostgreSQL, commits not awaited', zh: '你的 PostgreSQL，提交不等待' },
  'in-nvm': { en: 'Your PostgreSQL, log in NVM', zh: '你的 PostgreSQL，日志在 NVM' },
} as const;

/** The server as it is, with commits that do not wait, and with its log in NVM. */
export function serverEntries(
  scheme: SchemeDescription,
  room: Params,
  settings: Settings = {},
  checkpoint = CHECKPOINT_BYTES,
): readonly Entry[] {
  const log = checkpointParams(checkpoint);
  const set = { ...room, ...POSTGRES, ...log, ...settingParams(settings) };
  const own = Object.entries(set).filter(([id]) => has(scheme, id));
  const params = Object.fromEntries(own);
  const entry = (role: keyof typeof LABELS, more: Params): Entry => ({
    id: scheme.id,
    label: LABELS[role],
    params: { ...params, ...more },
  });
  return [
    entry('yours', {}),
    entry('off', { [COMMIT]: NOT_AWAITED, ...writerParams(scheme, settings) }),
    entry('in-nvm', { [LOG_ON]: IN_NVM }),
  ];
}

/** The relation of each run of a proposal to the server. */
export function roleOf({ id, label, params }: Entry, file: ExperimentFile): Role {
  if (id !== file.schemes[0]?.id || label === undefined) return 'other';
  if (params?.[COMMIT] === NOT_AWAITED) return 'off';
  return params?.[LOG_ON] === IN_NVM ? 'in-nvm' : 'yours';
}
