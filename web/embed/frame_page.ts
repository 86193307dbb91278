// A frame is a guest: it leaves the history, the address and the windows of the page around it
// alone.

/**
 * Keeps this frame's moves out of the history that it has in common with the page around it, where
 * Back would otherwise step in the lecture. The part of the frame's own address before `#` stays.
 */
export function keepHistory(): void {
  const { history, location } = window;
  const replace = history.replaceState.bind(history);
  const { search } = location;
  const write: History['pushState'] = (data, unused, url) => {
    const next = new URL(url ?? location.href, location.href);
    next.search = search;
    replace(data, unused, next.href);
  };
  history.pushState = write;
  history.replaceState = write;
}

/**
 * Opens a link's target in a new window, as the whole site; the window cannot reach back into this
 * one.
 */
export function leadOutside(): void {
  document.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href]');
      // A link that saves a file opens no window.
      if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return;
      event.preventDefault();
      const url = new URL(link.href);
      url.pathname = url.pathname.replace(/[^/]*\.html$/, '');
      if (url.pathname === folderHere() && url.origin === window.location.origin) url.search = '';
      window.open(url.href, '_blank', 'noopener,noreferrer');
    },
    true,
  );
}

const folderHere = () => window.location.pathname.replace(/[^/]*$/, '');

/** Goes to a link's target, as if the reader had typed it into the address. */
export function goToLink(link: string): void {
  window.history.replaceState(null, '', `#${link.replace(/^#/, '')}`);
  window.dispatchEvent(new PopStateEvent('popstate'));
}
