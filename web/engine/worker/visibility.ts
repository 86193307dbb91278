/** The visibility of the page: background work waits for it. */
export interface Visibility {
  /** Resolves once the page is visible, at once if it is; rejects when the signal aborts. */
  visible(signal: AbortSignal): Promise<void>;
}

export const pageVisibility: Visibility = {
  visible(signal) {
    if (typeof document === 'undefined' || !document.hidden) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const settle = () => {
        if (document.hidden && !signal.aborted) return;
        document.removeEventListener('visibilitychange', settle);
        signal.removeEventListener('abort', settle);
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      document.addEventListener('visibilitychange', settle);
      signal.addEventListener('abort', settle);
    });
  },
};
