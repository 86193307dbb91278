/** The strings about a program that has stopped in English; zh_faults.ts has the same keys. */
export const enFaults = {
  stopped: 'The program has stopped',
  still: 'The run stands still',
  fault: 'Line {{line}}: {{reason}}.',
  stuck: 'The threads wait for each other and nothing goes on.',
} as const;
