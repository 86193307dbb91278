import { partOf } from '../../../ui/i18n/part';
import { enChoiceNames } from '../../words/en_choice_names';

/** The explanations of the editor in English; zh_editor.ts must have the same keys. */
export const enEditor = {
  title: 'Edit scenario',
  form: 'Form',
  json: 'JSON',
  clients: 'Clients',
  transactions: 'Transactions',
  threads: 'Threads',
  thread: 'Thread {{number}}',
  remove: 'Remove',
  addThread: 'Add a thread',
  removeThread: 'Remove thread {{number}}',
  records: 'Initial records',
  scheme: 'System',
  mutations: 'Leave out or reorder',
  overrides: 'Prices',
  deadlock: 'Deadlocks',
  choice: enChoiceNames,
  seed: 'Seed',
  run: 'Run again',
  save: 'Save as a file',
  problems: 'The scenario was not run.',
  revert: 'Undo my changes',
  threadHelp:
    'One statement per line: begin T1, A := 50, A := A + 5, read A, scan A to C, insert C := ' +
    '1, delete B, signal x, await x, commit, abort. Where several transactions are open: T2: ' +
    'A := 50.',
  recordsHelp: 'One record per line: A = 100',
  overridesHelp: 'Leave a field empty for the machine’s own price.',
  withoutCourse:
    'On another system the script runs without the lecture: its narration, questions and ' +
    'power cuts belong to the original system.',
  kept: 'What you typed is kept until you run it or undo it.',
  jsonHelp: 'The whole scenario, with marks, faults and facts.',
  notJson: 'The text is not JSON, so the form cannot show it.',
} as const;

/** The explanations of the editor. */
export const useEditorWords = partOf(enEditor, () =>
  import('./zh_editor').then((part) => part.zhEditor),
);
