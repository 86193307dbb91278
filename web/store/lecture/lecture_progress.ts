import { createStore, type StoreApi } from 'zustand/vanilla';
import { attemptOf, type FirstTry, scoreOf } from '../../model/lecture/lecture_state';
import { readAnswer } from '../../model/questions/answer';
import { type Anchor, anchorAt, formatAnchor, parseAnchor } from '../../model/trace/anchor';
import { boolean, number, object, record, string } from '../../model/values/shape';
import { localRecord } from '../browser/local_value';
import { textHash } from '../browser/own_library';
import type { Answer, LibraryOrigin, Session, StageState } from '../stage/stage_state';
import { courseNow } from './lecture_view';

/** What a reader has done of a lecture, as it is kept in this browser. */
export interface KeptLecture {
  /** By mark. */
  readonly answers: Readonly<Record<number, Answer>>;
  readonly first: Readonly<Record<number, FirstTry>>;
  /** The end has been reached. */
  readonly ended: boolean;
  /**
   * It was left where it sums up: who comes back to that place finds it summing up. Not in what
   * earlier releases wrote.
   */
  readonly recap?: boolean;
  /** How far one came, by meaning; undefined where nothing of it is there any more. */
  readonly farthest: Anchor | undefined;
}

/** A lecture as a list of lectures shows it. */
export interface LectureProgress {
  /** Marks that were reached, of all. */
  readonly mark: number;
  readonly marks: number;
  readonly ended: boolean;
  /** Questions answered, and those answered right, at the first try. */
  readonly right: number;
  readonly of: number;
  /** When it was last gone on with: milliseconds since 1970. */
  readonly when: number;
}

/** As it is written down. */
interface Stored extends Omit<KeptLecture, 'farthest'> {
  /** Of the text that it is about: another text's marks are others. */
  readonly digest: string;
  /** Of the engine, whose trace the place is in. */
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

/** What is kept; what cannot be read is set aside. */
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
    // Storage may be barred: the page then begins afresh, and works.
  }
}

const summary = ({ mark, marks, ended, first, when }: Stored): LectureProgress => ({
  mark,
  marks,
  ended,
  when,
  ...scoreOf(first),
});

/** What a lecture's progress is kept by: one that was changed has its own. */
export const progressKey = ({ id, edit }: Pick<LibraryOrigin, 'id' | 'edit'>): string =>
  edit === undefined ? id : `${id}~${textHash(edit)}`;

/** Answers as they are kept: what refutes them is computed anew when it is asked for. */
function withoutWitnesses(answers: StageState['answers']): StageState['answers'] {
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
  /** By a lecture's id: those that were begun in this browser. */
  readonly lectures: Readonly<Record<string, LectureProgress>>;
}

export interface LectureProgressStore extends StoreApi<ProgressState> {
  /** What was kept of this very text of a lecture. */
  find(session: Pick<Session, 'origin' | 'text'>): KeptLecture | undefined;
  /** Keeps what the stage has of the lecture that is open. */
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
    const { session, answers, description } = state;
    const attempt = attemptOf(state.lecture);
    if (
      !session ||
      !attempt ||
      state.presenting ||
      state.editing ||
      session.origin.kind !== 'library'
    )
      return;
    const id = progressKey(session.origin);
    const { stops, left } = courseNow(session);
    // Beside the course there is no place of it to tell: the one that is known stays.
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
      recap: state.lecture.kind === 'recap',
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
