// The results of a run in WebAssembly.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../process.mjs';

const ENDED = 1;
const ALL = 0xffffffff;

/** @typedef {import('../../engine/generated/engine_fast.mjs').EngineModule} Engine */

/** A new instance. @param {'fast' | 'explore'} flavour @returns {Promise<Engine>} */
async function instance(flavour) {
  const path = join(root, 'web/engine/generated', `engine_${flavour}`);
  const { default: create } = await import(`${path}.mjs`);
  return create({ wasmBinary: new Uint8Array(readFileSync(`${path}.wasm`)) });
}

/**
 * @param {Engine} engine @param {string} path @param {(size: number) => number} call
 * @param {Uint8Array} before what the request has before the file
 */
function request(engine, path, call, before = new Uint8Array()) {
  const bytes = Buffer.concat([before, readFileSync(path)]);
  const at = engine._ai_request(bytes.length);
  new Uint8Array(engine.wasmMemory.buffer, at, bytes.length).set(bytes);
  return call(bytes.length);
}

/** @param {Engine} engine */
const reply = (engine) =>
  new TextDecoder().decode(
    new Uint8Array(engine.wasmMemory.buffer, engine._ai_reply(), engine._ai_reply_size()),
  );

/** @param {import('./runs.mjs').Run} of @returns {Promise<string>} as `nativeResult` */
export async function wasmResult({ kind, path, point = 0 }) {
  const engine = await instance(kind === 'point' ? 'fast' : 'explore');
  if (kind === 'point') {
    request(engine, path, (size) => engine._ai_experiment_open(size));
    if (engine._ai_point_start(point) !== 0) return reply(engine);
    while (engine._ai_point_advance(ALL) !== ENDED);
    engine._ai_point_result();
  } else if (kind === 'exploration') {
    // An ai_verify_task of c_api.h: every point, to a second power cut.
    const task = new Uint8Array(Uint32Array.of(0, 1, ALL, 0, 0, 1, 0, 0, 0).buffer);
    request(engine, path, (size) => engine._ai_verify_open(size), task);
    while (engine._ai_verify_advance(ALL, 0) !== ENDED);
    engine._ai_verify_report();
  } else {
    request(engine, path, (size) => engine._ai_open(size));
    while (engine._ai_advance(ALL, 0) !== ENDED);
    engine._ai_digest();
  }
  return reply(engine);
}
