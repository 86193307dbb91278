import { partOf } from '../part';

/** The words about recoveries after a power cut, and about the race's set-up, in English. */
export const enRecovery = {
  pass: {
    repair: 'repair',
    open: 'opening',
    analysis: 'analysis',
    redo: 'redo',
    undo: 'undo',
    finish: 'finish',
    clear: 'clearing',
    rebuild: 'rebuild',
  },
  why: {
    repair:
      'looks for writes to the database that the power cut interrupted, and uses their ' +
      'copies to complete or drop them.',
    open: 'reads the catalog, which says where the tables and their trees begin.',
    analysis_one:
      'reads the log ({{count}} record) to find out who had not committed and which pages ' +
      'may lack changes.',
    analysis_other:
      'reads the log ({{count}} records) to find out who had not committed and which pages ' +
      'may lack changes.',
    redo: 'brings every page that may lack changes into memory and makes those changes again.',
    undo: 'takes back, latest first, the changes of transactions that did not commit.',
    finish:
      'writes pages home or takes a checkpoint, so that the next restart need not repeat ' +
      'this work, and frees the log.',
    clear:
      'empties the log, whose records are no longer needed, and frees what committed ' +
      'transactions had deleted.',
    rebuild:
      'reads everything that is durable, because the directory of the records was in DRAM ' +
      'and is lost.',
  },
  share: '{{share}} of it is {{category}}.',
  per: '{{time}} per 1,000 commits',
  afterCommits_one: 'after {{count}} commit',
  afterCommits_other: 'after {{count}} commits',
  perMebibyte: '{{time}} per MiB of log read',
  logRead: '{{size}} read',
  nothing: 'Nothing to recover: no transaction had committed.',
  clean: 'Nothing to recover: the log held nothing that was still needed.',
  best: 'fastest for the work that had been committed',
  phases: 'What each phase does',
  setup: 'On {{machine}}.',
  commitOf: '{{system}}: commit “{{choice}}”.',
  papers: 'Race on the paper’s machine, one write per commit',
  todays: 'Race on a present-day server, with group commit',
} as const;

/** The words about recoveries and the race's set-up. */
export const useRecoveryWords = partOf(enRecovery, () =>
  import('./zh_recovery').then((part) => part.zhRecovery),
);
