import type { FailureModelId } from '../protocol/exploration';
import type { LitmusReply } from '../protocol/litmus';
import { answer, type FileReply } from '../worker/reply';

/** An engine that answers litmus programs. */
export interface LitmusEngine {
  /** Throws FileRefused where the text is no program. */
  litmus(text: string, model: FailureModelId): LitmusReply;
}

/** Answers litmus programs in a worker. */
export class LitmusHost {
  private engine: Promise<LitmusEngine> | undefined;

  constructor(private readonly instantiate: () => Promise<LitmusEngine>) {}

  litmus(text: string, model: FailureModelId): Promise<FileReply<LitmusReply>> {
    return answer(async () => {
      this.engine ??= this.instantiate();
      return (await this.engine).litmus(text, model);
    });
  }
}
