import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { siteViolations } from '../../../web/scripts/built_site.mjs';

const folder = mkdtempSync(join(tmpdir(), 'afterimage-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('does the check see what a built folder may not contain?', () => {
  writeFileSync(join(folder, 'a.js'), 'const f = new Function("return 1");');
  writeFileSync(join(folder, 'b.css'), '@font-face{src:url(https://fonts.example/x.woff2)}');
  writeFileSync(
    join(folder, 'c.html'),
    '<script src="/main.js"></script><a href="./d.html">fine</a>',
  );
  writeFileSync(join(folder, 'd.js'), 'const wasm = "AGFzbQEAAAA";');
  writeFileSync(
    join(folder, 'e.js'),
    'retrieval(1); x.$eval("p"); const home = "https://example.org";',
  );
  expect(siteViolations(folder).sort()).toEqual([
    'a.js evaluates text as code',
    'b.css loads from another origin',
    'c.html names a file from the root of the server',
    'd.js holds WebAssembly as text: a part of the single-file build',
  ]);
});
