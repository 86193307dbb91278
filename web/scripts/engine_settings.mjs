// How the engine is compiled for the browser. The native build's settings are in
// engine-wasm/CMakeLists.txt.

/** The folders that hold engine sources, lowest layer first. */
export const layers = [
  'base',
  'trace',
  'sim',
  'tier',
  'db',
  'log',
  'scheme',
  'workload',
  'crash',
  'run',
  'api',
];
/**
 * The traced one comes with the first page, so it must be small; the others must be fast: the same
 * with the crash explorer, and the untraced one. `link` is how far the linker goes for speed or
 * size, `last` what the optimizer does to what was linked. `alone`: without the headers that are
 * compiled once for all sources, so that each must include what it uses.
 * @type {Record<'traced' | 'explore' | 'fast', {flags: string[], link: string[],
 *               last?: string[], alone?: boolean}>}
 */
export const flavours = {
  traced: {
    flags: ['-Os', '-DAFTERIMAGE_TRACED=1', '-DAFTERIMAGE_EXPLORER=0', '-DAFTERIMAGE_WHOLE=0'],
    // Further rounds of the linker's optimizer take off a hundredth.
    link: ['-Oz', '-sBINARYEN_EXTRA_PASSES=-Oz,-Oz'],
    // What the linker does last undoes a part of that; functions that are called often get short
    // numbers. Half a hundredth together.
    last: ['--reorder-functions', '-Oz'],
    alone: true,
  },
  explore: { flags: ['-O3', '-DAFTERIMAGE_TRACED=1'], link: ['-O3'] },
  fast: { flags: ['-O3', '-DAFTERIMAGE_TRACED=0'], link: ['-O3'] },
};

/** Those with every system: `traced` is a part of `explore`. */
export const wholeFlavours = /** @type {const} */ (['explore', 'fast']);

const MiB = 1024 * 1024;
export const memory = {
  /** A stepping instance should stay small: its whole memory is copied at every image. */
  initial: Number(process.env.AFTERIMAGE_INITIAL_MEMORY ?? 4 * MiB),
  /**
   * A measured run of a published size may need this much; a stepping one is refused long before.
   */
  maximum: 2048 * MiB,
  stack: 256 * 1024,
};

export const compileFlags = [
  '-std=c++20',
  '-DNDEBUG',
  '-fno-exceptions',
  '-fno-rtti',
  // Floating point must round alike everywhere.
  '-ffp-contract=off',
  '-Wall',
  '-Wextra',
  `-DAFTERIMAGE_MEMORY_BYTES=${memory.maximum}`,
];

/** The stack's setting was renamed. @param {[number, number, number]} version of Emscripten */
export function stackSetting([major, minor, patch]) {
  const renamed = major > 3 || (major === 3 && (minor > 1 || (minor === 1 && patch >= 25)));
  return renamed ? 'STACK_SIZE' : 'TOTAL_STACK';
}

/**
 * @param {keyof typeof flavours} flavour
 * @param {readonly string[]} exports names without the leading underscore
 * @param {[number, number, number]} version of Emscripten
 */
export function linkFlags(flavour, exports, version) {
  const settings = {
    MODULARIZE: 1,
    EXPORT_ES6: 1,
    // Adding `node` breaks ES modules there: Node passes `wasmBinary` instead.
    ENVIRONMENT: 'web,worker',
    ALLOW_MEMORY_GROWTH: 1,
    INITIAL_MEMORY: memory.initial,
    MAXIMUM_MEMORY: memory.maximum,
    [stackSetting(version)]: memory.stack,
    FILESYSTEM: 0,
    ASSERTIONS: 0,
    // Nothing may need 'unsafe-eval'.
    DYNAMIC_EXECUTION: 0,
    MALLOC: 'emmalloc',
    EXPORTED_FUNCTIONS: exports.map((name) => `_${name}`).join(','),
    EXPORTED_RUNTIME_METHODS: 'HEAPU8',
    INCOMING_MODULE_JS_API: 'wasmBinary,locateFile,instantiateWasm',
  };
  return [
    ...flavours[flavour].link,
    '--no-entry',
    ...Object.entries(settings).map(([key, value]) => `-s${key}=${value}`),
  ];
}
