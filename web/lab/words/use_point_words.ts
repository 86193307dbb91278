import { partOf } from '../../ui/i18n/part';

/**
 * The strings about first looks, points from files and a point's progress in English; zh_points.ts
 * must have the same keys.
 */
export const enPoints = {
  look: {
    looking: 'First look, {{count}} transactions per point',
    refining: 'Refining, {{count}} transactions per point',
    next: 'Then every point is measured with {{count}} transactions.',
    nextFor:
      'Then every point is measured with {{count}} transactions, which takes about {{time}}.',
    only: 'Stop after the first look',
    alone: 'Nothing more is measured after the first look.',
    chart:
      'Open marks are a first look: {{look}} transactions per point. Measured with the ' +
      '{{full}} that this experiment asks for: {{done}} of {{count}} points.',
    claims:
      'Points not yet measured with {{full}} transactions are judged by a first look of ' +
      '{{look}} ({{done}} of {{count}} points are measured in full).',
    table: '≈ is a first look, {{look}} transactions; the others are at {{full}}.',
    point: 'A first look: {{look}} transactions. This experiment asks for {{full}}.',
    label: '{{point}}, at first look',
  },
  taken: {
    read:
      '{{name}}: {{count}} measured points read, {{here}} of them belong to this experiment as ' +
      'it is now.',
    kept:
      '{{name}}: {{count}} measured points read. They are shown wherever an experiment asks ' +
      'for them.',
    noPoint: '{{name}} was not read: line {{line}} is not a measured point.',
    other:
      '{{name}} was not read: the result in line {{line}} differs from the one known for ' +
      'this point.',
    tooLong:
      '{{name}} was not read: in line {{line}}, {{path}} holds more than the {{most}} values ' +
      'that are possible there.',
    tooLarge: '{{name}} was not read: it is {{size}} MB; the limit is {{limit}} MB.',
    unreadable: '{{name}} cannot be read.',
    notText:
      '{{name}} is not text in UTF-8: byte {{byte}}, in line {{line}}, is part of no character.',
    dismiss: 'Dismiss',
  },
  timeline: {
    title: 'Progress over time',
    show: 'Show progress over time',
    help: 'Runs this point once more and records its progress.',
    running: 'Running once more…',
    rate: 'Commits per second',
    shares: 'Where the clients’ time goes',
    virtual: 'virtual time, {{unit}}',
    said: 'From {{low}} to {{high}} commits per second, in {{count}} intervals of {{stretch}}.',
  },
  over: {
    title: { rate: 'per second: {{metric}}', total: 'so far: {{metric}}' },
    amount: { rate: '{{amount}} per second', total: '{{amount}}' },
    line: {
      rate: '{{name}}{{low}} to {{high}} per second, {{mean}} on average, over {{count}} intervals',
      total: '{{name}}{{last}} after {{time}}',
    },
    at: { rate: 'middle of the interval', total: 'virtual time' },
    table: 'The lines as a table',
  },
  occupancy: {
    share: 'share of the time',
    measured: 'measured',
    planned: 'by the model: P(k)',
    label: '{{title}}. Longest in state {{state}}: {{share}} of the time.',
    labelPlanned: 'By the model, most likely state {{state}}: {{share}}.',
    mean: 'P(k) is the mean of the {{count}} plans of the measured part that have an equilibrium.',
    none: 'No equilibrium in any of the {{plans}} plans of the measured part.',
    some: '{{unbalanced}} of {{plans}} plans have no equilibrium.',
    unplanned: 'No plan was made in the measured part.',
    table: 'As a table',
    state: 'State k',
  },
  path: {
    title: 'Instructions of its software',
    software: '{{name}}: {{source}}.',
    machine: 'The prices of the machine, alike for all systems.',
    part: 'Part',
    instructions: 'Instructions',
    counted: 'counted in itself',
    rest: 'what an operation’s count leaves beside its counted parts',
    none: 'no such part, or counted with another',
    set: 'set by this experiment',
  },
} as const;

/** The words about first looks, points from files and a point's progress. */
export const usePointWords = partOf(enPoints, () =>
  import('./zh_points').then((part) => part.zhPoints),
);
