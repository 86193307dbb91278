/** The words that may begin a line outside of handlers, and inside. */
export const OUTSIDE = ['nvm ', 'dram ', 'heap ', 'const ', 'latch ', 'proc ', 'on '] as const;
export const INSIDE = [
  'fence',
  'write_back ',
  'nt ',
  'defer ',
  'if ',
  'else',
  'while ',
  'end',
  'return ',
  'acquire ',
  'release ',
  'free ',
  'assert ',
] as const;

/** The words that are never names. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...[...OUTSIDE, ...INSIDE].map((each) => /^\w+/.exec(each)?.[0] ?? ''),
  'txn',
  'thread',
  'hash',
  'alloc',
  'room',
  'clwb',
  'sfence',
]);
