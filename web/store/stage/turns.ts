/**
 * Runs pieces of work one after the other, in the order in which they were asked for. One that
 * fails tells whoever asked for it, and keeps the next from nothing.
 */
export function inTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
