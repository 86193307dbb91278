// Added to the module's JavaScript by em++. No list of exports gives the memory object in all
// versions of Emscripten, and it exists only once the module is instantiated: hence a getter.
Object.defineProperty(Module, 'wasmMemory', { get: () => wasmMemory });
