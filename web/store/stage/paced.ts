// How often something is done for a playhead that moves on and on.

type Done = () => void;

/** Calls back when the next picture is drawn; without a page, or where it is hidden, soon. */
const nextFrame = (done: Done): void => {
  if (typeof requestAnimationFrame === 'function' && !document.hidden) requestAnimationFrame(done);
  else setTimeout(done, 0);
};

/**
 * At once, and then at most once a picture, with what came last: a step waits for nothing, a drag
 * asks no more often than it is seen.
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

/** What moves so often within this time is being dragged. */
const REST_MS = 90;

/** At once after a rest, and else when it rests, with what came last. */
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
