import { partOf } from '../../ui/i18n/part';

/** The words of the first page; those of the opening's beats come from scenarios/opening. */
export const enStart = {
  tagline: 'What is left when the power fails',
  what:
    'Database logging systems run here, in your browser: cut the power anywhere and see what ' +
    'survives.',
  opening: 'The opening: a transfer, a power failure, and what is left',
  left: 'Pages on a disk',
  right: 'Pages in NVM',
  disk: 'Disk',
  nvm: 'NVM',
  log: 'log',
  undo: 'undo',
  survives: 'survives ↓',
  nothing: 'nothing has arrived',
  was: '{{record}} was {{value}}',
  commit: 'commit',
  pane: '{{title}}: in DRAM {{memory}}; below the line {{home}}',
  account: '{{name}} {{value}}',
  gone: 'nothing',
  pause: 'Pause',
  play: 'Play',
  again: 'Play it again',
  anyKey: 'or press any key',
  anyTouch: 'or touch a picture',
  doors: 'or choose an entry below',
  leaveOut: 'Leave it out and see',
  beat: '{{number}} of {{count}}',
  film: 'The five pictures of the opening',
  reads: 'in memory the two add up to {{sum}}',
  unknown: 'nobody can ask',
  same: 'as if it had never begun',
  missing: '{{amount}} are missing',
  putBack: '{{record}} put back by recovery',
  courseTitle: 'The course',
  courseText:
    '{{count}} short lectures, from one write to a whole TPC-C transaction. You predict, the ' +
    'power fails, the engine answers.',
  courseStart: 'Start: lecture 1',
  courseGoOn: 'Continue: lecture {{number}}',
  coursePlan: 'A plan for your class',
  coursePath: 'A path of 90 minutes',
  raceTitle: 'Race & Lab',
  raceText:
    'The same workload on up to six systems, side by side on one clock, and every published ' +
    'figure measured again and compared with its published range.',
  raceStart: 'Start the race',
  figures: 'The figures',
  writeTitle: 'Write a log yourself',
  writeText:
    'A program of thirty lines. While you type, every power cut is tried: what is lost, ' +
    'after which line, and which fence is not needed.',
  writeStart: 'Write one',
  puzzles: 'Puzzles of a few stores',
  logTitle: 'Your own database',
  logText:
    'Drop the output of pg_waldump or mysqlbinlog: see what it holds, what each system would ' +
    'make of it on your machine, and what limits it. Nothing leaves the browser.',
  logChoose: 'Choose a file',
  sample: 'Try a real one: 10,000 transactions of pgbench',
  sampleComes: 'Fetching the sample (1.2 MB)…',
  sampleMissing: 'The sample could not be fetched.',
  sampleElsewhere: 'On a server, this page has a sample to try; the single file comes without it.',
  always: 'Always',
  sometimes: 'Sometimes',
  never: 'Never',
  aboutTitle: 'What this is',
};

/** The words of the first page. */
export const useStartWords = partOf(enStart, () =>
  import('./zh_start').then((part) => part.zhStart),
);
