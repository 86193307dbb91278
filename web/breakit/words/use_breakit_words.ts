import { partOf } from '../../ui/i18n/part';

/** The strings of the crash explorer in English; zh_breakit.ts must have the same keys. */
export const enBreakit = {
  title: 'Break it',
  intro:
    'Power fails after every operation of a run, in every way that the hardware allows, and ' +
    'again during every recovery. What clients then find is compared with what they were ' +
    'told.',
  ownFaults: 'What was found in this program itself',
  ownFaultsAbout:
    'Faults of the systems as they were built here, found by trying every power cut. Each ' +
    'has become a story that the tests explore again.',
  triedEach: 'What was tried of each system',
  mended: 'Mended: {{how}}',
  setup: 'What is tried',
  scenario: 'Scenario',
  scheme: 'System',
  own: 'On the stage: {{title}}',
  ownOpen: 'Mine: {{title}}',
  model: 'Failure model',
  models: {
    adr: 'caches are lost (ADR)',
    eadr: 'caches are flushed (eADR)',
    wsp: 'whole-system persistence that runs out of energy: each line whole or not at all (WSP)',
  },
  depth: 'Further power cuts in recovery',
  mutations: 'Rules to break',
  mutationsNone: 'This system declares no such rules; you can break a single line below.',
  rule: 'Rule: {{rule}}',
  lines: 'Break a single line',
  linesHelp: 'Only lines that the run reaches; one at a time.',
  lineOf: '{{listing}}, line {{number}}',
  noListing: 'not in the listings',
  leaveOut: 'leave out',
  delay: 'swap with the next',
  operation: 'operation {{ordinal}}: {{kind}}',
  siteKind: {
    store: 'store',
    'nt-store': 'store bypassing the cache',
    'write-back': 'write-back',
    fence: 'fence',
    'page-write': 'page write',
    sync: 'sync',
    check: 'check',
  },
  wasted: 'had nothing to do in {{idle}} of its {{reached}} runs',
  explore: 'Explore',
  again: 'Explore again',
  cancel: 'Cancel',
  opening: 'Opening the scenario…',
  missing: 'This scenario is not stored in this browser. Ask whoever shared it for the file.',
  failed: 'The engine could not finish: {{message}}',
  refused: 'The engine refuses this:',
  points_one: 'one crash point',
  points_other: '{{count}} crash points',
  pairs_one: 'one state',
  pairs_other: '{{count}} states',
  runs_one: 'one recovery run',
  runs_other: '{{count}} recoveries run',
  standsFor:
    'A state is a crash point together with what the devices may hold there. One recovery ' +
    'stands for all states that it cannot tell apart.',
  cancelled: 'Cancelled: not every crash point was tried.',
  limited: {
    runs: 'Not exhaustive: stopped after {{runs}} recoveries and {{pairs}} states, the limit here.',
    memory:
      'Not exhaustive: stopped after {{runs}} recoveries and {{pairs}} states, because their ' +
      'results filled the memory set aside for them.',
    unrepeatable:
      'Not exhaustive: stopped after {{runs}} recoveries and {{pairs}} states, because ' +
      'recovery did not always behave the same way.',
    ended:
      'Not exhaustive: a worker had to be stopped after {{runs}} recoveries and {{pairs}} states.',
  },
  keptSoFar: 'No broken promise has been found so far.',
  sampled: 'A sample, not exhaustive: {{images}} images at each point.',
  imagesField: 'Images at each point',
  imagesAll: 'all',
  schedulesField: 'Order of the threads',
  schedules: {
    none: 'as their times say',
    one: 'every order with one delay',
    two: 'every order with two delays',
  },
  schedulesOfOne: '{{tried}} of {{of}} schedules with at most one delay were tried.',
  schedulesOfTwo: '{{tried}} of {{of}} schedules with at most two delays were tried.',
  schedulesFailing: 'The promise breaks under {{count}} of them.',
  schedulesMore: 'There are more schedules than these.',
  schedulesTooLong:
    'The run has {{count}} shared operations: two delays are tried up to 40 of them.',
  delayed:
    'Delayed: thread {{thread}} is held before its shared operation {{operation}} until ' +
    'thread {{until}} has ended {{next}} more of its own.',
  drawInstead: 'Draw {{count}} images at each point',
  imagesDrawn: '{{count}}, drawn at random',
  none: 'Nothing has been explored yet.',
  kept: 'Every promise was kept.',
  leaveSomethingOut:
    'Now leave something out: as it is written, the system keeps every promise through all ' +
    'of them.',
  tryFirst: 'Try: {{mutation}}',
  broken_one: 'One state breaks a promise.',
  broken_other: '{{count}} states break a promise.',
  verdict: {
    consistent: 'consistent',
    allowed: 'allowed: lost, but the system promises no more',
    lost: 'acknowledged but lost',
    visible: 'unacknowledged but visible',
    'never-existed': 'a value that never existed',
    damaged: 'damaged structure',
    'recovery-failed': 'recovery fails',
  },
  totals: 'Verdicts',
  checked:
    'After {{images}} of these power cuts the whole database and the structures’ bytes were ' +
    'checked; {{broken}} broke a rule.',
  direct: 'one power cut',
  inRecovery: 'cut again in recovery',
  map: 'Map of the crash points',
  mapHelp:
    'One column per crash point, in the order of the run, next to the line that was executed ' +
    'just before. Taller columns have more crash images. Hollow: only with a further power ' +
    'cut in recovery.',
  mapKeys: 'Arrow keys go from point to point.',
  start: 'before the first operation',
  cell: 'Point {{number}}, {{line}}: {{verdict}}, {{images}} images',
  cellInner: 'Point {{number}}, {{line}}: {{verdict}} with a further cut, {{images}} images',
  point: 'Crash point {{number}} of {{count}}',
  after: 'Just after: {{line}}',
  why: 'Why the line is there: {{why}}',
  images_one: 'one crash image',
  images_other: '{{count}} crash images',
  ways_one: 'recovery sees one',
  ways_other: 'recovery sees {{count}} different ones',
  way: {
    images: 'Images',
    survived: 'What survives',
    verdict: 'Verdict',
    inRecovery: 'Cut again',
    open: 'Stage',
  },
  waysWait: 'Running the recoveries of this point…',
  waysPart: 'The individual images appear once all points and images have been tried.',
  nothing: 'none of what was pending',
  unit: {
    nvm: 'a line of the NVM: {{kept}} of {{all}} stores',
    disk: 'a sector of the disk',
  },
  close: 'Close',
  open: 'Open on the stage',
  openOriginal: 'Open the original case',
  save: 'Save as a scenario',
  saved: 'Saved, and kept in this browser.',
  noSave: 'This power cut cannot be described by name: open it on the stage and share the link.',
  shrink: 'Look for the smallest case',
  shrinking: 'Looking for the smallest case:',
  tries_one: 'one exploration',
  tries_other: '{{count}} explorations',
  stop: 'Stop',
  smallestAlready: 'Nothing can be left out.',
  shrinkStopped: 'stopped; a smaller case may exist',
  size: {
    transactions_one: 'one transaction',
    transactions_other: '{{count}} transactions',
    statements_one: 'one statement',
    statements_other: '{{count}} statements',
    records_one: 'one record',
    records_other: '{{count}} records',
    events_one: 'cut after one event',
    events_other: 'cut after {{count}} events',
    lines_one: 'one surviving line',
    lines_other: '{{count}} surviving lines',
  },
  failure: 'The simplest failure',
  others: 'Other kinds of failure',
  cutsOf_one: 'one power cut',
  cutsOf_other: '{{count}} power cuts',
  replayed: 'Confirmed: an ordinary run with these power cuts gives the same verdict.',
  notReplayed:
    'Not confirmed: an ordinary run with these power cuts gives a different verdict. Do not ' +
    'rely on this one.',
  changed: 'Changed: {{changed}}',
  at: 'Power failed after: {{line}}',
  noOpen: 'The stage could not reproduce this power cut.',
  tabs: 'Results',
  tabMap: 'Map',
  tabMatrix: 'Matrix of mutations',
  matrixHelp:
    'Each mutation alone, on this scenario, until the first broken promise. A mutation for ' +
    'which nothing is found may need another script.',
  matrixRun: 'Try every declared mutation',
  matrixLines: 'Try every line, too',
  matrixProgress: '{{done}} of {{count}} mutations',
  matrixNone: 'nothing found',
  matrixPart: 'nothing found so far: not exhaustive',
  matrixRefused: 'does not run',
  matrixTry: 'Show',
  mutation: 'Mutation',
  cuts: 'Power cuts',
  tried: 'States tried',
  tour: 'Guided tour',
  tourNone: 'none: free exploration',
  step: 'Step {{step}} of {{count}}',
  next: 'Next',
  back: 'Back',
  guessNothing: 'nothing',
  right: 'Right. Found: {{found}}.',
  wrong: 'Wrong. Found: {{found}}.',
  foundNothing: 'no broken promise',
};

/** The words of the crash explorer. */
export const useBreakWords = partOf(enBreakit, () =>
  import('./zh_breakit').then((part) => part.zhBreakit),
);
