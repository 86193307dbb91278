// The reader's answers about the server whose log was dropped: texts, as they were typed or pasted.

/** The fields, in the order in which they are asked for. */
export const ANSWERS = [
  'flush',
  'cores',
  'clients',
  'reads',
  'today',
  'one',
  'todayOff',
  'oneOff',
  'loaded',
  'settings',
] as const;

export type AnswerName = (typeof ANSWERS)[number];

export type ServerAnswers = Readonly<Record<AnswerName, string>> & {
  /** The value of wal_sync_method, where it is not the usual one. */
  readonly method?: string;
};

export const NO_ANSWERS: ServerAnswers = {
  flush: '',
  cores: '',
  clients: '',
  reads: '',
  today: '',
  one: '',
  todayOff: '',
  oneOff: '',
  loaded: '',
  settings: '',
};

export const isAnswered = (answers: ServerAnswers) =>
  ANSWERS.some((name) => answers[name].trim() !== '');
