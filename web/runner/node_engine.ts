import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CreateEngine, compileEngine, WasmModule } from '../engine/instance/wasm_module';
import { Complaint } from './complaint';

/**
 * Traced: the stage's engine. Explore: the same with the crash explorer. Fast: without a trace of
 * tracing.
 */
export type Flavour = 'traced' | 'explore' | 'fast';

/** The project's folder: web/scripts/lab.mjs tells it, tests run in it. */
export function projectRoot(): string {
  return process.env.AFTERIMAGE_ROOT ?? process.cwd();
}

/** Compiled once a process. */
const compiled = new Map<Flavour, ReturnType<typeof compileEngine>>();

/** A new engine instance in this process. Throws Complaint where the engine is not built. */
export async function loadEngine(flavour: Flavour): Promise<WasmModule> {
  const path = join(projectRoot(), 'web/engine', 'generated', `engine_${flavour}`);
  const module = compiled.get(flavour) ?? compile(`${path}.wasm`);
  compiled.set(flavour, module);
  const glue = pathToFileURL(`${path}.mjs`).href;
  const { default: create } = (await import(/* @vite-ignore */ glue)) as { default: CreateEngine };
  return WasmModule.instantiate(create, await module);
}

async function compile(path: string) {
  const wasm = await readFile(path).catch(() => {
    throw new Complaint('the engine is not built: run "npm run engine" first', 1);
  });
  return compileEngine(new Uint8Array(wasm));
}
