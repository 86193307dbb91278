// The content security policy, written into the page itself: the built folder needs no server
// that sends headers.
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

type Policy = Readonly<Record<string, string>>;

const strict: Policy = {
  'default-src': "'self'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  // blob: in a frame without an origin of its own, web/engine/worker/no_origin.ts.
  'worker-src': "'self' blob:",
  'connect-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

// Vite's dev server puts styles and its reload client inline, and talks over a socket.
const dev: Policy = {
  ...strict,
  'script-src': `${strict['script-src']} 'unsafe-inline'`,
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self' ws: wss:",
};

/**
 * The single file contains everything: its own inline parts by hash, data: and blob: for the rest.
 */
const single = (scripts: string, styles: string): Policy => ({
  'default-src': "'none'",
  'script-src': `${scripts} blob: 'wasm-unsafe-eval'`,
  'style-src': styles,
  'worker-src': 'blob:',
  'connect-src': "'none'",
  'img-src': 'data: blob:',
  'font-src': 'data:',
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
});

const charset = '<meta charset="utf-8" />';

function insert(html: string, policy: Policy): string {
  const content = Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${content}" />`;
  // The policy only governs what comes after it.
  if (!html.includes(charset)) throw new Error(`web/index.html must have ${charset}`);
  return html.replace(charset, () => `${charset}\n    ${meta}`);
}

export function contentSecurityPolicy(): Plugin {
  let serving = false;
  return {
    name: 'afterimage-csp',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    transformIndexHtml: { order: 'post', handler: (html) => insert(html, serving ? dev : strict) },
  };
}

/** The hashes of the inline elements of one kind, in the form of the policy. */
function hashes(html: string, element: 'script' | 'style'): string {
  const pattern = new RegExp(`<${element}\\b[^>]*>([\\s\\S]*?)</${element}>`, 'g');
  const found = [...html.matchAll(pattern)].map(([, text = '']) => {
    const digest = createHash('sha256').update(text).digest('base64');
    return `'sha256-${digest}'`;
  });
  return found.join(' ') || "'none'";
}

export function withSinglePolicy(html: string): string {
  return insert(html, single(hashes(html, 'script'), hashes(html, 'style')));
}
