import { partOf } from '../../ui/i18n/part';

/** The words of the page of own logs in English; zh_own.ts must have the same keys. */
export const enOwn = {
  title: 'Write a log of your own',
  lead:
    'You write what happens at each change, at commit and after a power cut. The engine tries ' +
    'every power cut and everything it may leave, during recovery too.',
  lectures: 'Two lectures lead here:',
  lectureLies: 'The smallest program that lies',
  lectureFirst: 'Your first log',
  limit: {
    fences: 'A story may take at most {{most}} fences.',
    writeBacks: 'A story may take at most {{most}} write-backs.',
  },
  assignment: 'Assignment',
  free: 'Without a task',
  tasks: 'Assignments',
  examples: 'Examples',
  choice: '{{number}}. {{title}}, {{minutes}} min',
  hint: 'Give me a hint',
  moreHint: 'One more hint',
  solution: 'Show a solution',
  next: 'Next assignment',
  editor: 'The program',
  offerName: 'a name of this program',
  mayChange: 'Lines with a bar on their left may be changed; the others stay as they are.',
  reset: 'Back to the text as it was',
  problem: 'Line {{line}}, column {{column}}: {{reason}}',
  outside: 'Line {{line}} is not as in the assignment: only what is marked may be changed.',
  waiting: 'The engine is starting.',
  refused: 'This is no program yet.',
  storyRefused: 'The program is not at fault: a story cannot be played.',
  storyProblem: '{{title}}, line {{line}}: {{reason}}',
  statementProblem: '{{title}}, line {{line}}, “{{statement}}”: {{reason}}',
  failed: 'The engine could not be started: {{message}}',
  again: 'Try again',
  trying: '{{count}} power cuts tried so far …',
  brief: {
    waiting: 'The engine is starting.',
    trying: 'Power cuts are being tried …',
    refused: 'This is no program yet.',
    failed: 'The engine could not be started.',
    broken: 'The promise is broken.',
    brokenAt: 'The promise is broken: line {{line}}.',
    kept: 'The promise is kept: {{count}} power cuts.',
    dear: 'The promise is kept, at too high a cost.',
    sampled: 'Too many power cuts to try them all.',
  },
  broken: 'The promise is broken.',
  fault: 'Line {{line}}: {{reason}}.',
  faultRun: 'A run without a power cut shows it.',
  faultRecovery: 'Recovery stopped there, after a power cut.',
  stuck: 'The threads wait for each other and nothing goes on.',
  waits: 'Thread {{thread}} waits in line {{line}}: “{{words}}”.',
  kept:
    'The promise is kept: {{count}} power cuts were tried, and every one leaves what clients ' +
    'were told.',
  dear: {
    fences: 'The promise is kept, but a story takes {{cost}} fences. {{best}} are enough.',
    writeBacks: 'The promise is kept, but a story takes {{cost}} write-backs. {{best}} are enough.',
  },
  sampled:
    'No power cut that was tried breaks the promise, but there are too many to try them all.',
  verdict: {
    'recovery-failed': 'Recovery does not end.',
    damaged: 'Recovery gives up.',
    'never-existed': 'Values that were never there together.',
    lost: 'An acknowledged transaction is lost.',
    visible: 'Part of a transaction is left that was not committed.',
    consistent: 'All is well.',
    allowed: 'All is well.',
  },
  structure: 'No client notices it, but a structure in NVM is damaged.',
  cut: 'One power cut, after {{where}}.',
  cutAgain:
    'No single power cut does harm here, two do: the first after {{where}}, the second in ' +
    'recovery, after {{second}}.',
  start: 'the start',
  atLine: 'line {{line}}: “{{words}}”',
  atAcknowledgement: 'the acknowledgement of T{{txn}}',
  atEvent: 'event {{at}} of the run',
  expected: '{{record}} is {{value}}; possible was {{expected}}.',
  absent: 'absent',
  or: ' or ',
  open: 'Look at it on the stage',
  noOpen: 'The stage could not be opened.',
  stories: 'Stories',
  storyKept: '{{count}} power cuts: kept',
  storyBroken: 'broken',
  storyNext: 'not tried yet',
  storyHidden: 'a hidden story',
  storyHiddenWhy: 'What it does is shown when it breaks the promise.',
  cost: 'fences: {{fences}}, write-backs: {{writeBacks}}, stores: {{stores}}',
  advise: 'Is each write-back and fence needed?',
  advising: 'Leaving out one after the other: {{done}} of {{of}}',
  needless: 'Nothing breaks under these stories without:',
  noneNeedless: 'Each write-back and fence is needed.',
  saves: 'saves {{what}} over these stories',
  savesTime: '{{ns}} ns',
  savesWrites_one: 'one write of a line to NVM',
  savesWrites_other: '{{count}} writes of a line to NVM',
  and: ' and ',
  needed: 'What happens without a line; the stage shows it:',
  neededLine: 'line {{line}}: “{{words}}”; without it: {{verdict}}',
  line: 'line {{line}}: “{{words}}”',
  idle: 'Lines that never had anything to do: {{lines}}.',
  hints: 'Without a power cut, these stores are worth a look:',
  hint_unwritten:
    'never written back in these stories; needed if recovery, or a client after a power cut, ' +
    'reads what it stores',
  hint_unfenced:
    'written back, but no fence waits for it in these stories; needed if recovery, or a ' +
    'client after a power cut, reads it',
  hint_overwritten:
    'overwritten by line {{line}}, “{{words}}”, before it was written back; the first ' +
    'value cannot be needed',
  handIn: 'Hand it in',
  handInHolds:
    'The file has the program, the assignment, the grade and the engine’s version, programs ' +
    'tried before it passed ({{attempts}}) and hints ({{hints}}), and the name if you write one. ' +
    'Nothing is sent.',
  handInSolution: 'It says that the solution was shown.',
  handInName: 'Name (may be left out)',
  handInSave: 'Save as a file',
  openFile: 'Open an assignment…',
  openRefused: 'This is no assignment: {{reason}}',
  noSuch: 'There is no assignment “{{id}}” here. This is the page without a task.',
  make: 'Make an assignment of it',
  makeAbout:
    'The program above is what students begin with. The assignment then is in the address of ' +
    'this page: share the link, or save it as a file. Answers bring it along, so either is ' +
    'enough to grade them.',
  makeMarks:
    'Where the program has the lines `{{begins}}` and `{{ends}}`, only what is between them ' +
    'can be changed.',
  make_title: 'Title',
  make_untitled: 'An assignment',
  make_about: 'Task',
  make_stories:
    'Stories: records in the first line, then a line for each thread; an empty line between ' +
    'stories. A line `hidden` above a story keeps it from students until it breaks',
  makeStory: 'Or a story of a transaction that changes one record, and of:',
  makeStoryAdd: 'Add this story',
  feature: {
    'two-records': 'a second record in it',
    twice: 'the same record twice',
    rollback: 'one that rolls back',
    'coming-and-going': 'a record that comes, and goes',
    checkpoint: 'a checkpoint',
    threads: 'a second thread',
    unfinished: 'one that is open at the end',
  },
  make_hints: 'Hints, one a line',
  make_fences: 'The most fences that a story may take (0: any number)',
  make_writeBacks: 'The most write-backs that a story may take (0: any number)',
  makeRefused:
    'A story needs a line like “A = 100, B = 20” and a line like “begin T1; A := 50; commit”.',
  makeUse: 'Show it here',
  makeGrade: 'Grade answers',
  grades: 'Logs of their own',
  gradesFound_one: 'One program was read.',
  gradesFound_other: '{{count}} programs were read.',
  grade: 'Grade them here',
  gradeCsv: 'Save the grades (CSV)',
  gradingNow: 'Every power cut of each program is tried: {{done}} of {{of}}',
  gradeWho: 'Who',
  gradeStanding: 'Result',
  gradeWhy: 'What breaks it',
  gradeKept: '{{kept}} of {{of}}',
  gradeStory: 'In “{{title}}”:',
  gradeLine: 'Line {{line}}.',
  gradeFences: 'Fences',
  gradeWriteBacks: 'Write-backs',
  gradeAttempts: 'Tries before',
  gradeHints: 'Hints',
  gradeNote: 'Note',
  gradeTwin: 'The same program as {{file}}.',
  gradeSolution: 'The solution was shown.',
  gradeClaims: 'The file claims “{{standing}}”.',
  gradeBrought: 'The assignment, {{id}}, is the one in the answer.',
  standing: {
    kept: 'passed',
    broken: 'promise broken',
    dear: 'too high a cost',
    sampled: 'too large to try everything',
    refused: 'no program',
    outside: 'changed where it may not be',
    unchanged: 'handed in unchanged',
  },
  language: 'The language',
  handlers: 'Handlers, called by the engine',
  says: {
    nvm: 'words that survive a power cut; those of one declaration share a cache line',
    array: 'an array of slots with fields; a slot never lies across two lines',
    drawn:
      'how the stage draws an array; also `list(next) from first`, `chains(next) from ' +
      'heads`, `tree(left, right) from root`, `table`, `bitmap`',
    dram: 'a variable that a power cut takes; with `= 0` it is set at each start',
    heap: 'blocks that the program takes and frees; which are free is known in DRAM alone',
    pointer: 'a word that leads to a block of a heap, or is 0; also a field, a parameter',
    constant: 'a name for a number',
    store:
      'a store, into the cache, which may write the line back by itself at any time; also ' +
      '`slot[i].old` or `[at]`',
    nt: 'a store past the cache; durable after the next fence',
    back: 'begins to write the line back',
    fence: 'waits until what was written back is durable',
    defer: 'this transaction sees the new word, NVM does not yet',
    flow: 'also `while`, `else`, `return`; `+ - * / % & | ^ << >> == != < <= > >= && || !`',
    proc: 'a procedure; what stands below it may call it',
    address:
      'the address of a word; `hash(a, b)` makes a check sum; `txn` and `thread` are numbers',
    block:
      'takes a block (0 if none is free), names a field, gives the block back; `[n]` is the ' +
      'whole ' +
      ('block, `room(node)` the number of free ones; after a recovery, what no pointer leads ' +
        'to is free'),
    latch: '`latch m` declares it; one thread at a time is between the two',
    check: 'stops the program where it does not hold',
    log: 'before a word changes; the engine then stores it',
    update: 'in place of `log` and the store: the program stores the word itself',
    commit: 'when it returns the client is told: from then on nothing may be lost',
    abort: 'when it returns nothing of the transaction may be left',
    recover: 'after a power cut; all in DRAM is gone',
    open: 'sets up a fresh database; sets up DRAM, before the first change and after a recovery',
    others: 'before the first change; room for so many changes (0: none); a checkpoint',
  },
} as const;

/** The words of the page of own logs. */
export const useOwnWords = partOf(enOwn, () => import('./zh_own').then((part) => part.zhOwn));

export type OwnWords = ReturnType<typeof useOwnWords>;
