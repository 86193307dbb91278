/**
 * Allows workers in a frame without an origin, as `sandbox="allow-scripts"` makes one. The browser
 * refuses a worker's script from the site there, and modules from the page's own blobs.
 */
export function makeWorkersWithoutOrigin(): void {
  const { Worker: Own } = window;
  window.Worker = class extends Own {
    constructor(url: string | URL) {
      super(/^(?:blob|data):/.test(`${url}`) ? url : held(url));
    }
  };
}

/**
 * A copy of the site's script that the page holds. A worker is made synchronously, so the script is
 * fetched in the same way.
 */
function held(url: string | URL): string {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.send();
  // A worker's script imports nothing; only a module knows where it came from.
  const script = request.responseText.replaceAll('import.meta.url', JSON.stringify(`${url}`));
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
