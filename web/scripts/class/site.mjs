// The built folder, unchanged except for a mark in its pages: a class server has sent them.
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
/** The files that are compressed already. */
const PACKED = ['.png', '.woff2', '.gz'];
/** A copy that outlives the server would find no class behind it. */
const WITHHELD = /^\/(sw\.js|workbox-[^/]*)$/;

const CHARSET = '<meta charset="utf-8" />';

/** @param {Buffer} page */
const marked = (page) =>
  Buffer.from(
    page
      .toString('utf8')
      .replace(CHARSET, `${CHARSET}<meta name="afterimage-class" content="1" />`),
  );

/**
 * Serves the files of a folder. Each is read and compressed once.
 * @param {string} folder
 * @returns {(request: import('node:http').IncomingMessage, response:
 * import('node:http').ServerResponse,
 *            path: string) => Promise<void>}
 */
export function siteServer(folder) {
  /**
   * @type {Map<string, Promise<{plain: Buffer, packed: Buffer | undefined, type: string} |
   * undefined>>}
   */
  const known = new Map();
  /** @param {string} path */
  const load = async (path) => {
    const end = extname(path);
    const read = await readFile(join(folder, path)).catch(() => undefined);
    if (!read) return undefined;
    const plain = end === '.html' ? marked(read) : read;
    const packed = PACKED.includes(end) ? undefined : await promisify(gzip)(plain);
    return { plain, packed, type: TYPES[end] ?? 'application/octet-stream' };
  };
  return async (request, response, path) => {
    // The address for phones is short: it may have to be typed.
    const named = path === '/join' ? '/join.html' : path;
    const inside = normalize(named.endsWith('/') ? `${named}index.html` : named);
    const withheld = WITHHELD.test(inside) || inside.includes('..') || inside.includes('\0');
    let file = withheld ? undefined : known.get(inside);
    if (!file && !withheld) {
      file = load(inside);
      // Missing names are not remembered, since there is no end of them.
      if (await file) known.set(inside, file);
    }
    const found = await file;
    if (!found) return void response.writeHead(404).end('not found');
    const packs = String(request.headers['accept-encoding'] ?? '').includes('gzip');
    const body = packs && found.packed ? found.packed : found.plain;
    response.writeHead(200, {
      'content-type': found.type,
      'content-length': body.length,
      'x-content-type-options': 'nosniff',
      'cache-control': inside.startsWith('/assets/') ? 'max-age=86400' : 'no-cache',
      ...(body === found.packed && { 'content-encoding': 'gzip' }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
