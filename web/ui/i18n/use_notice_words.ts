import { partOf } from './part';

/** The messages above everything else, in English; zh_notice.ts must have the same keys. */
export const enNotice = {
  setAside:
    'Part of what this browser stored could not be read and was set aside: {{things}}. The ' +
    'page works without it.',
  stored: {
    preferences: 'your settings',
    progress: 'your progress in lectures',
    own: 'a file of your own',
    branches: 'the branches of a scenario',
    log: 'a log of your own',
    draft: 'a draft',
    plan: 'your course plan',
    measured: 'which experiment you measured last',
    server: 'what you said of your server',
  },
  storageSilent: 'This browser’s storage does not respond: nothing is kept when you leave.',
  newer: 'A newer version of Afterimage is available.',
  events: 'It has {{events}} events so far.',
  refused: 'This scenario was not opened',
  instead: 'A lecture was opened in its place.',
  trap: 'The engine stopped at “{{event}}”: {{message}}',
  trapHelp: 'Everything before this event can still be stepped through.',
  anchorMoved: 'The trace has changed since this link was made; this is the nearest position.',
  broken: 'Parts of this link could not be read: {{fields}}. The rest was restored.',
  newerLink:
    'This link was made by a newer version of Afterimage; what this version does not know ' +
    'was left out.',
  missing:
    'The scenario of this link is not stored in this browser. Ask whoever shared it for the file.',
  unknown: {
    view:
      'This link names a part of the page that there is not, {{name}}; the stage is shown in ' +
      'its place.',
    lecture: 'This link names a lecture that there is not: {{name}}.',
    metric: 'This experiment has no metric {{name}}; it shows its own chart.',
    claim: 'This experiment has no claim {{name}}; it shows its first one.',
    prediction: 'This experiment has no questions {{name}}; it is shown without any.',
    tour: 'This link names a tour that there is not: {{name}}.',
    system:
      'This link names a system that there is not, {{name}}; the scenario runs on its own one.',
  },
  unreadable: 'The file {{name}} could not be read.',
  notText:
    'The file {{name}} is not text in UTF-8: byte {{byte}}, in line {{line}}, is part of no ' +
    'character.',
  tooLarge: 'The file is {{size}} MB; the limit is {{limit}} MB.',
} as const;

/** The words of the messages above everything else. */
export const useNoticeWords = partOf(enNotice, () =>
  import('./zh_notice').then((part) => part.zhNotice),
);
