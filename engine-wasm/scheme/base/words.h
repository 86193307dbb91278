// Single words of NVM, by which everything in BaSE's chains becomes reachable, and lost again.
#ifndef AFTERIMAGE_SCHEME_BASE_WORDS_H_
#define AFTERIMAGE_SCHEME_BASE_WORDS_H_

#include "tier/nvm.h"

namespace afterimage::base {

// Stores an aligned word and starts to write it back, at `where`. Private: its line is under a
// latch that the thread holds, or the thread's own.
inline Task<void> StoreWord(Thread& thread, Nvm& nvm, Address at, uint64_t word, Where where,
                            Access access) {
  thread.At(where);
  co_await nvm.Store(thread, Category::kLogWork, at, &word, sizeof word, access);
  co_await nvm.Clwb(thread, Category::kLogWork, at, sizeof word, access);
}

// To be awaited: until what the thread has written back is durable, at `where`.
inline Nvm::FenceOp Settle(Thread& thread, Nvm& nvm, Where where) {
  thread.At(where);
  return nvm.Fence(thread, Category::kLogWork);
}

// Stores a word at the line `where.label`, and returns once it is durable, at the line `fence`.
inline Task<void> PersistWord(Thread& thread, Nvm& nvm, Address at, uint64_t word, Where where,
                              uint16_t fence) {
  co_await StoreWord(thread, nvm, at, word, where, Access::kShared);
  co_await Settle(thread, nvm, {fence, where.structure, where.key});
}

}  // namespace afterimage::base

#endif  // AFTERIMAGE_SCHEME_BASE_WORDS_H_
