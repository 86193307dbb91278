import { partOf } from '../../ui/i18n/part';

/** The words of the library: the course, its paths, and the records kept of each lecture. */
export const enLibrary = {
  others: 'Others',
  course: 'The course',
  everything: 'Everything',
  onlyNvm: 'Only NVM',
  begun: 'In progress',
  show: 'Show',
  search: 'Search',
  none: 'No lecture matches.',
  lectures_one: '1 lecture',
  lectures_other: '{{count}} lectures',
  minutes_one: '1 minute',
  minutes_other: '{{count}} minutes',
  min: '{{count}} min',
  'first-steps': 'first steps',
  further: 'further',
  advanced: 'advanced',
  buildsOn: 'builds on {{numbers}}',
  measured: 'measured',
  right: '{{right}} of {{of}} right',
  ended: 'done',
  atMark: 'mark {{mark}} of {{marks}}',
  linkPath: 'Copy the link to this path',
  linked: 'Link copied',
  number: 'Lecture {{number}}',
  teach: 'For lecturers',
  changed: 'a lecture that you changed',
  plan: 'Put a course plan together',
  write: 'Write a log of your own',
  writeAbout:
    'Eight assignments. You write what happens at a change, at commit and in recovery; the ' +
    'engine tries every power cut and shows the first that breaks the promise.',
  openWrite: 'Open the first assignment',
  litmus: 'Litmus programs and puzzles',
  litmusAbout:
    'Write a few stores, write-backs and fences, and see at once every image that a power ' +
    'cut may leave.',
  openLitmus: 'Try it',
  class: 'Answers of a class',
  drill: 'Drills and exams',
};

/** The words of the library. */
export const useLibraryWords = partOf(enLibrary, () =>
  import('./zh_library').then((part) => part.zhLibrary),
);
