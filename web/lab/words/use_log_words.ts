import { partOf } from '../../ui/i18n/part';

/** The strings about logs of PostgreSQL in English; zh_log.ts must have the same keys. */
export const enLog = {
  title: 'Your own workload',
  zone: 'Drop the log of your database here',
  zoneHelp:
    'The text that pg_waldump prints, or mysqlbinlog --verbose, or the work of another ' +
    'database as JSON lines; also as .gz, up to {{limit}} MB of text. Every system here then ' +
    'repeats what your server did.',
  private: 'Nothing in it leaves this browser.',
  choose: 'Choose a file…',
  other: 'Use another log…',
  how: 'How to create one',
  command: 'pg_waldump -p $PGDATA/pg_wal FIRST LAST > wal.txt',
  limits:
    'Up to {{limit}} MB, as on the command line (lab run FILE --input TEXT). The text is ' +
    'read again for each point that is measured, so a short range is answered sooner.',
  reading: 'Reading {{name}}…',
  readSoFar: 'Reading {{name}}… {{size}} MB so far',
  wants: 'This experiment needs a log',
  wantsHelp:
    'It repeats what a PostgreSQL server did, so it needs the text that pg_waldump printed. ' +
    'Neither an experiment file nor a link contains that text.',
  elsewhere:
    'The log that the link names is not stored in this browser. Ask whoever shared it for ' +
    'the file.',
  summary: 'What was taken from {{name}}',
  lines: '{{lines}} lines, {{records}} records',
  taken: 'Taken',
  leftOut: 'Left out or handled differently',
  commits: 'transactions that commit',
  aborts: 'that roll back',
  unfinished: 'without an end in the text: rolled back',
  inserts: 'rows inserted',
  updates: 'rows updated',
  erases: 'rows deleted',
  locks: 'rows locked',
  reads: 'rows read',
  indexEntries: 'index entries',
  subTransactions: 'sub-transactions: part of their transaction',
  savepoints: 'savepoints rolled back within their transaction',
  guessedSavepoints:
    'of these recognized by their place in the log, which does not name their transaction',
  undone: 'changes that savepoints took back',
  derivedRows: 'copied rows whose place on the page was derived',
  hiddenRows: 'copied rows whose place on the page is not known',
  unread: 'lines that could not be read',
  firstUnread: 'The first of them is line {{line}}: {{reason}}.',
  repeated: 'records of a part of the log that the text holds twice',
  backwards: 'parts of the log that come behind later ones',
  lockModes: 'Of the locks: {{modes}}.',
  keyShare: '{{count}} FOR KEY SHARE',
  share: '{{count}} FOR SHARE',
  noKeyUpdate: '{{count}} FOR NO KEY UPDATE',
  update: '{{count}} FOR UPDATE',
  pace:
    '{{commits}} commits in {{seconds}} s by the log’s own clock: {{rate}} a second, ' +
    '{{busiest}} in the busiest second.',
  volume:
    '{{bytes}} of log, {{perCommit}} for each transaction that commits; {{pages}} pages change.',
  images: 'records with images of pages, {{bytes}} ({{share}} of the log)',
  imagesWhy:
    'An image is a whole page, at its first change after a checkpoint. Each system here makes ' +
    'its own images, by its own checkpoints.',
  fromBefore:
    'Of these pages {{count}} had been changed since the last checkpoint before this text, so ' +
    'their images are not in it. A run here begins with a checkpoint.',
  blocks:
    '{{count}} blocks of tables and indexes that were there before are a page each here, filled ' +
    'with rows that nobody touches.',
  noBlocks:
    'This text does not say on which pages rows are, or names too many, so here they stand one ' +
    'behind the other, on as few as they fill: bytes of log, recovery and wear are not those of ' +
    'your database.',
  noReads:
    'A log holds no reads: what transactions only looked at is not in it. How many rows they ' +
    'read, you say above.',
  empty: 'transactions without a change',
  dropped: 'operations on rows that do not exist at that point',
  clipped: 'rows cut to the longest record, 2016 bytes',
  notes: 'lines that pg_waldump prints about itself, and separators',
  nothing: 'Nothing was left out.',
  skipped: 'Records passed over, by resource manager and operation',
  skippedCount: '{{count}} records, {{share}} of all',
  tables: 'Tables and indexes',
  table: 'Relation',
  index: 'index',
  rows: 'Rows',
  before: 'Before',
  widest: 'Longest',
  unseen: 'not in the log',
  kept:
    'Such a text holds neither values nor clients. Values come from the seed, and a ' +
    'transaction id stands for a client. Transactions that touch the same row wait in log ' +
    'order.',
  refused: '{{name}} was not accepted',
  refusedKeep: 'Everything else is as it was.',
  line: 'Line {{line}}: {{reason}}',
  tooLarge: 'Its text is {{size}} MB or more; the limit here is {{limit}} MB.',
  unreadable: 'The file could not be read.',
  unfit: '{{name}} was read, but it does not fit this experiment:',
  propose: 'New experiment on this log',
  dismiss: 'Dismiss',
  builder: 'Log of the workload',
} as const;

/** The words about logs of PostgreSQL. */
export const useLogWords = partOf(enLog, () => import('./zh_log').then((part) => part.zhLog));
