import { EngineTrap, Overtaken } from '../engine/errors';
import type { StageEngine } from '../engine/stage_engine';
import { mergePart, type Strip } from '../model/survival';
import type { StageStore } from './stage_store';

/** Errors that a newer request or a new plan explains are not worth showing. */
export function reportTrap(store: StageStore, error: unknown): void {
  if (error instanceof Overtaken || (error instanceof DOMException && error.name === 'AbortError'))
    return;
  if (error instanceof EngineTrap) {
    store.setState({ trap: { at: error.at, message: error.message }, playing: false });
    return;
  }
  throw error;
}

/** Keeps frame, outlook and survival strip in step with the playhead; returns what ends it. */
export function follow(store: StageStore, engine: StageEngine): () => void {
  let scan: AbortController | undefined;

  const seek = (at: number) => {
    engine
      .seek(at)
      .then((frame) => store.setState({ frame }))
      .catch((error) => reportTrap(store, error));
  };
  const look = (at: number) => {
    engine
      .outlook(at)
      .then((outlook) => store.setState({ outlook }))
      .catch((error) => reportTrap(store, error));
  };
  const rescan = (kept: Strip) => {
    scan?.abort();
    scan = new AbortController();
    const { signal } = scan;
    store.setState({ strip: kept });
    engine
      .survival((part) => {
        if (!signal.aborted) store.setState((state) => ({ strip: mergePart(state.strip, part) }));
      }, signal)
      .catch((error) => reportTrap(store, error));
  };

  const unsubscribe = store.subscribe((state, before) => {
    const trace = state.session?.trace;
    if (!trace) return;
    const replanned = trace !== before.session?.trace;
    if (replanned || state.at !== before.at) {
      seek(state.at);
      look(state.at);
    }
    if (replanned) {
      // What is before the last phase's start is the same in every branch that reaches it.
      const start = trace.phases.at(-1)?.start ?? 0;
      const same = state.session?.number === before.session?.number;
      rescan(same ? state.strip.filter((point) => point.at <= start && start > 0) : []);
    }
  });
  return () => {
    scan?.abort();
    unsubscribe();
  };
}
