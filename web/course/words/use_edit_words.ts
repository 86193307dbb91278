import { partOf } from '../../ui/i18n/part';

/** The words of changing a lecture at its place, in English; zh_edit.ts must have the same keys. */
export const enEdit = {
  title: 'Change this lecture',
  loading: 'Fetching the lecture as it ships…',
  atMark: 'Mark {{mark}} of {{marks}}',
  atStart: 'The lecture',
  previous: 'To the mark before',
  next: 'To the next mark',
  own: 'your own',
  name: 'Title',
  keep: 'The sentence to keep, shown at the end',
  earlier: 'Earlier',
  earlierHelp: 'Exchange it with the mark before',
  later: 'Later',
  laterHelp: 'Exchange it with the next mark',
  here: 'Move it here',
  hereHelp: 'Say it at the event of the playhead',
  leaveOut: 'Leave it out',
  add: 'Add a mark here',
  addHelp: 'Step to an event (⇧ →) where there is no mark, then add one.',
  back: 'Undo',
  again: 'Redo',
  done: 'Save and show',
  doneInPlan: 'Save into the plan',
  cancel: 'Discard',
  copy: 'Copy the link',
  copied: 'Link copied',
  byHand: 'Copy this link:',
  save: 'Save as a file',
  restored: 'What you had changed before is here again. Undo takes it back.',
  unchanged: 'Nothing has been changed yet.',
  changed: 'The link carries only what you changed: {{count}} characters.',
  problems: 'Look at this before you send it:',
  refused: 'The engine refuses this:',
  missing: 'Part of an earlier change names marks that are not there any more: {{marks}}.',
  inMark: 'Mark {{mark}}: ',
  rule: {
    closed: 'no text closes its question.',
    'gives-away': '“{{words}}” gives an answer away before the question is asked.',
    supposes: 'a question where everything survives should say “suppose”.',
    wording: '“{{words}}” is not how the other texts say it.',
  },
  missingText: {
    say: 'nothing is said there.',
    steps: 'an order question needs two events or more.',
  },
} as const;

/** The words of changing a lecture at its place. */
export const useEditWords = partOf(enEdit, () => import('./zh_edit').then((part) => part.zhEdit));
