// `npm start`: installs the npm packages and serves the page by Vite, which builds the engine
// meanwhile (vite/engine.ts), after installing what that needs.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensure } from './bootstrap.mjs';
import { main, root, run } from './process.mjs';

/** A file that exists once the compiler is installed. */
const ready = join(root, 'build/start/compiler');

async function install() {
  await ensure(['emscripten']);
  mkdirSync(dirname(ready), { recursive: true });
  writeFileSync(ready, '');
}

await main(async () => {
  await ensure([]);
  rmSync(ready, { force: true });
  const installing = install().catch((error) => {
    // The signal ends the server, too.
    process.kill(process.pid, 'SIGTERM');
    throw error;
  });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, AFTERIMAGE_COMPILER: ready };
  const [served] = await Promise.all([
    run(process.execPath, [vite, ...process.argv.slice(2)], { env }),
    installing,
  ]);
  return served.code;
});
