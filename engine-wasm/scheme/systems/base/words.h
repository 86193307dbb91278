// Single words of NVM, by which everything in BaSE's chains becomes reachable, and lost again.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BASE_WORDS_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BASE_WORDS_H_

#include <array>

#include "tier/nvm/nvm.h"

namespace afterimage::base {

// An awaitable that stores aligned words of one line and starts to write them back, at `where`.
// Private: the line is under a latch that the thread holds, or the thread's own.
template <size_t n>
class StoreWords {
 public:
  StoreWords(Thread& thread, Nvm& nvm, Address at, std::array<uint64_t, n> words, Where where,
             Access access)
      : thread_(thread),
        where_(where),
        words_(words),
        stored_(nvm.StoreAndClwb(thread, Category::kLogWork, at, &words_, sizeof words_, access)) {}
  StoreWords(const StoreWords&) = delete;
  StoreWords& operator=(const StoreWords&) = delete;
  bool await_ready() {
    thread_.At(where_);
    return stored_.await_ready();
  }
  void await_suspend(std::coroutine_handle<> handle) { stored_.await_suspend(handle); }
  void await_resume() const {}

 private:
  Thread& thread_;
  Where where_;
  std::array<uint64_t, n> words_;
  Nvm::StoreAndFlushOp stored_;
};

// The same of a single word.
class StoreWord : public StoreWords<1> {
 public:
  StoreWord(Thread& thread, Nvm& nvm, Address at, uint64_t word, Where where, Access access)
      : StoreWords(thread, nvm, at, {word}, where, access) {}
};

// An awaitable that waits until the thread's write-backs are durable, at `where`. Private:
// everything up to the next ordered operation is the thread's own or under a latch that it holds.
inline Nvm::FenceOp Settle(Thread& thread, Nvm& nvm, Where where, Access access = Access::kShared) {
  thread.At(where);
  return nvm.Fence(thread, Category::kLogWork, access);
}

// Stores a word at the line `where.label`, and returns once it is durable, at the line `fence`.
inline Task<void> PersistWord(Thread& thread, Nvm& nvm, Address at, uint64_t word, Where where,
                              uint16_t fence) {
  co_await StoreWord(thread, nvm, at, word, where, Access::kShared);
  co_await Settle(thread, nvm, {fence, where.structure, where.key});
}

}  // namespace afterimage::base

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BASE_WORDS_H_
