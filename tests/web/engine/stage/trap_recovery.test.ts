import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CreateEngine, WasmModule } from '../../../../web/engine/instance/wasm_module';
import type { Opened } from '../../../../web/engine/protocol';
import { EngineHost } from '../../../../web/engine/stage/engine_host';
import { FrameReader } from '../../../../web/engine/stage/frame_update';
import { projectRoot } from '../../../../web/runner/node_engine';

const generated = join(projectRoot(), 'web/engine', 'generated', 'engine_traced');
const wasm = new WebAssembly.Module(readFileSync(`${generated}.wasm`));
const { default: createEngine } = (await import(`${generated}.mjs`)) as { default: CreateEngine };

/** A host over the real engine; while `armed`, inspecting makes it allocate more than there is. */
function host() {
  const state = { armed: false, made: 0 };
  const create: CreateEngine = async (options) => {
    state.made++;
    const api = await createEngine(options);
    return new Proxy(api, {
      get: (target, name: keyof typeof api) =>
        state.armed && name === '_ai_inspect'
          ? () => target._ai_request(0xffff_fff0)
          : target[name],
    });
  };
  return { state, engine: new EngineHost(() => WasmModule.instantiate(create, wasm)) };
}

describe('a trap in the real WebAssembly', () => {
  it('is answered with its position, and the next call has the same plan in a new instance', async () => {
    const { state, engine } = host();
    const module = await WasmModule.instantiate(createEngine, wasm);
    // The first one of a system that this module contains.
    let events = 0;
    for (let seed = 11; events === 0; seed++) {
      const opened = await engine.open(module.randomScenario(seed));
      if (opened.ok && opened.value.ok) events = (opened.value as Opened).run.events.length;
    }
    await engine.cut(Math.floor(events / 2), { survive: 'random', seed: 5 });
    const at = Math.floor(events / 2) + 3;
    const before = await engine.seek(at, 0);
    state.armed = true;
    const trapped = await engine.seek(at, 0);
    expect(trapped).toMatchObject({ ok: false, trap: { at } });
    if (!trapped.ok) expect(trapped.trap.message).not.toBe('');
    state.armed = false;
    const after = await engine.seek(at, 0);
    const frames = [before, after].map((reply) => reply.ok && new FrameReader().read(reply.value));
    expect(frames[1]).toEqual(frames[0]);
    expect(frames[0]).toMatchObject({ phase: 1, at });
    expect(state.made).toBe(2);
  });
});
