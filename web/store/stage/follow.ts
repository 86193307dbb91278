import { EngineTrap, EngineUnstarted, Overtaken } from '../../engine/protocol/errors';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { activeBranch } from '../../model/trace/plan';
import { mergePart, type Strip } from '../../model/trace/survival';
import type { Trace } from '../../model/trace/trace';
import { atRest, perFrame } from './paced';
import type { Session, StageStore } from './stage_state';

/** Errors that a newer request or a new plan explains are not worth showing. */
export function reportTrap(store: StageStore, error: unknown): void {
  if (error instanceof Overtaken || (error instanceof DOMException && error.name === 'AbortError'))
    return;
  if (error instanceof EngineTrap) {
    store.setState({ trap: { at: error.at, message: error.message }, playing: false });
    return;
  }
  // The files are gone, or the browser makes no more workers: who looks is told, and may try again.
  if (error instanceof EngineUnstarted) {
    store.setState({ engine: 'failed', engineError: error.message, playing: false });
    return;
  }
  throw error;
}

/**
 * Fates in the phases before the last one, on an engine of its own: the open session's scan tells
 * only of its last phase. Needed where a scenario or a link brings its power cuts with it.
 */
async function scanEarlier(
  store: StageStore,
  spawn: () => StageEngine,
  session: Session,
  signal: AbortSignal,
): Promise<void> {
  const cuts = activeBranch(session.plan).cuts;
  const known = store.getState().strip;
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
  store.setState((state) => ({ strip: mergePart(state.strip, part) }));
}

/** Keeps frame, outlook and survival strip in step with the playhead; returns what ends it. */
export function follow(
  store: StageStore,
  engine: StageEngine,
  spawn: () => StageEngine,
): () => void {
  let scan: AbortController | undefined;

  // An answer about another trace than the one shown is nobody's: the one shown has its own
  // question under way.
  const seek = perFrame((trace: Trace, at: number) => {
    if (store.getState().session?.trace !== trace) return;
    engine
      .seek(at)
      .then((frame) => store.getState().session?.trace === trace && store.setState({ frame }))
      .catch((error) => reportTrap(store, error));
  });
  const lookNow = (trace: Trace, at: number) => {
    if (store.getState().session?.trace !== trace) return;
    engine
      .outlook(at)
      .then((outlook) => store.getState().session?.trace === trace && store.setState({ outlook }))
      .catch((error) => reportTrap(store, error));
  };
  const look = atRest(lookNow);
  const rescan = (session: Session, kept: Strip) => {
    scan?.abort();
    scan = new AbortController();
    const { signal } = scan;
    store.setState({ strip: kept });
    engine
      .survival((part) => {
        if (!signal.aborted) addPart(store, part);
      }, signal)
      .then(() => scanEarlier(store, spawn, session, signal))
      .catch((error) => reportTrap(store, error));
  };

  /** Looks ahead that wait until the stage is shown: other views have the processor till then. */
  let owed: (() => void) | undefined;
  const unsubscribe = store.subscribe((state, before) => {
    const { session } = state;
    if (state.inSight && owed) {
      const ahead = owed;
      owed = undefined;
      ahead();
    }
    if (!session) return;
    const { trace } = session;
    const replanned = trace !== before.session?.trace;
    if (replanned || state.at !== before.at) {
      seek(trace, state.at);
      if (!replanned) look(trace, state.at);
    }
    if (replanned) {
      // What is before the last phase's start is the same in every branch that reaches it.
      const start = trace.phases.at(-1)?.start ?? 0;
      const same = session.number === before.session?.number;
      const strip = same ? state.strip.filter((point) => point.at <= start && start > 0) : [];
      const ahead = () => {
        if (store.getState().session?.trace !== trace) return;
        lookNow(trace, store.getState().at);
        rescan(session, strip);
      };
      if (state.inSight) ahead();
      else owed = ahead;
    }
  });
  return () => {
    scan?.abort();
    unsubscribe();
  };
}
