import { createStore, type StoreApi } from 'zustand/vanilla';

export interface ReleaseState {
  /**
   * A newer release of the application is there. The running one goes on until the page is loaded
   * again.
   */
  readonly newer: boolean;
}

export type ReleaseStore = StoreApi<ReleaseState> & {
  /** Loads the page again, as the newer release; the address restores the state. */
  readonly change: () => void;
};

/** The parts of a browser that this needs. */
export interface ReleaseHost {
  readonly worker: ServiceWorkerContainer | undefined;
  readonly reload: () => void;
}

/**
 * Keeps the application for use without a network, and reports when a newer release waits. A
 * running page is never exchanged: its parts are fetched when they are first shown, and those of
 * another release do not fit.
 */
export function watchReleases(script: string, { worker, reload }: ReleaseHost): ReleaseStore {
  const store = createStore<ReleaseState>()(() => ({ newer: false }));
  let waiting: ServiceWorker | undefined;
  let wanted = false;
  const change = () => {
    wanted = true;
    if (waiting) waiting.postMessage({ type: 'SKIP_WAITING' });
    else reload();
  };
  if (!worker) return Object.assign(store, { change });
  const controlled = worker.controller !== null;
  const tell = (registration: ServiceWorkerRegistration) => {
    if (!registration.waiting || !worker.controller) return;
    waiting = registration.waiting;
    store.setState({ newer: true });
  };
  worker.addEventListener('controllerchange', () => {
    // The first visit gets its worker late. Later, a new worker is another release, perhaps taken
    // over by another tab.
    if (wanted) reload();
    else if (controlled) {
      waiting = undefined;
      store.setState({ newer: true });
    }
  });
  worker.register(script).then(
    // Nothing is kept where workers are barred.
    (registration: ServiceWorkerRegistration | undefined) => {
      if (!registration) return;
      tell(registration);
      registration.addEventListener('updatefound', () => {
        const { installing } = registration;
        installing?.addEventListener('statechange', () => tell(registration));
      });
    },
    () => undefined, // then there is no use without a network
  );
  return Object.assign(store, { change });
}
