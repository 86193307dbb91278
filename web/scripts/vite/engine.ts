// `npm start` serves the page at once and builds the engine behind it, beginning with the stage's
// flavour. A request for a flavour waits until it is there, and a line at the page's foot shows the
// compiler's progress.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { buildEngine, flavourNames } from '../build_engine.mjs';

type Flavour = (typeof flavourNames)[number];

/** The content of the page's line. */
interface Progress {
  readonly step: 'installing' | 'compiling' | 'failed' | 'ready';
  readonly flavour?: Flavour;
  readonly done?: number;
  readonly of?: number;
}

const NOTE = '/__engine_note.js';
const PROGRESS = '/__engine_progress';
const GENERATED = /\/generated\/engine_(\w+)\.(mjs|wasm)(\?|$)/;

const flavourIn = (path: string): Flavour | undefined =>
  flavourNames.find((name) => name === GENERATED.exec(path)?.[1]);

/** The flavour that a request or a module needs; a request for an address alone need not wait. */
const awaited = (path: string): Flavour | undefined =>
  /[?&]url\b/.test(path) ? undefined : flavourIn(path);

/** Waits until the file exists that shows that the compiler is installed. */
async function installed(file: string): Promise<void> {
  while (!existsSync(file)) await new Promise((done) => setTimeout(done, 500));
}

/** Builds one flavour after the other; each has a promise that ends with it. */
function begun(ready: string, tell: (progress: Progress) => void): Record<Flavour, Promise<void>> {
  let before: Promise<unknown> = installed(ready);
  const entries = flavourNames.map((flavour) => {
    const progress = (done: number, of: number) => tell({ step: 'compiling', flavour, done, of });
    const built = before.then(() => buildEngine({ flavours: [flavour], progress }));
    before = built;
    return [flavour, built] as const;
  });
  tell({ step: 'installing' });
  before.then(
    () => tell({ step: 'ready' }),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
      tell({ step: 'failed' });
    },
  );
  return Object.fromEntries(entries) as Record<Flavour, Promise<void>>;
}

/**
 * The script of the page's line, which asks once a second and disappears when everything is there.
 */
const note = `
const say = {
  en: {
    installing: () => 'The engine’s compiler is being installed…',
    compiling: ({ done, of }) => 'The engine is being compiled: ' + done + ' of ' + of + ' parts.',
    more: ({ done, of }) =>
      'The stage runs. For other views the engine is being compiled: ' +
      done + ' of ' + of + ' parts.',
    failed: () => 'The engine could not be built: the terminal says why.',
  },
  zh: {
    installing: () => '正在安装引擎的编译器……',
    compiling: ({ done, of }) => '正在编译引擎：' + done + ' / ' + of + ' 个部分。',
    more: ({ done, of }) => '舞台已可运行。正在为其他视图编译引擎：' + done + ' / ' + of + ' 个部分。',
    failed: () => '无法构建引擎：原因见终端。',
  },
};
const line = document.createElement('p');
line.setAttribute('role', 'status');
line.style.cssText =
  'position:fixed;inset:auto 0 0;z-index:99;margin:0;padding:.4rem 1rem;' +
  'font:14px sans-serif;color:#fff;background:#333';
async function look() {
  const now = await (await fetch('${PROGRESS}')).json();
  if (now.step === 'ready') return line.remove();
  const words = say[document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'];
  const step = now.flavour && now.flavour !== '${flavourNames[0]}' ? 'more' : now.step;
  const text = words[now.step === 'failed' ? 'failed' : step](now);
  if (line.textContent !== text) line.textContent = text;
  if (!line.isConnected) document.body.append(line);
  if (now.step !== 'failed') setTimeout(look, 1000);
}
look();
`;

/** Builds the engine behind the page, once the compiler is installed, which a file shows. */
export function engineBehind(ready: string): Plugin {
  const generated = fileURLToPath(new URL('../../engine/generated/', import.meta.url));
  let now: Progress = { step: 'installing' };
  let quietUntil = Number.POSITIVE_INFINITY;
  let built: Record<Flavour, Promise<void>> | undefined;
  return {
    name: 'afterimage-engine-behind',
    apply: 'serve',
    enforce: 'pre',
    configureServer({ middlewares }) {
      built = begun(ready, (progress) => {
        now = progress;
        // The watcher reports a file somewhat later.
        if (now.step === 'ready') quietUntil = performance.now() + 3000;
      });
      middlewares.use((request, response, next) => {
        const path = request.url ?? '';
        if (path === PROGRESS || path === NOTE) {
          const type = path === NOTE ? 'text/javascript' : 'application/json';
          response.setHeader('content-type', `${type}; charset=utf-8`);
          response.end(path === NOTE ? note : JSON.stringify(now));
          return;
        }
        const flavour = awaited(path);
        if (!flavour || !built) return next();
        built[flavour].then(() => next(), next);
      });
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { type: 'module', src: NOTE }, injectTo: 'body' },
    ],
    // A page that waits for a flavour gets it; the others need not be reloaded.
    hotUpdate: ({ file }) => (flavourIn(file) && performance.now() < quietUntil ? [] : undefined),
    async load(id) {
      const flavour = awaited(id);
      if (flavour && built) await built[flavour];
      return undefined;
    },
    // The files of the flavours need not exist yet.
    resolveId(id) {
      const [, name, kind] = GENERATED.exec(id) ?? [];
      if (!name || !flavourIn(id)) return undefined;
      const query = id.includes('?') ? id.slice(id.indexOf('?')) : '';
      return `${generated}engine_${name}.${kind}${query}`;
    },
  };
}
