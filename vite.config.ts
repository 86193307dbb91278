import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { contentSecurityPolicy } from './web/scripts/vite/csp.ts';
import { engineBehind } from './web/scripts/vite/engine.ts';
import { firstChunk } from './web/scripts/vite/first_chunk.ts';
import { siteHead } from './web/scripts/vite/head.ts';
import { lectureList } from './web/scripts/vite/lectures.ts';
import { packageList } from './web/scripts/vite/package.ts';
import { framePages } from './web/scripts/vite/pages.ts';

/** Set by `npm start`. */
const compiler = process.env.AFTERIMAGE_COMPILER;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('web'),
  // Relative, so that the folder works under any path.
  base: './',
  publicDir: here('public'),
  envDir: false,
  define: { 'import.meta.env.VITE_SINGLE': 'false' },
  resolve: { alias: { '@scenarios': here('scenarios') } },
  server: { port: 5173, fs: { allow: [here('.')] } },
  worker: { format: 'es' },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy allows no data: fonts or scripts, and the budget counts files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: firstChunk('page', here('web/main.tsx')) },
            { name: firstChunk('stage', here('web/stage/tiers_pane.tsx')) },
          ],
        },
      },
    },
  },
  plugins: [
    react(),
    ...(compiler ? [engineBehind(compiler)] : []),
    lectureList(here('scenarios')),
    siteHead(),
    framePages(),
    // A package has its own lectures.
    packageList([here('web/package_page.tsx'), here('web/cmi5_page.tsx')], (id) =>
      id.includes('/scenarios/lectures/'),
    ),
    contentSecurityPolicy(),
    VitePWA({
      // The page registers it and asks before another release takes over:
      // web/store/page/release.ts.
      registerType: 'prompt',
      injectRegister: false,
      manifest: false,
      workbox: {
        globPatterns: ['**/*.{html,js,mjs,css,wasm,woff2,svg,png,json,webmanifest}'],
        maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
        // Without it the first page is never served from the cache.
        clientsClaim: true,
        cleanupOutdatedCaches: true,
        // No page of the site asks a server: what stands behind ? is read by the page itself.
        ignoreURLParametersMatching: [/./],
        // What is beside the site's own pages, such as the single file, is itself.
        navigateFallback: null,
      },
    }),
  ],
});
