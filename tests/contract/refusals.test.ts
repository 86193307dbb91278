import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { NativePointWorker } from '../../web/runner/native_point_worker';
import { projectRoot } from '../../web/runner/node_engine';
import { type LabRunner, labRunner } from '../web/support/lab_runner';

// A file that does not fit is refused in one way, natively and by `lab`: status 2, path and reason.

let lab: LabRunner['lab'];
let file: LabRunner['file'];
let folder: LabRunner['folder'];
beforeAll(async () => {
  ({ lab, file, folder } = await labRunner('refusals'));
});

function native(command: string, name: string) {
  const build = command === 'experiment' ? 'afterimage_fast' : 'afterimage_traced';
  const program = join(projectRoot(), 'build/native', build);
  if (!existsSync(program)) throw new Error(`${program} is not built: run "npm test"`);
  const { status, stdout, stderr } = spawnSync(program, [command, name], { cwd: folder });
  return { code: status, stdout: stdout.toString(), stderr: stderr.toString() };
}

const head = (kind: string) => ({
  format: 1,
  id: 'refused',
  kind,
  title: { en: 'refused' },
  machine: { id: 'setup-a' },
});
const records = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`R${i}`, i]));
const crowded = {
  ...head('scenario'),
  seed: 1,
  scheme: { id: 'aries', params: { heap_pages: 1 } },
  records,
  threads: [['begin T1', 'R0 := 1', 'commit']],
};
const experiment = (params: object, more: object) => ({
  ...head('experiment'),
  scale: 'quick',
  workload: { id: 'tpcb', params: { branches: 1, accounts: 100 } },
  threads: 1,
  transactions: 20000,
  warmup: 0,
  seed: 1,
  schemes: [{ id: 'nv-disk', params, label: { en: 'one' } }],
  chart: { x: 'scheme', y: 'throughput' },
  ...more,
});

it.each(['verify', 'digest', 'summary'])('%s refuses records that do not fit', async (command) => {
  const reason = 'records: the records do not fit the pages; raise heap_pages or page_bytes';
  const name = file('crowded.json', crowded);
  const refused = native(command, name);
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toContain(reason);
  const said = await lab(command === 'verify' ? 'verify' : 'run', name);
  expect([said.code, said.stdout]).toEqual([2, '']);
  expect(said.stderr).toContain(reason);
});

it('refuses a database that does not fit its parameters', async () => {
  const reason = "schemes[0].params: the workload's database does not fit these parameters";
  const name = file('tables.json', experiment({ placement: 'hash' }, { transactions: 10 }));
  for (const ended of [native('experiment', name), await lab('run', name)]) {
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(reason);
  }
});

it('measures a point natively that is incomplete', async () => {
  const worker = new NativePointWorker();
  try {
    await worker.open(JSON.stringify(experiment({ placement: 'btree', spare_pages: 32 }, {})));
    const measured = await worker.run(0, new AbortController().signal);
    expect(measured?.result).toMatchObject({ complete: false, gave_up: true });
  } finally {
    await worker.end();
  }
});

it('says why clients stopped before the last transaction', async () => {
  const name = file('pages.json', experiment({ placement: 'btree', spare_pages: 32 }, {}));
  const { code, stdout, stderr } = await lab('run', name);
  const natively = native('experiment', name);
  expect([code, natively.code]).toEqual([1, 1]);
  expect(natively.stdout).toContain('"complete":false');
  const [point] = JSON.parse(stdout).points;
  expect(point).toMatchObject({ complete: false, gave_up: true });
  expect(stderr).toMatch(
    /stopped before the last transaction: .*no space left; .*more spare pages/,
  );
});
