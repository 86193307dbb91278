// The pace of work for a playhead that keeps moving.

type Done = () => void;

/** Calls back when the next picture is drawn; without a page, or where it is hidden, soon. */
const nextFrame = (done: Done): void => {
  if (typeof requestAnimationFrame === 'function' && !document.hidden) requestAnimationFrame(done);
  else setTimeout(done, 0);
};

/**
 * Calls at once, and then at most once for each picture, with the last arguments: a step does not
 * wait, and a drag asks no more often than can be seen.
 */
export function perFrame<A extends unknown[]>(
  work: (...args: A) => void,
  next: (done: Done) => void = nextFrame,
): (...args: A) => void {
  let newest: A | undefined;
  let waits = false;
  const open = () => {
    waits = false;
    if (!newest) return;
    const args = newest;
    newest = undefined;
    run(args);
  };
  const run = (args: A) => {
    waits = true;
    next(open);
    work(...args);
  };
  return (...args) => {
    if (waits) newest = args;
    else run(args);
  };
}

/** The interval within which repeated moves count as dragging. */
const REST_MS = 90;

/** Calls at once after a rest, and otherwise when the moves rest, with the last arguments. */
export function atRest<A extends unknown[]>(
  work: (...args: A) => void,
  rest = REST_MS,
): (...args: A) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest: A | undefined;
  const settled = () => {
    timer = undefined;
    const args = newest;
    newest = undefined;
    if (args) work(...args);
  };
  return (...args) => {
    if (timer === undefined) work(...args);
    else newest = args;
    clearTimeout(timer);
    timer = setTimeout(settled, rest);
  };
}
