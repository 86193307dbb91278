import { partOf } from '../../ui/i18n/part';

/** The strings about the log of a race in English; zh_race_log.ts must have the same keys. */
export const enRaceLog = {
  own: 'A log of your own',
  none:
    'Choose the text that pg_waldump or mysqlbinlog --verbose prints, or the work of another ' +
    'database as JSON lines; also as .gz.',
  private: 'Nothing in it leaves this browser. A link names it, and does not hold it.',
  elsewhere:
    'The log that the link names is not stored in this browser. Ask whoever shared it for ' +
    'the file.',
  choose: 'Choose a file…',
  other: 'Use another log…',
  reading: 'Reading {{name}}…',
  readSoFar: 'Reading {{name}}… {{size}} MB so far',
  here: '{{name}}: {{count}} transactions. A system that has done them all has reached its end.',
  refused: '{{name}} was not accepted. Line {{line}}: {{reason}}',
  unread: 'the engine cannot read it',
  file: {
    'too-large': '{{name}} is longer than the page takes. Use a shorter range.',
    unreadable: '{{name}} could not be read.',
  },
} as const;

/** The words of the log that a race runs. */
export const useRaceLogWords = partOf(enRaceLog, () =>
  import('./zh_race_log').then((part) => part.zhRaceLog),
);
