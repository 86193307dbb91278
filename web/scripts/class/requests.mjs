// The common parts of all requests: their sender, their body, and the replies.
import { isObject } from './question.mjs';

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {import('./limits.mjs').Limits} Limits
 */

/** The reason why a request is refused. */
export class Refused extends Error {
  /** @param {number} status @param {string} reason */
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

/** @param {Request} request */
export const addressOf = (request) => request.socket.remoteAddress ?? '';

/**
 * True if the request comes from this machine itself, and not through another server.
 * @param {Request} request
 */
export const isLocal = (request) =>
  /^(127\.|::1$|::ffff:127\.)/.test(addressOf(request)) && !request.headers['x-forwarded-for'];

/** The key that comes with a request. @param {Request} request */
export const keyOf = (request) =>
  /^Bearer ([\w-]{8,100})$/.exec(String(request.headers.authorization ?? ''))?.[1] ?? '';

/** Only pages of this server may change something. @param {Request} request */
export function checkOrigin(request) {
  const { origin, host } = request.headers;
  if (!/^application\/json\b/.test(String(request.headers['content-type'] ?? '')))
    throw new Refused(415, 'what is sent is JSON');
  if (origin !== undefined && !new RegExp(`^https?://${escaped(host ?? '')}$`).test(origin))
    throw new Refused(403, 'another page does not speak here');
}

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The body of a request as a value. @param {Request} request @param {number} most bytes */
export async function bodyOf(request, most) {
  if (Number(request.headers['content-length'] ?? 0) > most) throw new Refused(413, 'too much');
  /** @type {Buffer[]} */
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > most) throw new Refused(413, 'too much');
    parts.push(part);
  }
  try {
    /** @type {unknown} */
    const value = JSON.parse(Buffer.concat(parts).toString('utf8'));
    if (isObject(value)) return value;
  } catch {
    // The error is reported below.
  }
  throw new Refused(400, 'what is sent is a JSON object');
}

/** @param {Response} response @param {number} status @param {object} value */
export function reply(response, status, value) {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(status >= 400 && { connection: 'close' }),
  });
  response.end(body);
}

/**
 * A connection on which a client receives the room's state.
 * @param {Request} request @param {Response} response @param {Limits} limits
 */
export function openLine(request, response, limits) {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  /** @param {string} text */
  const write = (text) => {
    if (response.writableEnded || response.destroyed) return;
    // A client that does not read is disconnected, and may reconnect.
    if (response.writableLength > limits.backlogBytes) response.destroy();
    else response.write(text);
  };
  write('retry: 1500\n\n');
  const alive = setInterval(() => write(': \n\n'), limits.aliveMs).unref();
  response.on('close', () => clearInterval(alive));
  request.socket.setNoDelay(true);
  return {
    /** @param {object} message */
    send: (message) => write(`data: ${JSON.stringify(message)}\n\n`),
    end: () => void response.end(),
  };
}
