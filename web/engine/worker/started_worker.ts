import { type Remote, releaseProxy, wrap } from 'comlink';
import { EngineUnstarted } from '../protocol/errors';
import { answeredOrFailed, loadBytes } from './worker_files';

/** The calls that every worker with an engine exposes beside its host. */
interface Loader {
  load(wasm: WebAssembly.Module): void;
}

export interface StartedWorker<Host> {
  readonly remote: Remote<Host>;
  /** The answer; rejects when the worker ends without giving it. */
  unlessFailed<P extends Promise<unknown>>(answer: P): Promise<Awaited<P>>;
  terminate(): void;
}

/**
 * The modules by address: each is fetched and compiled for the first worker and kept for all others
 * and for restarts, with the browser's later optimizations.
 */
const modules = new Map<string, Promise<WebAssembly.Module>>();

/**
 * Starts a worker that exposes a `Host`, and gives it the engine at `wasmUrl`. Rejects with
 * EngineUnstarted where its files cannot be loaded, or the browser makes no worker.
 */
export async function startWorker<Host>(
  wasmUrl: string,
  create: () => Worker,
): Promise<StartedWorker<Host>> {
  const { worker, remote, loader } = await loaded<Host>(wasmUrl, create).catch((error: unknown) => {
    throw new EngineUnstarted(error instanceof Error ? error.message : `${error}`);
  });
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

/** A worker that has its engine. */
async function loaded<Host>(wasmUrl: string, create: () => Worker) {
  const wasm = await kept(wasmUrl);
  const worker = create();
  const remote = wrap<Host>(worker);
  const loader = remote as unknown as Remote<Loader>;
  await answeredOrFailed(loader.load(wasm), worker);
  return { worker, remote, loader };
}

/** Fetches an engine that will be needed soon, while the page does its first work. */
export function fetchAhead(url: string): void {
  kept(url).catch(() => undefined);
}

function kept(url: string): Promise<WebAssembly.Module> {
  const known = modules.get(url);
  if (known) return known;
  const compiled = loadBytes(url).then(WebAssembly.compile);
  modules.set(url, compiled);
  compiled.catch(() => modules.delete(url));
  return compiled;
}
