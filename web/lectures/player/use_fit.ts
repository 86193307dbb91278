import { type RefObject, useLayoutEffect } from 'react';

/**
 * The ways in which words make room for themselves, each on top of those before it; the style
 * sheets say how. Where no question is open they cover nothing of the stage.
 */
export const OPEN = 5;
export const BESIDE = 3;

const fits = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement) =>
  scrollHeight <= clientHeight + 1 && scrollWidth <= clientWidth + 1;

/** Lower edge of the words, in pixels: what a row of the stage may lie under. */
const EDGE = 10;

/**
 * Words that are laid over a part of the clients' row are laid over all of it: half a row says
 * nothing. Where they end just below it, they leave the next one alone.
 */
function coverWholeRow(words: HTMLElement, row: DOMRect): void {
  const { top, bottom } = words.getBoundingClientRect();
  const over = bottom - row.bottom;
  if (over < 0 && bottom > row.top + 1) words.style.minHeight = `${row.bottom - top}px`;
  else if (over > 0 && over <= EDGE) words.style.paddingBottom = `${EDGE - over}px`;
}

/**
 * Takes the fewest of these ways with which all of it is in sight, and says how much of the stage
 * that covers.
 */
function fit(words: HTMLElement, most: number): void {
  words.style.minHeight = words.style.paddingBottom = '';
  for (let ways = 0; ways <= most; ways++) {
    words.dataset.fit = String(ways);
    if (fits(words)) break;
  }
  const lecture = words.closest<HTMLElement>('.lecture');
  const [stage, clients] = ['.lecture-stage', '.lecture-stage .band.clients'].map((name) =>
    lecture?.querySelector(name)?.getBoundingClientRect(),
  );
  if (clients) coverWholeRow(words, clients);
  const box = words.getBoundingClientRect();
  // Beside the stage nothing of it can be scrolled out from under the words.
  const across = stage !== undefined && box.width >= stage.width;
  const above = across && box.top < stage.top ? Math.max(0, box.bottom - stage.top) : 0;
  const below = across && box.top >= stage.top ? Math.max(0, stage.bottom - box.top) : 0;
  lecture?.style.setProperty('--covered-above', `${above}px`);
  lecture?.style.setProperty('--covered-below', `${below}px`);
}

/**
 * While a question is open, its sentence and all of its answers are in sight together, in any
 * language and at any size: what does not fit is set smaller, then tighter, then laid over the edge
 * of the stage, which itself stands still. `most`: so many ways may be taken.
 */
export function useFit(words: RefObject<HTMLElement | null>, most: number): void {
  useLayoutEffect(() => {
    const box = words.current;
    const lecture = box?.closest<HTMLElement>('.lecture');
    if (!box || !lecture) return;
    const again = () => fit(box, most);
    again();
    // The stage may make room, too.
    const after = requestAnimationFrame(again);
    // Only what the fit itself does not change is watched: the page's size, the words, and their
    // letters.
    const resized = new ResizeObserver(again);
    resized.observe(lecture);
    const changed = new MutationObserver(again);
    changed.observe(box, { childList: true, characterData: true, subtree: true });
    document.fonts.addEventListener('loadingdone', again);
    return () => {
      cancelAnimationFrame(after);
      box.style.minHeight = box.style.paddingBottom = '';
      resized.disconnect();
      changed.disconnect();
      document.fonts.removeEventListener('loadingdone', again);
      delete box.dataset.fit;
      lecture.style.removeProperty('--covered-above');
      lecture.style.removeProperty('--covered-below');
    };
  }, [words, most]);
}
