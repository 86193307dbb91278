import { partOf } from '../../ui/i18n/part';

/** The words that explain a wrong answer, in English; zh_witness.ts must have the same keys. */
export const enWitness = {
  label: 'Why the answer is wrong',
  close: 'Back to the stage',
  working: 'The engine is making this power cut and recovering…',
  failed: 'The engine could not repeat this power cut.',
  title: 'Power cut here: {{event}}',
  lead: {
    one: 'There is only one image that this power cut can leave behind.',
    this: 'One of the {{count}} images that this power cut can leave behind.',
    sampled: 'One of the {{count}} images that this power cut can leave behind; some were tried.',
    asked:
      'The image that the question speaks of: {{policy}} of the pending lines survive. It is ' +
      'one of {{count}}.',
  },
  survived: {
    title: 'What survived',
    kept: 'survived',
    lost: 'did not survive',
    whole: '{{item}}, complete',
    part: '{{item}}: {{kept}} of {{all}} stores',
    gone: '{{item}}',
    became: '{{item}}: {{what}}',
    holds: 'holds {{what}}',
    durable: 'everything that was durable before',
    volatile: 'everything in DRAM and in the CPU cache',
    nothing: 'Nothing was on its way: there is only this image.',
    random: 'Which of the pending lines survived was drawn at random.',
    more: 'and {{count}} more',
  },
  recovery: {
    title: 'What recovery read, and did',
    pass: 'pass',
    did: 'what it did',
    before: 'start',
    analysis: 'analysis',
    redo: 'redo',
    undo: 'undo',
    after: 'end',
    reads: 'reads {{what}}',
    holds: 'checks {{what}} and accepts it',
    holdsAll: 'checks {{what}} and accepts all {{count}}, from {{first}} to {{last}}',
    nothing: 'nothing to do',
    more_one: 'and one more step',
    more_other: 'and {{count}} more steps',
    noEnd: 'Recovery does not finish.',
  },
  so: {
    title: 'so',
    survives: '{{tx}} survives.',
    lost: '{{tx}} does not survive.',
    is: '{{record}} is {{value}}.',
    broken: 'A promise is broken: {{verdict}}.',
  },
  images: {
    title: 'What this power cut can leave behind',
    none: 'none of what was on its way',
    all: 'everything that was on its way',
    some: '{{what}} arrived',
    shown: 'shown above',
    decides: 'refutes the answer',
    agrees: 'as you said',
    more_one: 'and one more image',
    more_other: 'and {{count}} more images',
    bothWays:
      'Of the images shown, {{tx}} survives in {{survive}} and is lost in {{lose}}: sometimes.',
    allSurvive: 'Every image keeps {{tx}}: always.',
    allLose: 'Every image loses {{tx}}: never.',
  },
  show: 'Show me',
  showHelp: 'Steps into this power cut on the stage. “Back to the question” returns here.',
  showPlace: 'Goes there on the stage. “Back to the question” returns here.',
  openCase: 'Open it on the stage',
  openCaseHelp: 'Opens the smallest case as a run of its own; the browser’s Back returns here.',
  order: {
    title: 'When each step came',
    time: 'virtual time',
    step: 'step',
    phase: 'after power cut {{number}}',
  },
  undone: {
    title: 'What recovery undoes from here on',
    first: 'next',
  },
  faster: {
    title: 'When all clients had their answer',
    lead:
      'Measured just now: virtual time from the start of the script until all clients had ' +
      'their answer. The script and the machine are the same, and the power stays on.',
    first: 'first',
    open: 'Show me, side by side',
    openHelp:
      'Opens both runs on one clock, at the time when the first has finished. The browser’s ' +
      'Back returns here.',
    none: 'no answer',
    ratio: '{{factor}} times as long',
    same: 'Each takes the same time.',
  },
  failure: {
    title: 'Without this line a promise is broken',
    lead: 'The smallest case that the explorer found: what it does not need is left out.',
    cut: 'power cut {{number}}',
    cutAt: 'The power fails just after this: {{event}}.',
    keeps: 'Of what was pending, this survives: {{what}}.',
    none: 'Nothing of what was pending survives.',
    verdict: 'so',
    script: 'The script that is left',
    line: 'The line left out',
  },
  picture: {
    title: 'What the picture shows',
    left: 'What the power cut left',
    done: 'What recovery made of it',
    leftHelp: 'The stage right after the power cut: what was volatile is gone.',
    doneHelp:
      'The stage after recovery: arrows lead from what it read, redid or undid to where that went.',
  },
} as const;

/** The words that explain a wrong answer. */
export const useWitnessWords = partOf(enWitness, () =>
  import('./zh_witness').then((part) => part.zhWitness),
);
