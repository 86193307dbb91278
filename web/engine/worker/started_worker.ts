import { type Remote, releaseProxy, wrap } from 'comlink';
import { answeredOrFailed, loadBytes } from './worker_files';

/** What every worker that holds an engine exposes beside its host. */
interface Loader {
  load(wasm: Uint8Array): void;
}

export interface StartedWorker<Host> {
  readonly remote: Remote<Host>;
  /** The answer; rejects when the worker ends without giving it. */
  unlessFailed<P extends Promise<unknown>>(answer: P): Promise<Awaited<P>>;
  terminate(): void;
}

/** By address: fetched by the first worker, kept for all others and for those that start again. */
const files = new Map<string, Promise<Uint8Array>>();

/**
 * Starts a worker that exposes a `Host`, and gives it the engine at `wasmUrl`. Rejects where its files
 * cannot be loaded.
 */
export async function startWorker<Host>(
  wasmUrl: string,
  create: () => Worker,
): Promise<StartedWorker<Host>> {
  const bytes = await kept(wasmUrl);
  const worker = create();
  const remote = wrap<Host>(worker);
  const loader = remote as unknown as Remote<Loader>;
  await answeredOrFailed(loader.load(bytes), worker);
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = (event) => {
      event.preventDefault?.();
      reject(new Error(event.message || 'the engine worker ended'));
    };
  });
  failed.catch(() => undefined);
  return {
    remote,
    unlessFailed: (answer) => Promise.race([answer, failed]),
    terminate: () => {
      loader[releaseProxy]();
      worker.terminate();
    },
  };
}

/** Fetches an engine that will be wanted soon, beside whatever the page does first. */
export function fetchAhead(url: string): void {
  kept(url).catch(() => undefined);
}

function kept(url: string): Promise<Uint8Array> {
  const known = files.get(url);
  if (known) return known;
  const bytes = loadBytes(url);
  files.set(url, bytes);
  bytes.catch(() => files.delete(url));
  return bytes;
}
