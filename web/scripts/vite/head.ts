// The page's head beside web/index.html: icons, and the manifest that makes it installable.
import { readFileSync } from 'node:fs';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs,
  injectTo: 'head',
});

export function siteHead(): Plugin {
  return {
    name: 'afterimage-site-head',
    transformIndexHtml: () => [
      link({ rel: 'icon', type: 'image/svg+xml', href: './icons/icon.svg' }),
      link({ rel: 'apple-touch-icon', href: './icons/apple_180.png' }),
      link({ rel: 'manifest', href: './manifest.webmanifest' }),
    ],
  };
}

export function singleHead(icon: string): Plugin {
  return {
    name: 'afterimage-single-head',
    transformIndexHtml: () => {
      const data = Buffer.from(readFileSync(icon)).toString('base64');
      return [
        link({ rel: 'icon', type: 'image/svg+xml', href: `data:image/svg+xml;base64,${data}` }),
      ];
    },
  };
}
