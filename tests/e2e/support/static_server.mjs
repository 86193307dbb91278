// The plainest static server there is: files of one folder under one path, no special headers,
// and no idea of WebAssembly's media type.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * `served` fills with the files that were asked for.
 * @param {string} folder
 * @param {string} base path that the folder is under, with a slash at both ends
 * @param {number} [port] 0 for any
 * @param {Record<string, string>} [headers] sent with each file
 * @returns {Promise<{url: string, served: string[], close: () => void}>}
 */
export function serve(folder, base, port = 0, headers = {}) {
  /** @type {string[]} */
  const served = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const inside = path.startsWith(base) ? normalize(`/${path.slice(base.length)}`) : undefined;
    const file = inside && join(folder, inside.endsWith('/') ? `${inside}index.html` : inside);
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end('not found');
      return;
    }
    served.push(file);
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers, 'content-type': type });
    createReadStream(file).pipe(response);
  });
  return new Promise((ready) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      ready({ url: `http://127.0.0.1:${bound}${base}`, served, close });
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder = 'dist', base = '/', port = '4179'] = process.argv.slice(2);
  await serve(folder, base, Number(port));
}
