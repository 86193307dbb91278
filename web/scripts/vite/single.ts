// The parts that the single-file build needs beside Vite: workers from inside the page, and its
// policy.
import type { Plugin } from 'vite';
import { withSinglePolicy } from './csp.ts';

const worker =
  /new Worker\(\s*new URL\(\s*(['"])(.+?)\1\s*,\s*import\.meta\.url\s*\)\s*(?:,[^)]*)?\)/g;

/** Turns `new Worker(new URL('./x.ts', import.meta.url), ...)` into a worker made from a blob. */
export function inlineWorkers(): Plugin {
  return {
    name: 'afterimage-inline-workers',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('/node_modules/') || !worker.test(code)) return undefined;
      const imports: string[] = [];
      const body = code.replace(worker, (_all, _quote, path: string) => {
        imports.push(`import InlineWorker${imports.length} from '${path}?worker&inline';`);
        return `new InlineWorker${imports.length - 1}()`;
      });
      return { code: `${imports.join('\n')}\n${body}`, map: null };
    },
  };
}

/** Runs after everything is inside the page: names it and adds the policy with its hashes. */
export function singlePage(): Plugin {
  return {
    name: 'afterimage-single-page',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('the single-file build made no page');
        const others = Object.keys(bundle).filter((name) => name !== 'index.html');
        if (others.length > 0) throw new Error(`not inside the single file: ${others.join(', ')}`);
        page.source = withSinglePolicy(String(page.source));
        page.fileName = 'afterimage.html';
      },
    },
  };
}
