import { partOf } from '../../../ui/i18n/part';

/** The words of the panel that adds marks from the stage, in English. */
export const enAuthoring = {
  open: 'Marks and questions…',
  title: 'Marks and questions',
  help:
    'A mark adds narration at an event and may ask a question. Step to the event, then add a ' +
    'mark.',
  add: 'Add a mark here',
  here: 'Here: {{event}}',
  noEvent: 'Step to an event first: a mark comes just after one.',
  marks: 'Marks of this scenario',
  none: 'No marks yet.',
  edit: 'Edit',
  remove: 'Delete',
  removeMark: 'Delete mark {{number}}',
  editMark: 'Edit mark {{number}}',
  lost: 'its event does not happen here',
  name: 'Name, a few words',
  say: 'What is said here',
  afterwards: 'What is said once the question is closed',
  notes: 'Notes for the speaker alone',
  pause: 'Seconds that playing waits here before it goes on (empty: it stops here)',
  focus: 'Structures to look at',
  focusHelp: 'Click them on the stage, or choose:',
  kind: 'Question',
  kinds: {
    none: 'no question',
    fate: 'Does a transaction survive a power cut here?',
    'value-after-crash': 'What value does a record have after a power cut?',
    order: 'In which order do these events happen?',
    'undone-next': 'Which log record is undone next?',
    'leave-out': 'Which line may be left out?',
    faster: 'Which system ends first?',
    cut: 'Cut the power so that a transaction is lost.',
  },
  words: 'The question in your own words (leave empty for the usual wording)',
  option: 'Answer {{number}}',
  because: 'Why “{{answer}}” is wrong',
  tx: 'Transaction',
  record: 'Record',
  survive: 'Of what is not durable yet',
  policies: {
    any: 'anything may survive',
    none: 'nothing survives',
    all: 'everything survives',
    random: 'a random part survives',
  },
  steps: 'Events, in the order in which they happen',
  addStep: 'Add the event at the playhead',
  step: 'Event {{number}}',
  removeStep: 'Remove event {{number}}',
  save: 'Save the mark',
  cancel: 'Cancel',
  download: 'Save as a file',
  missing: { say: 'Write what is said here.', steps: 'Add at least two events.' },
  refused: 'The engine refuses this mark:',
  saved: 'Saved in this browser, and in the link.',
} as const;

/** The words of the panel that adds marks from the stage. */
export const useAuthoringWords = partOf(enAuthoring, () =>
  import('./zh_authoring').then((part) => part.zhAuthoring),
);
