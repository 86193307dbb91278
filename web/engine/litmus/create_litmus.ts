import wasmUrl from '../generated/engine_explore.wasm?url';
import type { FailureModelId } from '../protocol/exploration';
import type { LitmusReply } from '../protocol/litmus';
import { LazyWorker, type WorkerPort } from '../worker/lazy_worker';
import { type FileReply, unwrapped } from '../worker/reply';
import { spawnPort } from '../worker/spawn_port';

interface LitmusPort extends WorkerPort {
  litmus(text: string, model: FailureModelId): Promise<FileReply<LitmusReply>>;
}

export interface LitmusService {
  /**
   * Returns all images that a power cut may leave of the program. Rejects with FileRefused, whose
   * problems have lines and columns, and with EngineUnstarted where the engine cannot be loaded.
   */
  ask(text: string, model: FailureModelId): Promise<LitmusReply>;
  dispose(): void;
}

/** Answers in a worker, which starts with the first program. */
export function createLitmusService(): LitmusService {
  const worker = new LazyWorker<LitmusPort>(() =>
    spawnPort<LitmusPort>(
      wasmUrl,
      // The single-file build turns exactly this expression into a worker from a blob.
      () => new Worker(new URL('./litmus.worker.ts', import.meta.url), { type: 'module' }),
    ),
  );
  return {
    ask: async (text, model) => unwrapped(await worker.ask((port) => port.litmus(text, model))),
    dispose: () => worker.end(),
  };
}
