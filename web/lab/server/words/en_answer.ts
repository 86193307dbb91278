/** The strings of the answer to a server's log in English; zh_answer.ts must have the same keys. */
export const enAnswer = {
  title: 'The answer',
  none: 'It is here when your server has been run with {{count}} clients.',
  measured: 'You make {{rate}} transactions per second with {{count}} clients.',
  modelled:
    'The model makes {{rate}} transactions per second with {{count}} clients; you have not ' +
    'measured it.',
  bound: {
    log: 'The write of the log bounds you: {{share}} of a transaction’s time.',
    cores:
      'The cores bound you: in the model they are busy {{share}} of the time, and a faster ' +
      'device for the log does not change that.',
    both:
      'Waiting for the log, with all that it brings, takes {{share}} of a transaction’s time. ' +
      'The cores are short meanwhile: in the model they are busy {{busy}} of the time, with ' +
      'processes that wait for each other, too.',
    rows:
      'The log takes {{share}} of a transaction’s time; the rest is waiting for rows, and ' +
      'work.',
  },
  ceiling:
    'Your own server brings at most {{times}} times with another device for its log or ' +
    'another way to commit: that is what it makes when commits wait for nothing{{by}}. A ' +
    'system with other software is not bound by it.',
  ceilingPassed:
    'Commits that wait for nothing bring {{times}} times{{by}}. Only a log whose records ' +
    'also cost less to write brings more.',
  ceilingMeasured: ', as you measured',
  ceilingModelled: ', in the model',
  untold:
    'How much more another log can bring is not known yet: one client, and a model set by one, ' +
    'cannot tell what {{count}} clients do.',
  untoldFar: 'So it cannot tell what bounds you, nor how much more another log can bring.',
  missingRun: {
    off: 'The run that matters most: pgbench with {{count}} clients and {{commits}}.',
    asIs: 'The run that matters most: pgbench with {{count}} clients, with your server as it is.',
  },
  roughMore:
    'With {{count}} clients the model makes {{share}} more than you measured: what it says of ' +
    'other systems is a rough guess.',
  roughLess:
    'With {{count}} clients the model makes {{share}} less than you measured: what it says of ' +
    'other systems is a rough guess.',
  nearest: 'Your own database with its log in NVM: {{times}}.',
  system: 'System',
  times: 'Times your rate',
  most: 'Commits not awaited',
  mostModelled: 'Commits not awaited, in the model',
  spends: 'Its clients spend most on',
  recovery: 'Recovery',
  own: 'its own store, so not your database',
  best:
    'Best in NVM: {{name}}, {{times}} of at most {{ceiling}} times, and {{after}} instead of ' +
    '{{before}} of recovery after this log.',
  bestPassed:
    'Best in NVM: {{name}}, {{times}} times, and {{after}} instead of {{before}} of recovery ' +
    'after this log.',
  bestGuess:
    'Best in NVM, in the model alone: {{name}}, {{times}} times, and {{after}} instead of ' +
    '{{before}} of recovery after this log.',
  all: 'All systems',
  print: 'Print this answer',
  asPage: 'Open as a page',
  back: 'All experiments',
  from:
    'Your server on {{name}}, a log with {{commits}} transactions. The runs were measured with ' +
    'Afterimage {{engine}}.',
  held:
    'The link in the address bar holds this result whole: whoever opens it needs neither the ' +
    'log nor your server.',
  save: 'Save as a file',
  again: 'Measure it again',
  pageSource: 'Measured with Afterimage {{engine}}. The link shows this result: {{link}}',
  source:
    'Measured with Afterimage {{engine}}. Where the log is in the browser, this link shows ' +
    'the answer again: {{link}}',
  unfit: {
    unlogged:
      '{{name}}: left out, since it came out slower than systems that log. A limit of its ' +
      'store binds it, not its log.',
    ratio:
      '{{name}}: left out, since it came out more than a hundred times faster. It does not ' +
      'do the same work.',
    unsteady:
      '{{name}}: left out, since its second half ran at another pace than its first. The log ' +
      'is too short for it.',
    incomplete: '{{name}}: left out, since it did not come to its end. Its room was too small.',
  },
  beside: 'Predicted beside measured',
  besideWhy:
    'First look whether the model makes what your server makes. A rate that sets a price is met ' +
    'by short runs, and may be some per cent off over the whole log; all others are predictions.',
  run: 'Run',
  predicted: 'Model',
  yours: 'Measured',
  difference: 'Difference',
  runWith: '{{count}} clients',
  runWithOne: '1 client',
  asIs: 'as it is',
  calibrated: 'sets a price',
  prediction: 'a prediction',
  missing: 'not measured',
  check: 'A flush takes {{calibrated}} by calibration, and {{told}} by what you pasted.',
  apart:
    'With {{count}} clients and commits not awaited you measured {{rate}}, but at the rate ' +
    'of one client they make {{most}}, and so at most does the model. A run was disturbed, ' +
    'or a single client waits between its statements, for a network or for cores that ' +
    'sleep. Measure with as many clients as the {{cores}} cores or more: then that can be ' +
    'told apart.',
  far: {
    more: 'With {{count}} clients the model makes {{share}} more than you measured.',
    less: 'With {{count}} clients the model makes {{share}} less than you measured.',
    look:
      'Look whether a flush of your disk takes as long under load as it does alone (with ' +
      'track_wal_io_timing on): {{command}}',
    cores:
      'In the model the cores bind there, and not the disk. Look whether the number of cores ' +
      'is right and whether anything else used them. Runs of several clients, with ' +
      'synchronous_commit=off and as it is, set what a client takes of a core.',
  },
  notYours: 'None of this is of your machine yet: answer below.',
} as const;
