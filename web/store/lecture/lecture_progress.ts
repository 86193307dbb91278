import { createStore, type StoreApi } from 'zustand/vanilla';
import { attemptOf, type FirstTry, scoreOf } from '../../model/lecture/lecture_state';
import { readAnswer } from '../../model/questions/answer';
import { type Anchor, anchorAt, formatAnchor, parseAnchor } from '../../model/trace/anchor';
import { boolean, number, object, record, string } from '../../model/values/shape';
import { localRecord } from '../browser/local_value';
import { textHash } from '../browser/own_library';
import type { Answer, LibraryOrigin, OnStage, Session, StageState } from '../stage/stage_state';
import { courseNow } from './lecture_view';

/** The reader's progress in a lecture, as this browser keeps it. */
export interface KeptLecture {
  /** The answers by mark. */
  readonly answers: Readonly<Record<number, Answer>>;
  readonly first: Readonly<Record<number, FirstTry>>;
  /** True once the end has been reached. */
  readonly ended: boolean;
  /**
   * True if it was left at its summary: a reader who returns to that place finds it there. Earlier
   * releases did not write this.
   */
  readonly recap?: boolean;
  /** The furthest place, by meaning; undefined where nothing of it exists any more. */
  readonly farthest: Anchor | undefined;
}

/** The progress in a lecture, as a list of lectures shows it. */
export interface LectureProgress {
  /** The number of marks that were reached, of all. */
  readonly mark: number;
  readonly marks: number;
  readonly ended: boolean;
  /** The numbers of questions that were answered, and answered right, at the first try. */
  readonly right: number;
  readonly of: number;
  /** The time of the last visit, in milliseconds since 1970. */
  readonly when: number;
}

/** The stored form. */
interface Stored extends Omit<KeptLecture, 'farthest'> {
  /** The digest of the text: another text has other marks. */
  readonly digest: string;
  /** The version of the engine whose trace has the place. */
  readonly version: string;
  readonly farthest: string;
  readonly mark: number;
  readonly marks: number;
  readonly when: number;
}

const stored = object(
  {
    digest: string,
    version: string,
    farthest: string,
    ended: boolean,
    mark: number,
    marks: number,
    when: number,
    answers: record((value, path) => (readAnswer(value) ? undefined : { path })),
    first: record((value, path) =>
      value === 'right' || value === 'wrong' || value === 'shown' ? undefined : { path },
    ),
  },
  { recap: boolean },
);

const KEY = 'afterimage.lectures';

/** Reads everything that is kept; unreadable values are moved away. */
const readAll = () =>
  localRecord(KEY, stored, 'progress') as Readonly<Record<string, unknown>> as Readonly<
    Record<string, Stored>
  >;

/** Other windows write here, too: only this lecture's part is changed. */
function write(id: string, value: Stored | undefined): void {
  try {
    const { [id]: _old, ...others } = readAll();
    localStorage.setItem(KEY, JSON.stringify(value ? { ...others, [id]: value } : others));
  } catch {
    // The storage may be barred: the page then begins anew, and works.
  }
}

const summary = ({ mark, marks, ended, first, when }: Stored): LectureProgress => ({
  mark,
  marks,
  ended,
  when,
  ...scoreOf(first),
});

/** The key under which a lecture's progress is kept: a changed lecture has its own. */
export const progressKey = ({ id, edit }: Pick<LibraryOrigin, 'id' | 'edit'>): string =>
  edit === undefined ? id : `${id}~${textHash(edit)}`;

/** The answers in the stored form: their witnesses are computed anew on request. */
function withoutWitnesses(answers: OnStage['answers']): OnStage['answers'] {
  const read = Object.entries(answers).flatMap(([mark, each]) => {
    const answer = readAnswer(each);
    return answer ? [[mark, answer] as const] : [];
  });
  return Object.fromEntries(read);
}

function summaries(): Readonly<Record<string, LectureProgress>> {
  return Object.fromEntries(Object.entries(readAll()).map(([id, each]) => [id, summary(each)]));
}

export interface ProgressState {
  /** The progress by a lecture's id, for those that were begun in this browser. */
  readonly lectures: Readonly<Record<string, LectureProgress>>;
}

export interface LectureProgressStore extends StoreApi<ProgressState> {
  /** Returns the kept progress in this exact text of a lecture. */
  find(session: Pick<Session, 'origin' | 'text'>): KeptLecture | undefined;
  /** Keeps the stage's progress in the open lecture. */
  keep(state: StageState): void;
  forget(id: string): void;
}

/** The progress of all lectures in this browser. */
export function createLectureProgress(): LectureProgressStore {
  const store = createStore<ProgressState>()(() => ({ lectures: summaries() }));
  if (typeof window !== 'undefined')
    window.addEventListener('storage', ({ key }) => {
      if (key === KEY || key === null) store.setState({ lectures: summaries() });
    });
  const find = (session: Pick<Session, 'origin' | 'text'>): KeptLecture | undefined => {
    if (session.origin.kind !== 'library') return undefined;
    const found = readAll()[progressKey(session.origin)];
    if (found?.digest !== textHash(session.text)) return undefined;
    const { first, ended, recap = false } = found;
    return {
      answers: withoutWitnesses(found.answers),
      first,
      ended,
      recap,
      farthest: parseAnchor(found.farthest),
    };
  };
  const keep = (state: StageState) => {
    const { onStage, description, presenting } = state;
    const attempt = onStage && attemptOf(onStage.lecture);
    if (!attempt || presenting || onStage.editing) return;
    const { session, answers, lecture } = onStage;
    if (session.origin.kind !== 'library') return;
    const id = progressKey(session.origin);
    const { stops, left } = courseNow(session);
    // A place beside the course cannot be kept: the last known one stays.
    const before = left === undefined ? undefined : readAll()[id];
    const value: Stored = {
      digest: textHash(session.text),
      version: description?.version ?? '',
      farthest:
        before?.farthest ??
        formatAnchor(anchorAt(session.trace, Math.min(attempt.farthest, left ?? attempt.farthest))),
      mark: before?.mark ?? stops.filter(({ position }) => position <= attempt.farthest).length,
      marks: session.scenario.marks?.length ?? 0,
      when: Date.now(),
      ended: attempt.ended,
      recap: lecture.kind === 'recap',
      answers: withoutWitnesses(answers),
      first: attempt.first,
    };
    write(id, value);
    store.setState(({ lectures }) => ({ lectures: { ...lectures, [id]: summary(value) } }));
  };
  const forget = (id: string) => {
    write(id, undefined);
    store.setState(({ lectures: { [id]: _gone, ...lectures } }) => ({ lectures }));
  };
  return { ...store, find, keep, forget };
}
