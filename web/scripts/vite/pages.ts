// Pages beside web/index.html that begin with the same scripts: web/main.tsx finds by `data-page`
// which one it is. They are made from the finished index.html, so that there is one entry, whose
// scripts are split only once.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * The pages, by the name of their file: for frames of other pages, course systems, and the phones
 * of a class.
 */
export const FRAME_PAGES = ['embed', 'scorm', 'cmi5', 'join'] as const;

/**
 * The page sends its answers to the address that a course system has put into its link: it may
 * reach other sites than its own.
 */
const REACHING = 'cmi5';

/** The same page under another name: shown in a frame, it has neither icons nor a manifest. */
export function framePage(index: string, name: string): string {
  const marked = index.replace('<html lang="en">', `<html lang="en" data-page="${name}">`);
  if (marked === index) throw new Error('web/index.html must begin with <html lang="en">');
  const policed = name === REACHING ? reaching(marked) : marked;
  return policed
    .replace(/\s*<link rel="(?:icon|apple-touch-icon|manifest)"[^>]*>/g, '')
    .replace(/\s*<meta name="description"[^>]*>/, '');
}

function reaching(page: string): string {
  const wider = page.replace(/(connect-src 'self')(?=[;" ])/, '$1 https: http:');
  if (wider === page) throw new Error("the policy must have connect-src 'self'");
  return wider;
}

/** Builds the pages, and serves them during development. */
export function framePages(): Plugin {
  let folder = '';
  let root = '';
  return {
    name: 'afterimage-frame-pages',
    configResolved({ build, root: web }) {
      folder = build.outDir;
      root = web;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        const name = FRAME_PAGES.find((each) => url.pathname === `/${each}.html`);
        if (!name) return next();
        const index = readFileSync(join(root, 'index.html'), 'utf8');
        server.transformIndexHtml('/index.html', index).then((html) => {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(framePage(html, name));
        }, next);
      });
    },
    writeBundle() {
      const index = readFileSync(join(folder, 'index.html'), 'utf8');
      for (const name of FRAME_PAGES)
        writeFileSync(join(folder, `${name}.html`), framePage(index, name));
    },
  };
}
