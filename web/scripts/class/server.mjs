// Rooms of classes over HTTP: messages to the server come by POST, messages to clients by
// Server-Sent Events.
import { createServer } from 'node:http';
import { lines, posts } from './calls.mjs';
import { LIMITS } from './limits.mjs';
import { addressOf, bodyOf, checkOrigin, Refused, reply } from './requests.mjs';
import { limitConnections, Rooms } from './rooms.mjs';
import { siteServer } from './site.mjs';

/**
 * @typedef {import('./requests.mjs').Request} Request
 * @typedef {import('./requests.mjs').Response} Response
 * @typedef {import('./limits.mjs').Limits} Limits
 */

/**
 * Answers the calls under `/class/`.
 * @param {Rooms} rooms @param {() => string[]} addresses
 * @param {Request} request @param {Response} response @param {URL} url
 */
async function answerCall(rooms, addresses, request, response, url) {
  rooms.checkRate(addressOf(request));
  const [, , what = '', code = '', verb = ''] = url.pathname.split('/');
  if (request.method === 'GET' && what === 'info')
    return reply(response, 200, { addresses: addresses(), open: rooms.mayOpen(request) });
  if (what !== 'rooms') throw new Refused(404, 'not found');
  if (request.method === 'GET') {
    if (!Object.hasOwn(lines, verb)) throw new Refused(404, 'not found');
    return lines[verb]?.(request, response, rooms.find(code), url);
  }
  if (request.method !== 'POST') throw new Refused(405, 'GET or POST');
  checkOrigin(request);
  if (code === '') {
    await bodyOf(request, rooms.limits.answerBytes);
    const { code: opened, key, ends } = rooms.open(request);
    return reply(response, 200, { code: opened, key, ends });
  }
  const post = Object.hasOwn(posts, verb) ? posts[verb] : undefined;
  if (!post) throw new Refused(404, 'not found');
  return reply(response, 200, await post(request, rooms.find(code)));
}

/**
 * Reports why a request is refused.
 * @param {Request} request
 * @param {Response} response
 * @param {unknown} error
 */
function refuse(request, response, error) {
  const { status, message } =
    error instanceof Refused ? error : new Refused(400, 'this cannot be read');
  if (response.headersSent) response.destroy();
  else reply(response, status, { problem: message });
  // The rest of the request is not read.
  if (!request.complete) response.on('finish', () => request.destroy());
}

/**
 * A class server, not listening yet.
 * @param {{site: string, addresses?: () => string[], limits?: Partial<Limits>, now?: () => number}}
 * options
 */
export function classServer({ site, addresses = () => [], limits: given = {}, now = Date.now }) {
  const limits = { ...LIMITS, ...given };
  const rooms = new Rooms(limits, now);
  const serveSite = siteServer(site);
  const settings = {
    headersTimeout: limits.requestMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(1000, limits.requestMs),
    maxHeaderSize: 8192,
  };
  /** @param {Request} request @param {Response} response */
  const handle = async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.startsWith('/class/'))
      return answerCall(rooms, addresses, request, response, url);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Refused(405, 'GET');
    return serveSite(request, response, decodeURIComponent(url.pathname));
  };
  const server = createServer(settings, (request, response) => {
    handle(request, response).catch((error) => refuse(request, response, error));
  });
  server.maxConnections = limits.connections;
  limitConnections(server, limits.connectionsOfAddress);
  const sweeping = setInterval(() => rooms.sweep(), 60_000).unref();
  server.on('close', () => {
    clearInterval(sweeping);
    rooms.close();
  });
  return { server, key: rooms.key };
}
