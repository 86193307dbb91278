import { partOf } from '../../ui/i18n/part';

/** The strings about a program that has stopped in English; zh_faults.ts has the same keys. */
export const enFaults = {
  stopped: 'The program has stopped',
  still: 'The run stands still',
  fault: 'Line {{line}}: {{reason}}.',
  stuck: 'The threads wait for each other and nothing goes on.',
} as const;

/** The words about a program that has stopped. */
export const useFaultWords = partOf(enFaults, () =>
  import('./zh_faults').then((part) => part.zhFaults),
);
