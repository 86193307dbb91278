// The heap engine's library with its log calls compiled to nothing (REWIND, section 5): words are
// stored where they belong and that is all. Nothing can be undone, and nothing is promised.
#ifndef AFTERIMAGE_SCHEME_SHARED_UNLOGGED_HEAP_MEMORY_H_
#define AFTERIMAGE_SCHEME_SHARED_UNLOGGED_HEAP_MEMORY_H_

#include "scheme/shared/heap/library.h"

namespace afterimage::unlogged {

using heap::Address;

// The kind of stores: past the cache, and fenced at a commit, so that complete ones are durable; or
// ordinary ones, as into DRAM.
enum class Stores : uint8_t { kPastCache, kOrdinary };

class Memory final : public heap::Library {
 public:
  Memory(const EngineContext& context, heap::PersistentHeap& heap, Stores stores);

  uint64_t bytes() const override { return 0; }
  uint64_t capacity() const override { return 0; }
  void Format() override {}
  void Open(Address) override {}
  void Start() override {}
  void Stop(Thread&) override {}
  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t updates, uint32_t frees) override;
  Task<void> Set(Thread& thread, Transaction& txn, Address address, uint64_t word,
                 Where where) override;
  uint64_t LoadWord(Address address) const override { return nvm_.LoadWord(address); }
  void Load(Address address, uint8_t* out, uint32_t size) const override {
    nvm_.Load(address, out, size);
  }
  void Return(Transaction& txn, Address block) override;
  Task<void> Fill(Thread& thread, Address address, const void* bytes, uint32_t size,
                  Where where) override;
  Task<void> Free(Thread& thread, Transaction& txn, Address block) override;
  Task<void> Commit(Thread& thread, Transaction& txn) override;
  // Leaves everything that has been stored.
  Task<void> RollBack(Thread& thread, Transaction& txn) override;
  bool undoes() const override { return false; }
  Task<void> OnCheckpoint(Thread& thread) override;
  Task<bool> Recover(Thread& thread, RecoveryReport* report) override;
  void AddTo(EngineCounters*) const override {}
  void Describe(Inspector&) const override {}
  void Check(StructureCheck&) const override {}

 private:
  // The blocks that a transaction frees at its end: others may still be on their way to them.
  struct Freed {
    ArenaVector<Address> blocks;
    Freed* next_free = nullptr;
    explicit Freed(Arena& arena) : blocks(ArenaAllocator<Address>(arena)) {}
  };
  void Took(Transaction&, Address) override {}
  Task<void> Store(Thread& thread, Address address, const void* bytes, uint32_t size,
                   const Where& where);
  Task<void> End(Thread& thread, Transaction& txn);
  Task<void> FreeAll(Thread& thread, Freed& freed);

  Arena& arena_;
  Nvm& nvm_;
  Stores stores_;
  Freed* free_ = nullptr;
};

}  // namespace afterimage::unlogged

#endif  // AFTERIMAGE_SCHEME_SHARED_UNLOGGED_HEAP_MEMORY_H_
