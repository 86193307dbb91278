// The importer of PostgreSQL logs, tested with a server that the suite starts and that writes them.
import { join } from 'node:path';
import { ensure } from '../bootstrap.mjs';
import { buildEngine } from '../build_engine.mjs';
import { root, run } from '../process.mjs';
import { tools } from '../tools.mjs';
import { count, readReport, settled } from './counts.mjs';
import { compiled, packaged, reports } from './suite.mjs';

/** @type {import('./suite.mjs').Suite['action']} */
async function postgres(depth) {
  // A deep run requires the server; the others use it where it exists.
  if (depth === 'deep') await ensure(['postgres']);
  if (depth === 'quick' || !tools.postgres?.found()) {
    process.stdout.write(
      'Left out: no PostgreSQL server is installed, or the run is a quick one.\n',
    );
    return count();
  }
  await compiled(() => buildEngine());
  const path = join(reports, 'postgres.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  const config = join(root, 'tests/postgres/vitest.config.ts');
  const args = [packaged('vitest/vitest.mjs'), 'run', '--config', config, ...reporters];
  const { code } = await run(process.execPath, args);
  return settled(readReport('vitest', path), code === 0);
}

/** @type {import('./suite.mjs').Suite[]} */
export const postgresSuites = [
  {
    name: 'postgres',
    what: 'logs of a server that runs here',
    tools: ['emscripten'],
    budget: 7,
    touched: /^engine-wasm\/|^web\/scripts\/|^tests\/postgres\//,
    action: postgres,
  },
];
