import { partOf } from '../../ui/i18n/part';

/** The words of packages for course systems in English; zh_package.ts must have the same keys. */
export const enPackage = {
  ofPlan: 'For a course system (SCORM, cmi5)…',
  title: 'For a course system',
  about:
    'A package that Moodle, ILIAS, Canvas and others take: the lectures with everything that ' +
    'they need. The course system receives who went through them, the score of first ' +
    'answers, and each first answer.',
  form: 'Form',
  formScorm: 'SCORM 1.2: almost every course system',
  formCmi5: 'cmi5: course systems with a learning record store',
  aboutCmi5:
    'Answers go to the address that the course system puts into its link. Students see it, ' +
    'and are asked before anything is sent.',
  holds_one: 'It holds one lecture.',
  holds_other: 'It holds {{count}} lectures.',
  measured_one: 'One measured lecture is left out: it runs in the Lab alone.',
  measured_other: '{{count}} measured lectures are left out: they run in the Lab alone.',
  tasks_one: 'One assignment is left out: give it in the course system itself.',
  tasks_other: '{{count}} assignments are left out: give them in the course system itself.',
  empty: 'There is no lecture in it that a package could hold.',
  name: 'The title in the course system',
  language: 'Language',
  languageReader: 'the reader’s own',
  make: 'Make the package',
  making: 'Collecting files: {{done}} of {{of}}',
  made: 'Saved: {{name}}, {{size}}.',
  failed: 'The package could not be made: {{message}}',
  proof: 'A score that a browser reports proves nothing: it is for practice.',
  needsServer:
    'A package is made from the site’s files, and this page is a single file. Open the ' +
    'lecture on a site, or make the package with the command line: {{command}}',
  needsBuild: 'This server has no built site: run {{command}} and open the built folder.',
  reported: 'Reported to your course system: {{right}} of {{of}} right at the first try.',
  reportedTo: 'Reported to {{host}}: {{right}} of {{of}} right at the first try.',
  unsent: '{{host}} has not taken the last answer yet. It is sent again while this page is open.',
  leave: 'End and go back',
  left: 'The visit is over. You can close this page.',
  gateTitle: 'Before you begin',
  gateSent:
    'Your course system asks for your answers, as those of {{name}}. They will be sent to ' +
    'this address:',
  gateWhat:
    'Sent are each first answer with the time that it took, the score, and when you begin ' +
    'and end. Nothing has been sent yet.',
  gateBegin: 'Begin and send my answers there',
  gateAlone: 'Read without sending anything',
  gateWaits: '{{hosts}} has not answered yet. Wait for it, or read without sending anything.',
  gateRefused:
    'The course system did not let this page begin: {{message}}. Open it again from your ' +
    'course system.',
  completed: 'Gone through to the end.',
  alone:
    'No course system is listening here: the lecture works, your answers stay in this ' +
    'browser, and nothing is reported.',
  refused: 'The course system did not take the last answer. Your answers are in this browser.',
  looking: 'The course system shows this for looking only: nothing is reported.',
  noCourse: 'The package is damaged: course.json cannot be read.',
  lectures: 'Lectures',
  ended: '{{title}} (finished)',
};

/** The words of packages for course systems. */
export const usePackageWords = partOf(enPackage, () =>
  import('./zh_package').then((part) => part.zhPackage),
);
