// `npm run build`: the static site in dist/. With --single: one file in dist-single/.
import { join } from 'node:path';
import { ensure } from './bootstrap.mjs';
import { buildEngine } from './build_engine.mjs';
import { main, root, run } from './process.mjs';

await main(async () => {
  await ensure(['emscripten']);
  await buildEngine();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const config = process.argv.includes('--single') ? 'vite.single.config.ts' : 'vite.config.ts';
  return (await run(process.execPath, [vite, 'build', '--config', config])).code;
});
