import { attemptOf, type FirstTry } from '../model/lecture/lecture_state';
import { isShown } from '../model/questions/answer';
import { questionsDigest } from '../model/questions/questions_digest';
import { readScenario } from '../model/scenario/scenario_text';
import type { LectureNow } from '../store/lecture/lecture_store';
import { courseNow } from '../store/lecture/lecture_view';
import type { Services } from '../store/page/services';
import type { Answer, StageState } from '../store/stage/stage_state';
import type { Answered, FrameState, Score } from './model/messages';
import { type Part, scoreOfParts } from './model/tally';

/** Receives a frame's events, for a page around it or for a course system. */
export interface FrameListener {
  state?(state: FrameState): void;
  answered?(answered: Answered): void;
  score?(score: Score): void;
}

/** The state of a frame, and the answers given in it. */
export interface FrameFollower {
  state(): FrameState;
  score(): Score;
  parts(): readonly Part[];
  listen(listener: FrameListener): void;
}

type Followed = Pick<Services, 'stage' | 'lecture' | 'library' | 'preferences'>;

/**
 * Follows what is open. `lectures` are those that are scored, where they are known beforehand;
 * otherwise the open one is. `known` are the parts of which something was kept.
 */
export function followFrame(
  services: Followed,
  lectures: readonly string[] = [],
  known: readonly Part[] = [],
): FrameFollower {
  const { stage, lecture, preferences } = services;
  const listeners: FrameListener[] = [];
  const kept = new Map(known.map((part) => [part.lecture, part]));
  const parts = new Map(kept);
  const stateNow = () =>
    frameState(lecture.getState(), stage.getState(), preferences.getState().language);
  const scored = (): readonly Part[] => {
    const names = lectures.length > 0 ? lectures : [stateNow().lecture ?? ''];
    return names.flatMap((name) => parts.get(name) ?? []);
  };
  let told = { state: '', score: '' };
  const tell = () => {
    const state = stateNow();
    const score = scoreOfParts(scored());
    const texts = { state: JSON.stringify(state), score: JSON.stringify(score) };
    const before = told;
    told = texts;
    for (const listener of listeners) {
      if (texts.state !== before.state) listener.state?.(state);
      if (texts.score !== before.score) listener.score?.(score);
    }
  };
  for (const name of lectures)
    void questionsOf(services.library, name).then((questions) => {
      parts.set(name, { first: {}, ended: false, ...parts.get(name), lecture: name, questions });
      tell();
    });
  const asked = new Map<string, number>();
  stage.subscribe((state, before) => {
    for (const answered of newAnswers(state, before, asked, kept))
      for (const listener of listeners) listener.answered?.(answered);
    const [now, was] = [state.onStage, before.onStage];
    if (now?.lecture === was?.lecture && now?.session === was?.session) return;
    // A listener before this one may have changed the state again.
    const part = partOf(stage.getState());
    if (part) parts.set(part.lecture, withKept(part, kept.get(part.lecture)));
    tell();
  });
  lecture.subscribe((now) => {
    if (now.kind === 'open' && now.question) {
      const key = `${now.id}/${now.question.index}`;
      if (!asked.has(key)) asked.set(key, performance.now());
    }
    tell();
  });
  preferences.subscribe(tell);
  return {
    state: stateNow,
    score: () => scoreOfParts(scored()),
    parts: () => [...parts.values()],
    listen: (listener) => void listeners.push(listener),
  };
}

function frameState(now: LectureNow, { onStage }: StageState, language: 'en' | 'zh'): FrameState {
  if (now.kind === 'none' || !onStage)
    return { lecture: null, title: '', mark: 0, marks: 0, asking: false, ended: false, language };
  const title = now.title[language] ?? now.title.en ?? now.title.zh ?? '';
  return {
    lecture: now.id,
    title,
    mark: now.mark,
    marks: now.marks.length,
    asking: now.question !== undefined,
    ended: attemptOf(onStage.lecture)?.ended ?? false,
    language,
  };
}

/** The stage's knowledge of the lecture that is open. */
function partOf({ onStage }: StageState): Part | undefined {
  const attempt = onStage && attemptOf(onStage.lecture);
  if (!attempt || onStage.session.origin.kind !== 'library') return undefined;
  const { session } = onStage;
  return {
    lecture: onStage.session.origin.id,
    questions: asksIn(session.scenario.marks ?? []),
    first: attempt.first,
    ended: attempt.ended,
  };
}

/** A first try stays what it was, also in a browser that does not know of it. */
const withKept = (part: Part, kept: Part | undefined): Part => ({
  ...part,
  first: { ...part.first, ...kept?.first },
  ended: part.ended || (kept?.ended ?? false),
});

const asksIn = (marks: readonly { readonly ask?: unknown }[]): readonly number[] =>
  marks.flatMap(({ ask }, index) => (ask === undefined ? [] : index));

/** The marks with questions of a shipped lecture. */
async function questionsOf(library: Services['library'], name: string): Promise<readonly number[]> {
  const text = await library.load(name);
  return text === undefined ? [] : asksIn(readScenario(text).marks ?? []);
}

const resultOf = (answer: Answer): FirstTry =>
  isShown(answer) ? 'shown' : answer.right ? 'right' : 'wrong';

/**
 * The answers that the reader has given since, without those that were kept and came with a
 * session.
 */
function newAnswers(
  state: StageState,
  before: StageState,
  asked: Map<string, number>,
  kept: ReadonlyMap<string, Part>,
): readonly Answered[] {
  const [now, was] = [state.onStage, before.onStage];
  if (!now || !was || now.session.number !== was.session.number || now.answers === was.answers)
    return [];
  const { session, answers } = now;
  if (session.origin.kind !== 'library' || state.presenting !== before.presenting) return [];
  const { id } = session.origin;
  const known = { ...attemptOf(was.lecture)?.first, ...kept.get(id)?.first };
  const { stops } = courseNow(session);
  return Object.entries(answers)
    .filter(([mark]) => !(mark in was.answers))
    .map(([mark, answer]) => {
      const key = `${id}/${mark}`;
      const since = asked.get(key) ?? performance.now();
      asked.delete(key);
      return {
        lecture: id,
        digest: questionsDigest(session.scenario),
        mark: stops.findIndex(({ index }) => index === Number(mark)) + 1,
        kind: answer.kind,
        answer: answer.guess,
        right: answer.truth,
        result: resultOf(answer),
        first: known[Number(mark)] === undefined,
        took: Math.round(performance.now() - since),
      };
    });
}
