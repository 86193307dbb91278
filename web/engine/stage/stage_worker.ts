import { transfer } from 'comlink';
import { exposeHost } from '../instance/expose_host';
import type { OpenProgress } from '../instance/session';
import { StageModule } from '../instance/stage_module';
import type { CreateEngine } from '../instance/wasm_module';
import type { PhaseTrace, Survive } from '../protocol';
import { EngineHost, type Reply } from './engine_host';

/** The calls of the page; the traces' buffers are moved, not copied. */
class WorkerHost extends EngineHost {
  override async open(text: string, onProgress?: OpenProgress) {
    const reply = await super.open(text, onProgress);
    return moved(reply, reply.ok && reply.value.ok ? reply.value.run : undefined);
  }

  override async cut(at: number, survive: Survive) {
    const reply = await super.cut(at, survive);
    return moved(reply, reply.ok && reply.value.ok ? reply.value.recovery : undefined);
  }
}

function moved<T>(reply: Reply<T>, trace: PhaseTrace | undefined): Reply<T> {
  return trace ? transfer(reply, [trace.events.time.buffer]) : reply;
}

/** Makes this worker a stage's, with the engine that `create` makes of its WebAssembly. */
export function exposeStage(create: CreateEngine): void {
  exposeHost(create, StageModule, (instantiate) => new WorkerHost(instantiate));
}
