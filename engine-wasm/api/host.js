// What the engine asks of its host: one function, for a broken invariant. Linked in by em++,
// whose older versions take no arrow function here.
mergeInto(LibraryManager.library, {
  ai_host_panic: function (text, length) {
    const error = new Error(new TextDecoder().decode(HEAPU8.subarray(text, text + length)));
    error.name = 'EnginePanic';
    throw error;
  },
});
