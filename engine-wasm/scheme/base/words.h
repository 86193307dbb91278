// Single words of NVM, by which everything in BaSE's chains becomes reachable, and lost again.
#ifndef AFTERIMAGE_SCHEME_BASE_WORDS_H_
#define AFTERIMAGE_SCHEME_BASE_WORDS_H_

#include "tier/nvm.h"

namespace afterimage::base {

// To be awaited: stores an aligned word and starts to write it back, at `where`. Private: its line
// is under a latch that the thread holds, or the thread's own.
class StoreWord {
 public:
  StoreWord(Thread& thread, Nvm& nvm, Address at, uint64_t word, Where where, Access access)
      : thread_(thread),
        where_(where),
        word_(word),
        stored_(nvm.StoreAndClwb(thread, Category::kLogWork, at, &word_, sizeof word_, access)) {}
  StoreWord(const StoreWord&) = delete;
  StoreWord& operator=(const StoreWord&) = delete;
  bool await_ready() {
    thread_.At(where_);
    return stored_.await_ready();
  }
  void await_suspend(std::coroutine_handle<> handle) { stored_.await_suspend(handle); }
  void await_resume() const {}

 private:
  Thread& thread_;
  Where where_;
  uint64_t word_;
  Nvm::StoreAndFlushOp stored_;
};

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
