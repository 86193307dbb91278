// The height that a frame asks for. A lecture fills whatever it is given, so the height follows
// from the width, and from words that would have to be scrolled.

/** The height, for this width, at which a lecture looks well. */
export const heightOf = (width: number): number =>
  Math.round(width < 640 ? 760 : Math.min(900, Math.max(560, width * 0.6)));

/** The greatest height that a page should have to give a frame. */
const MOST = 1600;

/** The parts of a lecture that scroll although there should be room for them. */
const SCROLLED = '.lecture-words, .recap';

const hidden = (): number =>
  [...document.querySelectorAll(SCROLLED)].reduce(
    (most, { scrollHeight, clientHeight }) => Math.max(most, scrollHeight - clientHeight),
    0,
  );

/** Reports the wanted height whenever it changes; the returned function stops that. */
export function watchHeight(tell: (height: number) => void): () => void {
  let [width, wanted, told] = [0, 0, 0];
  let frame = 0;
  const look = () => {
    if (window.innerWidth !== width) {
      width = window.innerWidth;
      wanted = heightOf(width);
    }
    // A difference of a few pixels is rounding. For one width the height only grows: a page that
    // jumps at every question is worse.
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
