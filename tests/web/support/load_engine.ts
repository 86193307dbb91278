import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EngineModule } from '../../../web/engine/generated/engine_traced.mjs';

const folder = fileURLToPath(new URL('../../../web/engine/generated/', import.meta.url));

/** The bytes of a built engine, as the page fetches them. */
export function wasmBytes(flavour: 'traced' | 'explore' | 'fast'): Uint8Array {
  const path = `${folder}engine_${flavour}.wasm`;
  if (!existsSync(path)) throw new Error('the engine is not built: run "npm run engine" first');
  return new Uint8Array(readFileSync(path));
}

/** An argument for `instantiate`, for those that make their module otherwise. */
export const emptyModule = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));

/** A fresh instance with a memory of its own. */
export async function loadEngine(flavour: 'traced' | 'explore' | 'fast'): Promise<EngineModule> {
  const bytes = wasmBytes(flavour);
  const { default: create } = await import(`${folder}engine_${flavour}.mjs`);
  return create({ wasmBinary: bytes });
}
