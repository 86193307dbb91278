/**
 * Runs pieces of work one after the other, in the order of the requests. One that fails reports to
 * its caller, and does not keep the next from running.
 */
export function inTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
