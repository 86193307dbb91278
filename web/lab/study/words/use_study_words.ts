import { partOf } from '../../../ui/i18n/part';

/** The strings of the study of an answer in English; zh_study.ts must have the same keys. */
export const enStudy = {
  title: 'What this hangs on',
  why:
    'The answer rests on numbers that were measured or guessed. Each of them is changed by ' +
    'itself, to half and twice of what it is, and your server and the nearest systems in NVM ' +
    'run again. Nothing runs before you ask for it.',
  announced: '{{count}} short runs, about {{time}}',
  unannounced: '{{count}} short runs; the first one tells how long they take',
  start: 'Work it out',
  again: 'Work it out again',
  cancel: 'Cancel',
  progress: '{{done}} of {{count}} runs',
  progressLeft: '{{done}} of {{count}} runs, {{time}} left',
  gain:
    'In the model alone, the better system in NVM makes beside your rate: {{gain}}. The wider a ' +
    'bar, the more hangs on that number.',
  gainBeside:
    'Above it is {{answer}}: there the same run is held against the ceiling that you measured.',
  assumption: {
    device: 'A flush of the log',
    clients: 'Clients at once',
    commits: 'Commits of your server',
    nvm: 'NVM writes, slower by',
    path: 'Instructions of a statement',
    switch: 'From one process to another on a core',
    wake: 'Until an idle core executes again',
    reads: 'Rows read for each row changed',
  },
  notAwaited: 'not awaited',
  end: '{{value}}: {{gain}}',
  turns: '{{assumption}}, {{value}}: {{name}} is ahead of {{other}} there.',
  unsteady:
    '{{assumption}}, {{value}}: not drawn, since the two halves of a run go at different paces. ' +
    'The log is too short to tell.',
  noTurn: 'None of these changes turns the order of {{name}} and {{other}}.',
  split: {
    title: 'Where the gain comes from: {{name}}',
    why:
      'Your server runs again where one thing alone costs nothing, and where none does. What ' +
      'all save together is not what they save one by one, and a system in NVM also does ' +
      'other things: all is named, so that the rows add up.',
    what: 'Part',
    time: 'Time of the run for each transaction',
    yours: 'Your server',
    device: 'A device that is durable at once',
    software: 'Software: calls of the log’s file, and making records',
    processes: 'Processes: a core goes from one to another at once, and idle cores are awake',
    overlap: 'What all save together beyond that, or less',
    concurrency: 'Concurrency: clients that still wait for each other at the log',
    rest: 'The rest: what {{name}} does in another way',
  },
} as const;

/** The words of the study of an answer. */
export const useStudyWords = partOf(enStudy, () =>
  import('./zh_study').then((part) => part.zhStudy),
);
