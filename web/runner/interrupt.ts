/** Ctrl-C may arrive twice for one press: from the terminal, and from the parent program. */
const SAME_PRESS_MS = 500;

/**
 * A signal that Ctrl-C aborts, so that the results so far can still be printed; a second press ends
 * the program at once. Call `release` at the end: Ctrl-C then has its usual effect again.
 */
export function interruptSignal(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  let first = 0;
  const interrupt = () => {
    const now = performance.now();
    if (controller.signal.aborted && now - first > SAME_PRESS_MS) process.exit(130);
    if (!controller.signal.aborted) first = now;
    controller.abort();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.on(name, interrupt);
  return {
    signal: controller.signal,
    release: () => {
      if (controller.signal.aborted) return; // the same press may still arrive again
      for (const name of signals) process.off(name, interrupt);
    },
  };
}
