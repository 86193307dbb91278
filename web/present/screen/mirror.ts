// The page as the class sees it, as text: the speaker's window draws it again in small. Whatever
// else in the page is rebuilt, the two cannot differ.
import type { ScreenPicture, SheetSource } from '../messages';

/** The least milliseconds between two pictures: the screen itself goes first. */
const REST = 150;

const sheetOf = (element: Element): SheetSource =>
  element instanceof HTMLLinkElement ? { href: element.href } : { text: element.textContent };

/** The style sheets of this page, in their order. */
export function sheetsOf(page: Document): SheetSource[] {
  return [...page.querySelectorAll('link[rel="stylesheet"], style')].map(sheetOf);
}

/** The scroll positions, by place among all elements of `root`. */
function scrolledIn(root: Element): (readonly [number, number, number])[] {
  return [...root.querySelectorAll('*')].flatMap((element, place) => {
    if (!(element instanceof HTMLElement)) return [];
    const { scrollTop, scrollLeft } = element;
    return scrollTop || scrollLeft ? [[place, scrollTop, scrollLeft] as const] : [];
  });
}

/** The present picture of `root`. */
function pictureOf(root: Element): ScreenPicture {
  const { dataset, lang } = document.documentElement;
  return {
    kind: 'picture',
    html: root.innerHTML,
    language: lang,
    theme: dataset.theme ?? 'auto',
    layout: dataset.layout ?? 'desk',
    width: window.innerWidth,
    height: window.innerHeight,
    scrolled: scrolledIn(root),
    styles: sheetsOf(document),
  };
}

const whenIdle: (work: () => void) => void =
  typeof requestIdleCallback === 'function'
    ? (work) => requestIdleCallback(work, { timeout: 3 * REST })
    : (work) => setTimeout(work, 0);

/**
 * Passes `root` to `show` now and after each change, when the page is otherwise idle, until it is
 * stopped.
 */
export function watchPage(root: Element, show: (picture: ScreenPicture) => void): () => void {
  let due = false;
  let stopped = false;
  const draw = () => {
    due = false;
    if (!stopped) show(pictureOf(root));
  };
  const changed = () => {
    if (due) return;
    due = true;
    setTimeout(() => whenIdle(draw), REST);
  };
  const observer = new MutationObserver(changed);
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(root, all);
  observer.observe(document.documentElement, { attributes: true });
  observer.observe(document.head, { childList: true });
  root.addEventListener('scroll', changed, { capture: true, passive: true });
  window.addEventListener('resize', changed);
  changed();
  return () => {
    stopped = true;
    observer.disconnect();
    root.removeEventListener('scroll', changed, { capture: true });
    window.removeEventListener('resize', changed);
  };
}
