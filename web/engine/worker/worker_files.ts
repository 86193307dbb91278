// The files that the page needs to start an engine in a worker, whichever engine it is.

/** A worker whose script does not load reports it by an `error` event, and never answers. */
export function answeredOrFailed(answer: Promise<void>, worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => {
      event.preventDefault?.();
      reject(new Error(event.message || 'the engine worker did not start'));
    };
    answer.then(resolve, reject);
  });
}

/** The bytes of a file that the bundler gave an address. */
export async function loadBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  if (url.startsWith('data:')) return decodeDataUrl(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * The single-file build decodes by hand, since a page opened from a file may not fetch everywhere.
 */
function decodeDataUrl(dataUrl: string): Uint8Array<ArrayBuffer> {
  const binary = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
