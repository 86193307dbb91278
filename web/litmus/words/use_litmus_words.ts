import { partOf } from '../../ui/i18n/part';

/** The words of the litmus page in English; zh_litmus.ts must have the same keys. */
export const enLitmus = {
  title: 'What a power cut may leave',
  lead:
    'Write a few stores, write-backs and fences. The engine tries every interleaving and every ' +
    'order of persisting, and shows all images that may be left.',
  programs: 'Program',
  library: 'Examples',
  puzzles: 'Puzzles',
  tests: 'The engine’s own tests',
  published: 'Published',
  publishedIn: 'From {{source}}. The last line says the outcome that is published there.',
  derivedFrom:
    'Reasoned from a rule in {{source}}. The last line says the outcome that follows from it.',
  notHere: 'Here it is another. {{why}}',
  own: 'Your own text',
  solved: '{{title}} ✓',
  editor: 'The program',
  models: 'When the power fails',
  model: {
    adr: 'caches are lost (ADR)',
    eadr: 'caches are saved (eADR)',
    wsp: 'each line is saved whole or not at all',
  },
  reset: 'Back to the text as it was',
  language: 'The language',
  says: {
    line: 'words of one cache line; a word that no line names has its own',
    thread: 'begins a thread',
    store: 'a store',
    nt: 'a store past the cache',
    add: 'a locked read-modify-write',
    load: 'a load into a register, r1 to r4',
    back: 'write back the line of x; only the second is ordered with later stores',
    fence: 'waits for this thread’s write-backs',
    ack: 'tells the world outside',
    when: 'what is between runs if it holds',
    ask: 'the question, at the end; also exists and forall',
  },
  offer: {
    word: 'a word of memory',
    register: 'a register of this thread',
    told: 'an acknowledgement',
    fence: 'wait for write-backs',
    clwb: 'write a line back',
    clflush: 'write a line back, before later stores',
    nt: 'a store past the cache',
    ack: 'tell the world outside',
    if: 'what runs only then',
    end: 'the end of an if',
    thread: 'begins a thread',
    line: 'words of one cache line',
    exists: 'is it so in some image?',
    never: 'is it so in no image?',
    forall: 'is it so in every image?',
  },
  problem: 'Line {{line}}, column {{column}}: {{reason}}',
  waiting: 'The engine is starting.',
  failed: 'The engine could not be started: {{message}}',
  again: 'Try again',
  verdict: {
    always: 'Always: it holds in every image.',
    sometimes: 'Sometimes: it holds in some images, and in others it does not.',
    never: 'Never: it holds in no image.',
  },
  kept: 'What the last line says is so.',
  broken: 'What the last line says is not so.',
  witness: 'Show an image in which it holds',
  counter: 'Show one in which it does not',
  restsOn: 'The answer rests on each of these; without one of them it would be another:',
  restsOnSets: 'Without these together the answer would be another; no single one decides it:',
  restsUnknown: 'What the answer rests on was not looked for: the program is too large.',
  restsOnNone:
    'It would be the same without all write-backs and fences, and without the order within a line.',
  lineOrder: 'the order of stores in one cache line',
  statement: 'line {{line}}: {{words}}',
  needless: 'Could be left out alone, with the same images: {{lines}}.',
  images_one: '{{count}} image',
  images_other: '{{count}} images',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  sampled: 'There are too many executions to try: these were drawn. More images may be possible.',
  wholeOf: 'All {{states}} states were gone through.',
  moments: 'Moment of the power cut',
  everyMoment: 'any moment',
  oneMoment: 'only after:',
  doneOf: 'Thread {{thread}}: {{done}} of {{of}}',
  told: 'acknowledged: {{name}}',
  notTold: 'not acknowledged: {{name}}',
  image: 'Image {{number}}',
  way: 'One execution that leaves image {{number}}',
  step: {
    run: 'thread {{thread}} runs “{{words}}”',
    persist: '“{{words}}” reaches the medium',
    promise: 'a write-back of {{words}} begins',
  },
  lastly: 'Then the power fails.',
  order: 'What must persist before what',
  orderNone: 'Nothing: any of these stores may persist without any other.',
  orderPair: '“{{from}}” before “{{to}}”',
  task: 'Task',
  best: 'Write-backs and fences that are enough: {{count}}.',
  without: 'Without {{words}}.',
  state: {
    changed:
      'Only write-backs and fences may change. The stores, tests and the last line must stay ' +
      'as they were.',
    forbidden: 'This puzzle is to be solved without “{{statement}}”.',
    broken: 'The promise is broken. Image {{number}} shows how.',
    dear:
      'The promise is kept with {{cost}} write-backs and fences (line writes: {{lines}}). ' +
      '{{best}} are enough.',
    solved: 'Solved, with {{cost}} write-backs and fences (line writes: {{lines}}). {{why}}',
  },
  giveUp: 'Show a solution',
  next: 'Next puzzle',
} as const;

/** The words of the litmus page. */
export const useLitmusWords = partOf(enLitmus, () =>
  import('./zh_litmus').then((part) => part.zhLitmus),
);

export type LitmusWords = ReturnType<typeof useLitmusWords>;
