import { partOf } from '../../ui/i18n/part';

/**
 * The words of answers and of the lecturer's page in English; zh_class.ts must have the same keys.
 */
export const enClass = {
  title: 'Answers of a class',
  lead:
    'Drop the files that students handed in, or paste their codes. Nothing leaves this ' +
    'browser, and nothing is kept after you close the page.',
  drop: 'Drop files or a folder here',
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  paste: 'Paste a column of codes, with or without names',
  readCodes: 'Read the codes',
  identity: 'A code or a file proves no identity: anybody can pass on a copy.',
  addLecture:
    'Plans and changed lectures of this browser are known here. Of another one, drop the ' +
    'file of the lecture or of the plan, or paste its link.',
  reading: 'Reading: {{done}} of {{of}}',
  handed_one: 'One record of a lecture was read.',
  handed_other: '{{count}} records of lectures were read.',
  clear: 'Remove everything',
  csv: 'Save as a table (CSV)',
  commonest: 'The commonest wrong first answer',
  commonestSaid: '{{count}} of {{of}} said “{{answer}}”.',
  others: 'Others that many gave',
  noneWrong: 'No wrong answer has a name of its own yet.',
  questions: 'By question',
  rows: 'Who answered what',
  who: 'Who',
  nobody: 'no name',
  lecture: 'Lecture',
  question: 'Question',
  firstTry: 'First try',
  firstTries: 'First tries',
  answer: 'First answer',
  tries: 'Tries',
  seconds: 'Seconds to the first answer',
  began: 'Begun',
  source: 'File or code',
  note: 'Note',
  time: 'Time',
  score: '{{right}} of {{of}}',
  first_right: 'right',
  first_wrong: 'wrong',
  first_shown: 'shown',
  right: 'Right',
  shown: 'Asked to be shown',
  open: 'Not answered',
  otherWrong: 'Another wrong answer',
  mark: 'Mark {{mark}}',
  took: 'Half answered within {{time}}.',
  lectureTook: 'Half had given their last first answer within {{time}}.',
  answered_one: 'Answers of one student',
  answered_other: 'Answers of {{count}} students',
  replaced: 'handed in again; the later one counts',
  copy: 'every answer at the very moment of {{who}}’s',
  changed: 'answers to other questions than any lecture here has; not counted',
  showAll: 'Show all {{count}}',
  notRead: 'What could not be read',
  inLine: 'Line {{line}}',
  r_too_large: 'The file is larger than any answers of a person: {{bytes}} bytes.',
  r_too_deep: 'Folders that are inside of more than eight others are not searched.',
  r_too_many: 'The folder holds more than 20,000 files; the others were not read.',
  r_not_here:
    'In a page that was opened from a file, the browser opens no folder that is dropped. ' +
    '“Choose a folder” takes it.',
  r_no_json: 'The file is no JSON.',
  r_no_answers: 'The file holds no answers.',
  r_newer: 'The file is of version {{version}}, which this release does not know.',
  r_misshapen: 'At “{{path}}” the file has another form than answers have.',
  r_strange: 'The character “{{character}}” at place {{place}} is in no code.',
  r_length: 'A code has 10 to 200 characters; this one has {{length}}.',
  r_check: 'The code does not check: a character is mistyped or missing.',
  r_no_code: 'There is no code in this line.',
  r_unknown_lecture:
    'The code checks, but no lecture here has these questions. It was changed, or is of ' +
    'another release: give this page its file or its link, or those of its plan.',
  r_unreadable: 'The browser could not read the file: {{message}}',
  learned: 'Now also known here: {{title}}.',
  part: 'part, marks {{from}} to {{to}}',
  changedCopy: 'changed by a lecturer',
  copyNamed: '{{title}} ({{what}})',
  handIn: 'Hand in your answers',
  handInShort: 'Hand in',
  handInLead:
    'This is all that the file holds. Nothing is sent: you save it, or copy the code, and ' +
    'hand that in yourself.',
  name: 'Your name, if your lecturer asks for it',
  saveFile: 'Save the file',
  copyCode: 'Copy the code',
  copied: 'Copied',
  codeIs: 'Your code',
  codeLead: 'It holds your first answers, and no name. It proves no identity.',
  codePart: 'It has room for {{count}} of your {{of}} lectures; the file has all.',
  nothing: 'You have not answered any question of it yet.',
  whole: 'The file, word by word',
  of: '{{count}} of {{of}} questions answered',
  given: 'Your answers, in the order of trying',
  at: '{{time}}, after {{seconds}} s',
  wasShown: 'shown',
  keptWhere:
    'Until then your answers are in this browser alone. “Begin again” at the end of a ' +
    'lecture removes them.',
};

/** The words of answers and of the lecturer's page. */
export const useClassWords = partOf(enClass, () =>
  import('./zh_class').then((part) => part.zhClass),
);

export type ClassWords = ReturnType<typeof useClassWords>;
