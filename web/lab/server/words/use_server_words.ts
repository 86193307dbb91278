import { partOf } from '../../../ui/i18n/part';

/** The strings about the reader's server in English; zh_server.ts must have the same keys. */
export const enServer = {
  title: 'Your server first',
  whose: {
    yours: 'Your machine, by your numbers',
    partly: 'Partly your machine: the rest is guessed',
    'not-yours': 'Not your machine',
  },
  why:
    'Before anything about NVM, the model has to make what your server makes. Some things tell ' +
    'it how; each may stay empty, and is then a guess.',
  private: 'What you type or paste stays in this browser.',
  answers: 'What you say of it',
  guess: 'A guess',
  yours: 'Yours',
  flush: 'How long a flush of the log takes',
  flushWhere:
    'Run this in a folder on the disk that holds pg_wal, and paste all that it prints. The ' +
    'JSON of fio is taken, too.',
  flushGuess:
    '{{time}}, an NVMe drive that protects its memory. A disk in a cloud takes 1 to 4 ms.',
  method: 'wal_sync_method',
  cores: 'Cores of the server',
  coresWhere: 'nproc prints them. Count what the database may use.',
  clients: 'Clients at once',
  clientsWhere: 'Connections that work at the same time: the size of your pool, or pgbench -c.',
  reads: 'Rows read for each row changed',
  readsWhere:
    'The log of a server holds no reads. Run this in the database and type the number. Each ' +
    'becomes a statement that reads some row of the same table.',
  rates: 'Transactions per second that you measure',
  ratesWhere:
    'A number, or what pgbench prints. The log must be of the same work. The left column is ' +
    'your server as it is; the right one, with synchronous_commit=off, is the most that this ' +
    'server makes with another device for its log or another way to commit.',
  asIs: 'as it is',
  withClients: 'with {{count}} clients',
  withOne: 'with one client',
  cell: '{{clients}}, {{commits}}',
  pace:
    'By the log’s own clock it was {{rate}} a second: that is how busy the server was when the ' +
    'log was written, and not the most that it makes.',
  unmeasured: 'not measured',
  rate: '{{rate}} a second',
  rounds: '{{rate}}, the median of {{count}} runs from {{least}} to {{most}}',
  roundsFar:
    '{{rate}}, the median of {{count}} runs from {{least}} to {{most}}. These are far apart: ' +
    'does one of them have other commits, or was it disturbed?',
  loaded: 'More clients',
  loadedWhere:
    'Some disks take less time for a flush while more clients work; on some machines, ' +
    'virtual ones above all, processes that wait for each other cost much of the cores. ' +
    'Paste what pgbench prints with at least as many clients as yours, with the server as it ' +
    'is and not with synchronous_commit=off; a whole series is welcome. The runs with most ' +
    'clients tell which of the two it is, and the others check the model. The JSON of fio ' +
    'above tells it of the disk, too, if it has runs of one and of many jobs.',
  loadedGuess: 'A flush, and a switch between processes, take as long as with one client.',
  loadedRate: '{{rate}} transactions per second with {{count}} clients',
  loadedFlush: '{{time}} with {{count}} writers',
  loadedRun: '{{run}}: {{becomes}}',
  unsaid: 'A run that does not say synchronous_commit is taken as one with it on.',
  runUse: {
    used: 'used: the model is fitted to it.',
    both: 'used as your own rate, and the model is fitted to it.',
    own: 'used as your own rate.',
    check: 'used to check the model, which does the same run.',
    given: 'not used: the rate with as many clients stands in its field above.',
    off: 'not used, since it says synchronous_commit=off; here the server is wanted as it is.',
    apart:
      'not used, since two runs of as many clients are far apart: does one of them have commits ' +
      'that do not wait, or was it disturbed? Paste the right one, or a third.',
    unnamed: 'not used, since it does not say how many clients there were.',
    one: 'not used, since it had one client.',
    fewer: 'not used, since it had fewer clients than yours.',
    many: 'not used, since it had more than 1024 clients.',
  },
  settings: 'Settings of the server',
  settingsWhere:
    'Run this in the database and paste all that it prints, or paste lines of postgresql.conf.',
  settingsGuess: 'The defaults of PostgreSQL.',
  sets: 'What the model takes from it',
  price: 'Price',
  value: 'Value',
  from: 'From',
  fitted: {
    switch:
      'The time of a context switch is the one with which the model meets that rate, so all that ' +
      'comes with a switch is in it: cold caches, the kernel’s mitigations, the exits of a ' +
      'virtual machine, and whatever else grows with the number of clients. A switch by itself ' +
      'takes 1 to 5 µs on most machines. This prints the time of two:',
    wake:
      'The time until an idle core executes again is set so that the model meets its rate, too. ' +
      'The states of a processor take 1 to 200 µs; in a virtual machine the host has to run the ' +
      'core again as well. This prints the states’ times in µs, where the machine shows them:',
  },
  use: 'Use these numbers',
  forget: 'Forget them',
  unapplied: 'Changed, and not used yet.',
  problem: {
    flush: {
      'no-json': 'This begins like JSON and does not end so. Paste the whole JSON output of fio.',
      'no-job': 'No job of this fio run writes. Paste what this prints: {{command}}',
      'not-durable':
        'The writes of this fio run are not durable when they return. Paste what this ' +
        'prints: {{command}}',
      unknown:
        'There is no line with “ops/sec”. Paste what pg_test_fsync prints, or the JSON of fio.',
      'too-long': 'This is longer than pg_test_fsync or fio print. Paste their output alone.',
      'none-works':
        'Every method of this text is “n/a”. Run pg_test_fsync on another file ' + 'system.',
      unlikely:
        'No disk takes that long, or that short, for a write. Paste the output again as it ' +
        'was printed.',
    },
    rate: {
      unknown: 'Type a number, or paste the output of pgbench with its line “tps =”.',
      'only-progress':
        'These are lines of progress. Paste the end of pgbench’s output, with “tps =”, too.',
      'too-long': 'This is longer than the output of pgbench. Paste its last lines.',
      unlikely: 'The transactions per second must be more than 0, and fewer than 100 million.',
    },
    clients:
      'This run had {{count}} clients. Paste one with as many as its field says, or a number.',
    commits: {
      on: 'This run says synchronous_commit=on. Paste one in which commits do not wait.',
      off: 'This run says synchronous_commit=off. Paste one of the server as it is.',
    },
    swapped:
      'Are these two swapped? As it is you have {{on}} a second, and {{off}} with ' +
      'synchronous_commit=off, which cannot be slower by so much. Neither is used as long as ' +
      'that is so.',
    loaded: 'None of these runs is used; each says why.',
    settings: {
      'none-known':
        'None of these settings is in it. Paste what the command prints, with names and values.',
      'bad-value':
        'A value of these settings cannot be read. Paste them as PostgreSQL prints them.',
      'too-long': 'This is longer than the settings. Paste what the command prints.',
    },
    reads: 'A number of rows from 0 to 1000, such as 2.5.',
    count: 'Type a whole number from 1 to 1024.',
  },
} as const;

/** The words about the reader's server. */
export const useServerWords = partOf(enServer, () =>
  import('./zh_server').then((part) => part.zhServer),
);
