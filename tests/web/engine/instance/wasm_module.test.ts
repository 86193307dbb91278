import { describe, expect, it } from 'vitest';
import { type CreateEngine, WasmModule } from '../../../../web/engine/instance/wasm_module';
import { EngineTrap } from '../../../../web/engine/protocol/errors';
import { emptyModule } from '../../support/load_engine';

type Api = Awaited<ReturnType<CreateEngine>>;

/** A module of which only some functions do something. */
function fake(parts: Partial<Record<keyof Api, unknown>>): Promise<WasmModule> {
  const wasmMemory = new WebAssembly.Memory({ initial: 1, maximum: 4 });
  const api = { wasmMemory, _ai_at: () => 17, ...parts } as unknown as Api;
  return WasmModule.instantiate(async () => api, emptyModule);
}

/** A reply buffer at 1024 that holds `text`, as functions of the API. */
function replying(memory: () => WebAssembly.Memory, text: string | Uint8Array) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return {
    _ai_reply: () => {
      new Uint8Array(memory().buffer).set(bytes, 1024);
      return 1024;
    },
    _ai_reply_size: () => bytes.byteLength,
  };
}

describe('a call', () => {
  it('passes text as UTF-8 and reads the reply as UTF-8', async () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    let received = '';
    const module = await fake({
      wasmMemory: memory,
      _ai_request: () => 64,
      _ai_open: (size: number) => {
        received = new TextDecoder().decode(new Uint8Array(memory.buffer, 64, size));
        return 2;
      },
      ...replying(() => memory, '[{"path":"标题","reason":{"en":"é","zh":"缺"}}]'),
    });
    expect(module.open('{"标题": "日志 😀"}')).toEqual({
      problems: [{ path: '标题', reason: { en: 'é', zh: '缺' } }],
    });
    expect(received).toBe('{"标题": "日志 😀"}');
  });

  it('survives memory that grows under it', async () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 4 });
    const module = await fake({
      wasmMemory: memory,
      _ai_request: () => {
        memory.grow(1);
        return 64;
      },
      _ai_cut: () => {
        memory.grow(1);
        return 2;
      },
      ...replying(() => memory, '{"unit":3,"rule":{"en":"r","zh":"r"}}'),
      _ai_memory_top: () => 70_000,
    });
    const before = module.memory.bind(module);
    expect(module.cut({ survive: 'none' })).toEqual({ unit: 3, rule: { en: 'r', zh: 'r' } });
    expect(before().byteLength).toBe(70_000);
    expect(module.reservedBytes()).toBe(3 * 65_536);
  });

  it('tells what a status means', async () => {
    const statuses = [0, 1, 3];
    const module = await fake({ _ai_advance: () => statuses.shift() });
    expect([0, 0, 0].map(() => module.advance(5, true))).toEqual([
      'reached',
      'phase-ended',
      'buffer-full',
    ]);
  });

  it('reads fates, and whether they are exact', async () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const module = await fake({
      wasmMemory: memory,
      _ai_fates: () => 0,
      ...replying(() => memory, new Uint8Array([2, 0, 1, 1])),
    });
    expect(module.fates(9)).toEqual({ fates: ['always', 'never', 'sometimes'], exact: true });
  });

  it('refused for its arguments throws, whatever the reply buffer still holds', async () => {
    const module = await fake({ _ai_bytes: () => 2 });
    expect(() => module.bytes(9, 0, 8)).toThrow(RangeError);
  });

  it('has no verdict before the phase has ended', async () => {
    const module = await fake({ _ai_verdict: () => 2 });
    expect(module.verdict()).toBeUndefined();
  });
});

describe('a trap', () => {
  it.each([
    ['of WebAssembly itself', new WebAssembly.RuntimeError('unreachable')],
    ['of a check in the engine', Object.assign(new Error('log.cc:12: x'), { name: 'EnginePanic' })],
  ])('%s becomes an EngineTrap with its position', async (_, cause) => {
    const module = await fake({
      _ai_inspect: () => {
        throw cause;
      },
    });
    const trap = (() => {
      try {
        return module.inspect();
      } catch (error) {
        return error;
      }
    })();
    expect(trap).toBeInstanceOf(EngineTrap);
    expect(trap).toMatchObject({ name: 'EngineTrap', at: 17, message: cause.message });
  });

  it('after which not even the position can be read stands at 0', async () => {
    const die = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const module = await fake({ _ai_at: die, _ai_inspect: die });
    expect(() => module.inspect()).toThrow(expect.objectContaining({ at: 0 }));
  });
});
