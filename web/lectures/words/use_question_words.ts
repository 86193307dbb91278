import { partOf } from '../../ui/i18n/part';

/**
 * The words of questions, their answers and their witnesses in English; zh_question.ts must have
 * the same keys.
 */
export const enQuestion = {
  ask: {
    undone: 'Which log record is undone next?',
    leaveOut: 'Which line can be left out without any power cut breaking the promise?',
    order: 'Put these steps in the order in which they happen.',
    faster: 'With which of these do all clients have their answer soonest?',
    cut: 'Cut the power so that {{tx}} is lost.',
    cutHelp:
      'Step wherever you like from here on, choose what survives, and cut the power. The ' +
      'engine says what becomes of {{tx}}.',
    notBegun: '{{tx}} had not begun at that power cut: there was nothing to lose. Try a later one.',
  },
  record: {
    change: 'LSN {{key}} of {{tx}}: {{record}}, {{before}} → {{after}}',
    bare: 'LSN {{key}} of {{tx}}',
  },
  same: 'no difference in time',
  order: {
    up: 'Move “{{step}}” up',
    down: 'Move “{{step}}” down',
    place: 'Step {{place}} of {{count}}',
    moved: '“{{step}}” is now step {{place}} of {{count}}.',
    answer: 'This is the order',
    yours: 'you: {{place}}',
  },
  progress: 'The engine is exploring every power cut: {{done}} of {{of}} lines.',
  measured: 'See the measurement',
  measuring: 'The engine is running the script on each of them: {{done}} of {{of}}.',
  looking: 'The engine is looking for a power cut: {{done}} of {{of}} crash points.',
  you: 'you',
  engine: 'the engine',
  or: ' or ',
  comma: ', ',
  unknown: 'The engine cannot say: what the question asks for does not happen here.',
  unknownValue: 'The engine cannot say: recovery leaves nothing that could be read.',
  unknownLines: 'The engine cannot say: it did not try all power cuts.',
  revealed: {
    undone: 'Next is {{answer}}.',
    order: 'This is the order of the run.',
    cut: 'Here is a power cut that loses {{tx}}.',
    noCut: 'No power cut from here to the end of this phase loses {{tx}}.',
  },
  right: {
    cut: '{{tx}} is lost in this power cut.',
  },
  reason: {
    never: 'There is a power cut here that {{tx}} survives.',
    always: 'There is a power cut here that {{tx}} does not survive.',
    sometimesAlways: 'Whatever a power cut leaves here, {{tx}} survives.',
    sometimesNever: 'Whatever a power cut leaves here, {{tx}} does not survive.',
    sampled: 'A power cut here can leave {{count}} images; some of them were tried.',
    because: 'The reason: {{reason}}.',
    value: 'With these survivors {{record}} becomes {{truth}}.',
    elsewhere: 'Other survivors would give {{guess}}; these do not.',
    noImage: 'No power cut here leaves {{record}} at {{guess}}.',
    undone: 'The next record that recovery undoes is {{truth}}.',
    thenUndone: 'Then come {{others}}.',
    lastUndone: 'It is the last one.',
    order: 'In this run they happen in another order.',
    faster: 'With {{side}}, all clients have their answer after {{time}}.',
    cut: '{{tx}} survived this power cut.',
    cutNext:
      'What recovery found is shown alongside; look for a point at which it is not there yet.',
    leaveOut:
      'Without this line there is a power cut after which the promise is broken: {{verdict}}.',
    leaveOutCuts_one: 'It takes one power cut to see it.',
    leaveOutCuts_other:
      'It takes {{count}} power cuts to see it: all but the first during a recovery.',
  },
  again: 'Try again',
  why: 'Why?',
  back: 'Back to the question',
  visiting: 'This refutes the answer: step on and see what happens.',
  open: 'Your answer',
} as const;

/** The words of questions and answers. */
export const useQuestionWords = partOf(enQuestion, () =>
  import('./zh_question').then((part) => part.zhQuestion),
);
