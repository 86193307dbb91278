// Reads the exported functions out of engine-wasm/api/c_api.h: the linker's export list and the
// TypeScript declarations both come from here, so neither can drift from the header.

/**
 * @typedef {{name: string, result: string, params: {name: string, type: string}[], note: string}}
 * CFunction
 */

const kTypes = /** @type {Record<string, string>} */ ({
  void: 'void',
  ai_status: 'number',
  int32_t: 'number',
  uint32_t: 'number',
  float: 'number',
  double: 'number',
  int64_t: 'bigint',
  uint64_t: 'bigint',
});

/** @param {string} type as written in C @param {string} where */
function typescriptType(type, where) {
  if (type.includes('*')) return 'Pointer';
  const mapped = kTypes[type];
  if (!mapped) throw new Error(`c_api.h: no TypeScript type for '${type}' in ${where}`);
  return mapped;
}

/**
 * @param {string} header
 * @returns {CFunction[]}
 */
export function parseHeader(header) {
  const pattern = /((?:^\/\/.*\n)*)^AI_EXPORT\s+([\w\s*]+?)\s*\b(\w+)\s*\(([^)]*)\)\s*;/gm;
  const functions = [...header.matchAll(pattern)].map((match) => {
    const [, note = '', result = '', name = '', list = ''] = match;
    const params = list.trim() === 'void' || list.trim() === '' ? [] : list.split(',');
    return {
      name,
      result: typescriptType(result.replace(/\bconst\b/g, '').trim(), name),
      params: params.map((param) => {
        const parts = /^(.*?)(\w+)$/s.exec(param.trim());
        const type = (parts?.[1] ?? '').replace(/\bconst\b/g, '').trim();
        return { name: parts?.[2] ?? '', type: typescriptType(type, name) };
      }),
      note: note.replace(/^\/\/ ?/gm, '').trim(),
    };
  });
  const declared = header.match(/^AI_EXPORT\b/gm)?.length ?? 0;
  if (declared !== functions.length || declared === 0) {
    throw new Error(`c_api.h: ${declared} exports declared, ${functions.length} understood`);
  }
  return functions;
}

/** @param {readonly CFunction[]} functions */
export function declarations(functions) {
  const members = functions.map(({ name, result, params, note }) => {
    const list = params.map((param) => `${param.name}: ${param.type}`).join(', ');
    const comment = note ? `  /**\n${note.replace(/^/gm, '   * ')}\n   */\n` : '';
    return `${comment}  _${name}(${list}): ${result};`;
  });
  return `// Made from engine-wasm/api/c_api.h by web/scripts/build_engine.mjs.

/** An address in linear memory. */
export type Pointer = number;

export interface EngineModule {
  /** A view on linear memory; growth detaches it, so take it anew after each call. */
  readonly HEAPU8: Uint8Array;
  readonly wasmMemory: WebAssembly.Memory;
${members.join('\n')}
}

export interface EngineOptions {
  /** The module's bytes, where the caller has them (Node). */
  wasmBinary?: ArrayBuffer | Uint8Array;
  /** Makes the instance, where the caller has a module that is compiled already. */
  instantiateWasm?(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): object;
  locateFile?(name: string): string;
}

export default function createEngine(options?: EngineOptions): Promise<EngineModule>;
`;
}
