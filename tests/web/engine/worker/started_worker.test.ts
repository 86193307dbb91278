import { expose } from 'comlink';
import { expect, it, vi } from 'vitest';
import { EngineUnstarted } from '../../../../web/engine/protocol/errors';
import { startWorker } from '../../../../web/engine/worker/started_worker';

const EMPTY = 'data:application/wasm;base64,AGFzbQEAAAA=';
const BROKEN = 'data:application/wasm;base64,AGFzbQ==';

/** A worker whose other end is in this thread, and what it was given. */
function workerHere() {
  const { port1, port2 } = new MessageChannel();
  const loaded: unknown[] = [];
  expose({ load: (wasm: unknown) => void loaded.push(wasm) }, port2 as unknown as Worker);
  const worker = Object.assign(port1, { terminate: () => port1.close() });
  port1.start();
  return { worker: worker as unknown as Worker, loaded };
}

it('is an engine compiled once for all workers, and for those that start later?', async () => {
  const compile = vi.spyOn(WebAssembly, 'compile');
  const given: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    const { worker, loaded } = workerHere();
    const { terminate } = await startWorker(EMPTY, () => worker);
    given.push(...loaded);
    terminate();
  }
  expect(compile).toHaveBeenCalledTimes(1);
  expect(given).toHaveLength(3);
  for (const wasm of given) expect(wasm).toBeInstanceOf(WebAssembly.Module);
});

it('is a module that does not compile a failure to start, and asked for again?', async () => {
  const compile = vi.spyOn(WebAssembly, 'compile').mockClear();
  const create = vi.fn(() => workerHere().worker);
  await expect(startWorker(BROKEN, create)).rejects.toThrow(EngineUnstarted);
  await expect(startWorker(BROKEN, create)).rejects.toThrow(EngineUnstarted);
  expect(compile).toHaveBeenCalledTimes(2);
  expect(create).not.toHaveBeenCalled();
});
