import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CreateEngine, compileEngine, WasmModule } from '../engine/instance/wasm_module';
import { Complaint } from './complaint';

/**
 * The flavours: `traced` is the stage's engine, `explore` the same with the crash explorer, `fast`
 * has no tracing.
 */
export type Flavour = 'traced' | 'explore' | 'fast';

/** The project's folder, set by web/scripts/lab.mjs; tests run in it. */
export function projectRoot(): string {
  return process.env.AFTERIMAGE_ROOT ?? process.cwd();
}

/** The modules, compiled once in a process. */
const compiled = new Map<Flavour, ReturnType<typeof compileEngine>>();

/** Makes a new engine instance in this process. Throws Complaint where the engine is not built. */
export async function loadEngine(flavour: Flavour): Promise<WasmModule> {
  const path = join(projectRoot(), 'web/engine', 'generated', `engine_${flavour}`);
  const module = compiled.get(flavour) ?? compile(`${path}.wasm`);
  compiled.set(flavour, module);
  const glue = pathToFileURL(`${path}.mjs`).href;
  const { default: create } = (await import(/* @vite-ignore */ glue)) as { default: CreateEngine };
  return WasmModule.instantiate(create, await module);
}

/**
 * Makes an instance of the flavour that this process uses already, for what all flavours tell
 * alike: `lab` builds no other one.
 */
export async function loadAnyEngine(): Promise<WasmModule> {
  const [used = 'explore'] = compiled.keys();
  return loadEngine(used);
}

async function compile(path: string) {
  const wasm = await readFile(path).catch(() => {
    throw new Complaint('the engine is not built: run "npm run engine" first', 1);
  });
  return compileEngine(new Uint8Array(wasm));
}
