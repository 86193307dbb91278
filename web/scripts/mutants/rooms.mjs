// The rooms in which faults are planted, and the tests that are asked first if they notice.

/**
 * `path`: the folder's beginning in engine-wasm. `engine`, `explore`: filters of the two test
 * programs.
 * @typedef {{path: string, engine: string, explore: string}} Room
 */

/** Tests that run over every system, or over numbers for which an hour would not be enough. */
const LONG = '*HostChoice*:*Renaming*:*WithTrees*:*/Banks.*:*ClosedNetworks*:*InitialPagesTest*';

/** Tests of one system, by the names that it has in the test programs.
 * @param {string} path @param {readonly string[]} engine @param {readonly string[]} explore
 * @returns {Room} */
const ofSystem = (path, engine, explore) => ({
  path: `scheme/${path}`,
  engine: `${engine.map((name) => `*${name}*`).join(':')}-${LONG}`,
  explore: explore.map((name) => `*${name}*`).join(':'),
});

/** The page engine and what is below it: some systems that use all of it.
 * @param {string} path @param {string} engine @returns {Room} */
const below = (path, engine) => ({
  path,
  engine: `*AtRest*:*Walk*:${engine}-${LONG}`,
  explore: [
    '*KeepTheirPromise/ARIES*',
    '*KeepTheirPromise/NVLogging*',
    '*KeepTheirPromise/XtraDB*',
    '*KeepTheirPromise/PCM*',
    '*KeepTheirPromise/SCM*',
    '*Lives*',
    '*Smallest*',
    '*/aries*',
    '*/nvlogging*',
  ].join(':'),
});

/** The longest path that fits a file decides.
 * @type {readonly Room[]} */
export const rooms = [
  ofSystem('systems/rewind', ['Rewind', 'rewind', 'AtomicList', 'LogFull'], ['REWIND', 'rewind']),
  ofSystem(
    'shared/heap',
    ['Heap', 'Rewind', 'rewind', 'FreePlaces', 'BlockPool'],
    ['REWIND', 'rewind'],
  ),
  ofSystem('shared/pcm_slots', ['Pcm', 'pcm', 'Destag'], ['PCM', 'WALwithPCM', 'pcm']),
  ofSystem('systems/pcmlogging', ['Pcm', 'pcmlogging', 'Destag'], ['PCMLogging', 'pcmlogging']),
  ofSystem(
    'systems/pcm_wal',
    ['Pcm', 'pcm_wal', 'LogZone', 'Destag'],
    ['WALwithPCM', 'pcmwal', 'pcm_wal'],
  ),
  ofSystem('systems/scm_logging', ['Scm', 'scm'], ['SCM', 'scm']),
  ofSystem('systems/xtradb', ['Xtra', 'xtradb', 'AdaptiveFlushing'], ['XtraDB', 'xtradb']),
  ofSystem('systems/base', ['Base', 'base', 'RecordHeap'], ['BaSE', 'base']),
  ofSystem(
    'systems/nv_logging',
    ['NvLogging', 'nv_logging', 'SmallRing'],
    ['NVLogging', 'nvlogging', 'nv_logging'],
  ),
  ofSystem('systems/nv_wsp', ['Wsp', 'nv_wsp'], ['NVWSP', 'nvwsp', 'nv_wsp']),
  ofSystem(
    'shared/log_rings',
    ['Distributed', 'distributed', 'shore_mt'],
    ['Distributed', 'distributed', 'ShoreMT', 'shoremt'],
  ),
  ofSystem('systems/shore_mt', ['shore_mt'], ['ShoreMT', 'shoremt']),
  ofSystem('systems/nv_disk_decentralized', ['decentralized'], ['NVDisk', 'nvdisk']),
  ofSystem(
    'shared/record_logs',
    ['Wal', 'distributed', 'decentralized'],
    ['Distributed', 'distributed', 'NVDisk', 'nvdisk'],
  ),
  ofSystem(
    'shared/central_log',
    ['CentralLog', 'aries', 'ShortLog', 'SmallLog'],
    ['ARIES', 'aries', 'NVDisk', 'nv_disk'],
  ),
  ofSystem('systems/aries', ['Aries'], ['ARIES', 'aries']),
  ofSystem('systems/berkeley_db', ['berkeley'], ['Berkeley', 'berkeley']),
  ofSystem('systems/stasis', ['stasis'], ['Stasis', 'stasis']),
  ofSystem('shared/unlogged_heap', ['unlogged', 'Unlogged'], ['unlogged', 'Unlogged']),
  below('scheme', '*Scheme*:*aries*:*nv_logging*:*EarlyRelease*:*PageSweeper*:*Checkpointer*'),
  below('log', '*CentralLog*:*InsertForms*:*EachForm*:*ShortLog*'),
  below(
    'db',
    '*BufferPool*:*SlottedPage*:*PageStore*:*IndexNode*:*IndexTree*:*Lock*:*Deadlock*:' +
      '*Inheritance*:*PageCheck*:*Indexed*:*Benchmarks*/aries*',
  ),
  below(
    'tier',
    '*Nvm*:*Disk*:*Dram*:*PageCache*:*PageLists*:*PagedBytes*:*Rotation*:*StartGap*:*Levelling*:' +
      '*Choices*:*TwoBuilds*:*MachineProfile*:*BlockDevice*:*Hdd*',
  ),
];

/** @param {string} file beside engine-wasm, such as `scheme/systems/rewind/log.cc` */
export function roomOf(file) {
  const fitting = rooms.filter(({ path }) => file.startsWith(`${path}/`));
  return fitting.sort((a, b) => b.path.length - a.path.length)[0];
}

/** Files in which a fault could break nothing: words, pictures and the checks themselves. */
const WITHOUT_EFFECT = new RegExp(
  String.raw`story|words|listing|_check\.|describe|structures\.|sites\.h|registry|counters|` +
    String.raw`params\.|info\.|list_kinds`,
);

/** @param {string} file */
export const isAsked = (file) => /\.(cc|h)$/.test(file) && !WITHOUT_EFFECT.test(file);
