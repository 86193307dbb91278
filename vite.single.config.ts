import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { singleHead } from './web/scripts/vite/head.ts';
import { lectureList } from './web/scripts/vite/lectures.ts';
import { inlineWorkers, singlePage } from './web/scripts/vite/single.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One HTML file with everything inside, which opens by double click: no server, no network. */
export default defineConfig({
  root: here('web'),
  base: './',
  publicDir: false,
  envDir: false,
  define: { 'import.meta.env.VITE_SINGLE': 'true' },
  resolve: { alias: { '@scenarios': here('scenarios') } },
  // Chromium starts no module worker from a blob in a page opened from a file.
  worker: { format: 'iife' },
  build: {
    outDir: here('dist-single'),
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    modulePreload: { polyfill: false },
  },
  plugins: [
    react(),
    lectureList(here('scenarios')),
    singleHead(here('public/icons/icon.svg')),
    inlineWorkers(),
    viteSingleFile({ removeViteModuleLoader: true }),
    singlePage(),
  ],
});
