import { partOf } from '../../../ui/i18n/part';

/** The strings of the answer to a server's log in English; zh_answer.ts must have the same keys. */
export const enAnswer = {
  title: 'The answer',
  none: 'The answer is here when your server has been run with {{count}} clients.',
  measured: 'You make {{rate}} transactions per second with {{clients}}.',
  modelled:
    'The model makes {{rate}} transactions per second with {{clients}}; you have not ' +
    'measured it.',
  bound: {
    log:
      'Waiting for the log bounds you: commits that do not wait for it save {{share}} of a ' +
      'transaction’s time.',
    cores:
      'The cores bound you: in the model they are busy {{share}} of the time, and a faster ' +
      'device for the log does not change that.',
    both:
      'Commits that do not wait for the log save {{share}} of a transaction’s time. The cores ' +
      'are short meanwhile: in the model they are busy {{busy}} of the time.',
    rows:
      'Commits that do not wait for the log save {{share}} of a transaction’s time; the rest is ' +
      'waiting for rows, and work.',
  },
  process: {
    switch:
      'In the model {{share}} of the cores’ time goes into switching between processes that wait ' +
      'for the log: {{count}} switches of {{each}} for each transaction, and {{off}} where ' +
      'commits wait for nothing. Switches for the messages of clients are part of a ' +
      'statement’s path.',
    wake:
      'In the model {{share}} of a transaction’s time goes into waking cores that idle: ' +
      '{{count}} times {{each}} for each transaction, and {{off}} times where commits wait for ' +
      'nothing.',
  },
  ceiling:
    'Another device for the log, or another way to commit, lets your own server make at most ' +
    '{{gain}}: {{source}} {{off}} a second with commits that wait for nothing, and {{off}} ÷ ' +
    '{{asIs}} = {{times}}. A system with other software is not bound by that.',
  ceilingPassed:
    'With commits that wait for nothing your own server makes {{gain}}: {{source}} {{off}} a ' +
    'second then, and {{off}} ÷ {{asIs}} = {{times}}. Only a log whose records also cost less ' +
    'to write brings more.',
  ceilingMeasured: 'you measured',
  ceilingModelled: 'the model makes',
  makes: {
    times: '{{times}} times as much',
    more: '{{share}} more',
    less: '{{share}} less',
    same: 'as much as now',
  },
  gain: {
    times: '{{times}} times',
    more: '{{share}} more',
    less: '{{share}} less',
    same: 'as much',
  },
  untold:
    'How much more another log can bring is not known yet: one client, and a model set by one, ' +
    'cannot tell what {{count}} clients do.',
  untoldOne:
    'How much more another log can bring is not known yet: that takes a rate of yours with ' +
    'commits that do not wait.',
  untoldFar: 'So it cannot tell what bounds you, nor how much more another log can bring.',
  missingRun: {
    off: 'The run that matters most: pgbench with {{clients}} and {{commits}}.',
    asIs: 'The run that matters most: pgbench with {{clients}}, with your server as it is.',
  },
  untoldBest:
    'From that run on this says which system brings most, and how much. Until then the table ' +
    'below is of the model alone.',
  needsOne: {
    path:
      'The model is not fitted to your server: that takes pgbench with one client, with ' +
      '{{commits}} and as it is. Until then a statement’s cost is a guess.',
    wakes:
      'How long an idle core takes to wake is not known, and a flush takes what was pasted or ' +
      'guessed: pgbench with one client, with {{commits}} and as it is, tells both.',
  },
  roughMore:
    'With {{run}} the model makes {{share}} more than you measured: what it says of ' +
    'other systems is a rough guess.',
  roughLess:
    'With {{run}} the model makes {{share}} less than you measured: what it says of ' +
    'other systems is a rough guess.',
  runIs: '{{clients}} ({{commits}})',
  nearest: 'Your own database with its log in NVM: {{makes}}.',
  system: 'System',
  times: 'Beside your rate',
  most: 'Of your ceiling',
  mostModelled: 'Of your ceiling, in the model',
  timesOf:
    'Beside your rate: the rate of a system in the model, divided by the model’s {{off}} with ' +
    'commits that wait for nothing, times {{ceiling}}. {{name}}: {{rate}} ÷ {{off}} × ' +
    '{{ceiling}} = {{times}}.',
  spends: 'Its clients spend most on',
  spendsOf:
    'What clients spend most on is a share of all their time in the model, by the ledger of the ' +
    'run. Commits that do not wait save another share: a client that no longer waits for the log ' +
    'waits longer for a core or a row.',
  threads: {
    switches:
      'These systems have threads of their own, which work on the log and take cores from the ' +
      'clients: {{runs}}.',
    switching:
      '“{{name}}” has {{count}} switches of {{each}} for each transaction, {{share}} of the ' +
      'cores’ time',
    awake:
      'These systems have threads of their own that keep a core awake, so that clients wait ' +
      'less for one that idles, which is no gain of the log: {{runs}}.',
    sparing: '“{{name}}” with {{clients}} saves {{time}} in this way, of a transaction’s {{all}}',
  },
  recoveryWakes:
    'One process recovers, and sleeps while a page is read from flash. Then an idle core wakes, ' +
    'in {{each}} every time, so this price makes recovery longer, too.',
  logBytes:
    'In the model the server’s log has {{model}} for each commit, and yours has {{all}} for the ' +
    'same commits, of which {{images}} are images of pages. The model makes its own images, at a ' +
    'page’s first change after a checkpoint, and begins with a checkpoint: recovery, bytes of ' +
    'log and wear are those of its log, and not of yours.',
  unsteady:
    'No steady state in runs that the answer rests on: the second half makes so many times what ' +
    'the first makes, {{runs}}. A longer log tells it better.',
  unsteadyRun: '{{ratio}} in “{{name}}”',
  recovery: 'Recovery',
  scrolls: 'The table scrolls sideways.',
  own: 'its own store: not your database, and not bounded by your ceiling',
  software: 'other software: not bounded by your ceiling',
  amongAll: 'Of the {{count}} systems beside your server',
  amongSome:
    'Of the {{count}} systems that have run beside your server ({{others}} more under “All ' +
    'systems”)',
  best:
    '{{among}}, the best that keeps the database in pages is {{name}}: it makes {{makes}} (at ' +
    'most {{ceiling}} times), and recovers after this log in {{after}} instead of {{before}}.',
  bestPassed:
    '{{among}}, the best that keeps the database in pages is {{name}}: it makes {{makes}}, and ' +
    'recovers after this log in {{after}} instead of {{before}}.',
  bestGuess:
    '{{among}}, and in the model alone, the best that keeps the database in pages is {{name}}: ' +
    'it makes {{makes}}, and recovers after this log in {{after}} instead of {{before}}.',
  slower:
    'Its recovery takes longer because of one pass: {{pass}}, {{after}} instead of {{before}}.',
  all: 'All systems',
  print: 'Print this answer',
  asPage: 'Open as a page',
  back: 'All experiments',
  from:
    'Your server on {{name}}, a log with {{commits}} transactions. The runs were measured with ' +
    'Afterimage {{engine}}.',
  held:
    'The link in the address bar holds all of this result: a reader who opens it needs neither ' +
    'the log nor your server.',
  save: 'Save as a file',
  again: 'Measure it again',
  pageSource: 'Measured with Afterimage {{engine}}. The link shows this result: {{link}}',
  source:
    'Measured with Afterimage {{engine}}. Where the log is in the browser, this link shows ' +
    'the answer again: {{link}}',
  unfitTitle: 'Results that are not shown',
  unfitAll: '{{name}}: {{why}}',
  unfitSome: '{{name}}, {{clients}}: {{why}}',
  unfitMore: '{{clients}}: {{why}}',
  unfit: {
    unlogged:
      'slower than systems that log, so a limit of its store binds it and its rate says nothing ' +
      'of a log.',
    ratio: 'more than a hundred times faster, so it does not do the same work.',
    unsteady:
      'the second half of its run went at another pace than the first; the log is too short ' +
      'for it.',
    incomplete: 'its run did not come to its end, since its room was too small.',
  },
  beside: 'Predicted beside measured',
  besideWhy:
    'First look whether the model makes what your server makes. Rates that the model was fitted ' +
    'to are met in short runs, and may be off by a few per cent over the whole log; the others ' +
    'are predictions.',
  run: 'Run',
  predicted: 'Model',
  yours: 'Measured',
  difference: 'Difference',
  runWith: '{{count}} clients',
  runWithOne: '1 client',
  asIs: 'as it is',
  calibrated: 'the model is fitted to it',
  prediction: 'predicted',
  missing: 'not measured',
  check: 'A flush takes {{calibrated}} by calibration, and {{told}} by what you pasted.',
  apart:
    'With {{count}} clients and commits not awaited you measured {{rate}}, but at the rate ' +
    'of one client they make {{most}}, and so at most does the model. A run was disturbed, ' +
    'or a single client waits between its statements, for a network or for cores that ' +
    'sleep. Measure with as many clients as the {{cores}} cores or more: then that can be ' +
    'told apart.',
  far: {
    more: 'With {{run}} the model makes {{share}} more than you measured.',
    less: 'With {{run}} the model makes {{share}} less than you measured.',
    look:
      'Look whether a flush of your disk takes as long under load as it does alone (with ' +
      'track_wal_io_timing on): {{command}}',
    loaded:
      'A run with more clients and your server as it is, pasted above, sets what is missing: ' +
      'what a switch between processes takes, or a flush while others work.',
    wakes:
      'In the model waiting for idle cores to wake takes {{wakes}} of a transaction’s time ' +
      'there, less than with one client, since another client keeps a core awake now and then. ' +
      'Where that is not so, your server is slower.',
    cores:
      'In the model the cores bind there, and not the disk. Look whether the number of cores ' +
      'is right and whether anything else used them. Runs of several clients, with ' +
      'synchronous_commit=off and as it is, set what a client takes of a core.',
  },
  notYours: 'None of this is of your machine: nothing has been said of it yet.',
} as const;

/** The words of the answer to a server's log. */
export const useAnswerWords = partOf(enAnswer, () =>
  import('./zh_answer').then((part) => part.zhAnswer),
);
