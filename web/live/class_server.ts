// The class server behind this page, if there is one: it marks the pages that it serves
// (web/scripts/class/site.mjs).
import { type OpenedRoom, readInfo, readRoom, type ServerInfo } from './model/messages';

/** True if a class server has sent this page. Otherwise no server is ever asked. */
export const isServed = (): boolean =>
  document.querySelector('meta[name="afterimage-class"]') !== null;

/** A refusal by the server; `status` is that of HTTP. */
export class ServerRefused extends Error {
  constructor(
    readonly status: number,
    problem: string,
  ) {
    super(problem);
  }
}

/**
 * Sends a request to the server. Throws ServerRefused, or the error of `fetch` without a
 * connection.
 */
export async function post(path: string, value: object, key?: string): Promise<string> {
  const response = await fetch(`./class/rooms${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(value),
  });
  const text = await response.text();
  if (!response.ok) throw new ServerRefused(response.status, text.slice(0, 200));
  return text;
}

/** Opens a room. `key` is the server's own, and is needed on other machines than the server's. */
export async function openRoom(key?: string): Promise<OpenedRoom> {
  const room = readRoom(await post('', {}, key));
  if (!room) throw new ServerRefused(0, 'the server speaks another language');
  return room;
}

/** Fetches the server's description of itself. */
export async function serverInfo(): Promise<ServerInfo> {
  const response = await fetch('./class/info');
  const info = readInfo(await response.text());
  if (!info) throw new ServerRefused(response.status, 'the server speaks another language');
  return info;
}

/** Listens on a connection that is restored after a loss; the returned function ends it. */
export function listen<T>(
  path: string,
  read: (text: string) => T | undefined,
  heard: (message: T) => void,
  onLine: (there: boolean) => void,
): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    source = new EventSource(`./class/rooms${path}`);
    source.addEventListener('open', () => onLine(true));
    source.addEventListener('message', ({ data }) => {
      const message = read(String(data));
      if (message) heard(message);
    });
    source.addEventListener('error', () => {
      onLine(false);
      // A browser gives up if the server has refused, or did not answer at all.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(start, 2000);
    });
  };
  start();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
