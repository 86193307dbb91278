// `npm start`: installs what is missing, builds the engine, serves the app with Vite.
import { join } from 'node:path';
import { ensure } from './bootstrap.mjs';
import { buildEngine } from './build_engine.mjs';
import { main, root, run } from './process.mjs';

await main(async () => {
  await ensure(['emscripten']);
  await buildEngine();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  return (await run(process.execPath, [vite, ...process.argv.slice(2)])).code;
});
