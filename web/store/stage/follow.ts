import { EngineTrap, EngineUnstarted, Overtaken } from '../../engine/protocol/errors';
import type { StageEngine } from '../../engine/stage/stage_engine';
import type { Latest } from '../../engine/worker/latest';
import { activeBranch } from '../../model/trace/plan';
import { mergePart, type Strip } from '../../model/trace/survival';
import { atRest, perFrame } from './paced';
import { change, tell } from './stage_changes';
import { play } from './stage_controls';
import type { OnStage, Session, StageStore } from './stage_state';

/** Errors that a newer request or a new plan explains are not worth showing. */
export function reportTrap(store: StageStore, error: unknown): void {
  if (error instanceof Overtaken || (error instanceof DOMException && error.name === 'AbortError'))
    return;
  if (error instanceof EngineTrap) {
    tell(store, { trap: { at: error.at, message: error.message } });
    play(store, false);
    return;
  }
  // The files are gone, or the browser makes no more workers: the reader is told, and may try
  // again.
  if (error instanceof EngineUnstarted) {
    store.setState({ engine: { failed: error.message } });
    play(store, false);
    return;
  }
  throw error;
}

/**
 * Finds fates in the phases before the last one, on a separate engine: the open session's scan
 * covers only its last phase. This is needed where a scenario or a link brings its power cuts with
 * it.
 */
async function scanEarlier(
  store: StageStore,
  spawn: () => StageEngine,
  session: Session,
  signal: AbortSignal,
): Promise<void> {
  const cuts = activeBranch(session.plan).cuts;
  const known = store.getState().onStage?.strip ?? [];
  const missing = session.trace.phases
    .slice(0, -1)
    .filter(({ start, end }) => !known.some(({ at }) => at >= start && at < end));
  if (missing.length === 0) return;
  const engine = spawn();
  try {
    await engine.open(session.text);
    for (const phase of session.trace.phases.slice(0, -1)) {
      if (signal.aborted) return;
      if (missing.includes(phase)) {
        await engine.survival((part) => {
          const before = part.filter((point) => point.at <= phase.end);
          if (!signal.aborted) addPart(store, before);
        }, signal);
      }
      const cut = cuts[phase.phase];
      if (cut) await engine.cut(cut.at, cut.survive);
    }
  } finally {
    engine.dispose();
  }
}

function addPart(store: StageStore, part: Strip): void {
  change(store, { strip: mergePart(store.getState().onStage?.strip ?? [], part) });
}

/** The questions to an engine about the trace that is shown. */
function asking(store: StageStore, engine: StageEngine, spawn: () => StageEngine) {
  const ask = <A>(answer: Promise<A>, signal: AbortSignal, use: (answer: A) => void): void => {
    answer
      .then((found) => {
        if (!signal.aborted) use(found);
      })
      .catch((error) => reportTrap(store, error));
  };
  const look = (signal: AbortSignal, at: number) => {
    if (!signal.aborted) ask(engine.outlook(at), signal, (outlook) => change(store, { outlook }));
  };
  return {
    look,
    seek: (signal: AbortSignal, at: number) => {
      if (!signal.aborted) ask(engine.seek(at), signal, (frame) => change(store, { frame }));
    },
    scan: (session: Session, kept: Strip, signal: AbortSignal) => {
      change(store, { strip: kept });
      const add = (part: Strip) => {
        if (!signal.aborted) addPart(store, part);
      };
      engine
        .survival(add, signal)
        .then(() => scanEarlier(store, spawn, session, signal))
        .catch((error) => reportTrap(store, error));
    },
  };
}

/** The part of a strip that another plan leaves as it is: that before the last phase's start. */
function keptStrip({ session, strip }: OnStage, before: OnStage | undefined): Strip {
  const start = session.trace.phases.at(-1)?.start ?? 0;
  const same = session.number === before?.session.number;
  return same ? strip.filter((point) => point.at <= start && start > 0) : [];
}

/**
 * Keeps frame, outlook and survival strip in step with the playhead; returns a function that ends
 * this. `shown` is the trace: an answer about another one is dropped, since the present one has its
 * own question under way.
 */
export function follow(
  store: StageStore,
  engine: StageEngine,
  spawn: () => StageEngine,
  shown: Latest,
): () => void {
  const { look, seek, scan } = asking(store, engine, spawn);
  const seekSoon = perFrame(seek);
  const lookAtRest = atRest(look);
  /**
   * Computations ahead of the playhead wait until the stage is shown: other views have the
   * processor till then.
   */
  let owed: (() => void) | undefined;
  const unsubscribe = store.subscribe((state, before) => {
    const { onStage } = state;
    if (state.inSight && owed) {
      const ahead = owed;
      owed = undefined;
      ahead();
    }
    if (!onStage) return;
    const { session, at } = onStage;
    const replanned = session.trace !== before.onStage?.session.trace;
    if (!replanned && at === before.onStage?.at) return;
    const signal = replanned ? shown.begin() : shown.current;
    seekSoon(signal, at);
    if (!replanned) return lookAtRest(signal, at);
    const strip = keptStrip(onStage, before.onStage);
    const ahead = () => {
      if (signal.aborted) return;
      look(signal, store.getState().onStage?.at ?? at);
      scan(session, strip, signal);
    };
    if (state.inSight) ahead();
    else owed = ahead;
  });
  return () => {
    shown.dispose();
    unsubscribe();
  };
}
