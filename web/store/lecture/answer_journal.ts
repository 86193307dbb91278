// The journal of all answers to a lecture's questions, in the order in which they were given, kept
// in this browser: the material that a student may hand in. It is fetched with the first answer.
import { readAnswer } from '../../model/questions/answer';
import { list, number, object, record, string } from '../../model/values/shape';
import { localRecord } from '../browser/local_value';
import { textHash } from '../browser/own_library';
import type { Answer, OnStage } from '../stage/stage_state';
import type { LectureNow } from './lecture_store';

/** An answer as it was given. */
export interface JournalEntry {
  readonly answer: Answer;
  /** The time in milliseconds since 1970. */
  readonly at: number;
  /** The milliseconds since the reader came to the question. */
  readonly took: number;
}

/** The answers given in one lecture. */
export interface LectureJournal {
  /** The digest of its text. */
  readonly digest: string;
  /** The time at which the lecture was begun, in milliseconds since 1970. */
  readonly began: number;
  /** The tries by mark. */
  readonly tries: Readonly<Record<number, readonly JournalEntry[]>>;
}

const KEY = 'afterimage.answers';
/** The most tries of one question that are kept; more would be of no use in the list. */
const MOST_TRIES = 50;

const entry = object({
  answer: (value, path) => (readAnswer(value) ? undefined : { path }),
  at: number,
  took: number,
});
const journal = object({ digest: string, began: number, tries: record(list(entry, MOST_TRIES)) });

const readAll = () =>
  localRecord(KEY, journal, 'progress') as unknown as Readonly<Record<string, LectureJournal>>;

/** Another text of the same lecture, such as another part of it, has a journal of its own. */
const nameOf = (id: string, digest: string): string => {
  const first = readAll()[id];
  return first && first.digest !== digest ? `${id}~${digest}` : id;
};

/** The journal of this exact text; undefined where none was kept. */
export function journalOf(id: string, text: string): LectureJournal | undefined {
  const digest = textHash(text);
  const all = readAll();
  const found = all[`${id}~${digest}`] ?? all[id];
  return found?.digest === digest ? found : undefined;
}

/** Keeps the answers to a text, or forgets them. */
function write(id: string, digest: string, value: LectureJournal | undefined): void {
  try {
    const name = nameOf(id, digest);
    const { [name]: _old, ...others } = readAll();
    localStorage.setItem(KEY, JSON.stringify(value ? { ...others, [name]: value } : others));
  } catch {
    // The storage may be barred: the record then has only what the page itself knows.
  }
}

/**
 * Records the answers given since `before`; a lecture that was restarted begins a new journal. A
 * new answer leaves the attempt as it is, while restoring a kept state changes both.
 */
export function noteAnswers(onStage: OnStage, before: OnStage, now: LectureNow): void {
  const { session, answers, lecture } = onStage;
  if (lecture.kind === 'off') return;
  const { id } = session.scenario;
  const digest = textHash(session.text);
  if (Object.keys(answers).length === 0 && Object.keys(lecture.first).length === 0)
    write(id, digest, undefined);
  if (lecture !== before.lecture || now.kind !== 'open') return;
  const at = Date.now();
  const kept = journalOf(id, session.text);
  const spent = Object.values(now.spent).reduce((sum, each) => sum + each, 0);
  const began = kept?.began ?? now.since - spent;
  let tries = kept?.tries ?? {};
  for (const [mark, given] of Object.entries(answers)) {
    const number = Number(mark);
    // An answer with an explanation is the same answer with its witness.
    if (before.answers[number]?.guess === given.guess) continue;
    const answer = readAnswer(given);
    const known = tries[number] ?? [];
    if (!answer || known.length >= MOST_TRIES) continue;
    tries = { ...tries, [number]: [...known, { answer, at, took: at - now.since }] };
  }
  if (tries !== kept?.tries) write(id, digest, { digest, began, tries });
}
