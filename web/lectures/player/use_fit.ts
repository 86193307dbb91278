import { type RefObject, useLayoutEffect } from 'react';

/**
 * The ways in which words make room for themselves, each in addition to those before it; the style
 * sheets implement them. They cover nothing of the stage while no question is open.
 */
export const OPEN = 5;
export const BESIDE = 3;

const fits = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement) =>
  scrollHeight <= clientHeight + 1 && scrollWidth <= clientWidth + 1;

/** The lower edge of the words, in pixels: a row of the stage may lie under them down to here. */
const EDGE = 10;

/**
 * Words that cover a part of the clients' row cover all of it, since half a row says nothing. If
 * they end just below a row, they leave the next one alone.
 */
function coverWholeRow(words: HTMLElement, row: DOMRect): void {
  const { top, bottom } = words.getBoundingClientRect();
  const over = bottom - row.bottom;
  if (over < 0 && bottom > row.top + 1) words.style.minHeight = `${row.bottom - top}px`;
  else if (over > 0 && over <= EDGE) words.style.paddingBottom = `${EDGE - over}px`;
}

/**
 * Takes the fewest of these ways that bring everything into sight, and returns how much of the
 * stage they cover.
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
  // Words beside the stage cover nothing of it that would have to be scrolled.
  const across = stage !== undefined && box.width >= stage.width;
  const above = across && box.top < stage.top ? Math.max(0, box.bottom - stage.top) : 0;
  const below = across && box.top >= stage.top ? Math.max(0, stage.bottom - box.top) : 0;
  lecture?.style.setProperty('--covered-above', `${above}px`);
  lecture?.style.setProperty('--covered-below', `${below}px`);
}

/**
 * Keeps the sentence of an open question and all of its answers in sight together, in any language
 * and at any size. If they do not fit, they are set smaller, then tighter, then laid over the edge
 * of the stage, which itself does not move. `most` limits the number of ways.
 */
export function useFit(words: RefObject<HTMLElement | null>, most: number): void {
  useLayoutEffect(() => {
    const box = words.current;
    const lecture = box?.closest<HTMLElement>('.lecture');
    if (!box || !lecture) return;
    const again = () => fit(box, most);
    again();
    // The stage may change its size, too.
    const after = requestAnimationFrame(again);
    // Only sizes that the fit itself does not change are watched: the page, the words, and their
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
