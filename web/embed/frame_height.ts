// How high a frame wants to be: a lecture fills whatever it is given, so the width decides, and
// words that would have to be scrolled.

/** Of a width, what a lecture looks well in. */
export const heightOf = (width: number): number =>
  Math.round(width < 640 ? 760 : Math.min(900, Math.max(560, width * 0.6)));

/** More than that no page wants of a frame. */
const MOST = 1600;

/** What scrolls inside a lecture although there should be room for it. */
const SCROLLED = '.lecture-words, .recap';

const hidden = (): number =>
  [...document.querySelectorAll(SCROLLED)].reduce(
    (most, { scrollHeight, clientHeight }) => Math.max(most, scrollHeight - clientHeight),
    0,
  );

/**
 * Tells the height that is wanted, whenever it is another one; the function that is returned ends
 * that.
 */
export function watchHeight(tell: (height: number) => void): () => void {
  let [width, wanted, told] = [0, 0, 0];
  let frame = 0;
  const look = () => {
    if (window.innerWidth !== width) {
      width = window.innerWidth;
      wanted = heightOf(width);
    }
    // A few pixels are rounding. For one width it only grows: a page that jumps at every question
    // is worse.
    const more = hidden();
    if (more > 4) wanted = Math.min(MOST, Math.max(wanted, window.innerHeight + more));
    if (wanted !== told) tell(wanted);
    told = wanted;
  };
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  const changes = new MutationObserver(soon);
  changes.observe(document.body, { childList: true, subtree: true, characterData: true });
  window.addEventListener('resize', soon);
  look();
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    window.removeEventListener('resize', soon);
  };
}
