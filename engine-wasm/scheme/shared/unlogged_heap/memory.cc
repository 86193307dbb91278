#include "scheme/shared/unlogged_heap/memory.h"

#include "scheme/shared/unlogged_heap/story.h"

namespace afterimage::unlogged {

Memory::Memory(const EngineContext& context, heap::PersistentHeap& heap, Stores stores)
    : Library(heap), arena_(context.arena), nvm_(context.devices.nvm), stores_(stores) {}

Task<bool> Memory::Reserve(Thread& thread, Transaction&, uint32_t, uint32_t) {
  co_await Ordered(thread);
  co_return true;
}

Task<void> Memory::Store(Thread& thread, Address address, const void* bytes, uint32_t size,
                         const Where& where) {
  thread.At(where);
  if (stores_ == Stores::kPastCache) {
    co_await nvm_.NtStore(thread, Category::kDataIo, address, bytes, size, Access::kShared);
  } else {
    co_await nvm_.Store(thread, Category::kDataIo, address, bytes, size, Access::kShared);
  }
}

Task<void> Memory::Set(Thread& thread, Transaction&, Address address, uint64_t word, Where where) {
  co_await Store(thread, address, &word, sizeof word, where);
}

Task<void> Memory::Fill(Thread& thread, Address address, const void* bytes, uint32_t size,
                        Where where) {
  co_await Store(thread, address, bytes, size, where);
}

void Memory::Return(Transaction&, Address block) { heap_.GiveBack(block); }

Task<void> Memory::Free(Thread& thread, Transaction& txn, Address block) {
  co_await Ordered(thread);
  if (!txn.log) {
    if (!free_) free_ = arena_.New<Freed>(arena_);
    txn.log = free_;
    free_ = free_->next_free;
  }
  static_cast<Freed*>(txn.log)->blocks.push_back(block);
}

Task<void> Memory::End(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  if (txn.log) {
    Freed& freed = *static_cast<Freed*>(txn.log);
    co_await FreeAll(thread, freed);
    freed.next_free = free_;
    free_ = &freed;
    txn.log = nullptr;
  }
  if (stores_ == Stores::kOrdinary) co_return;
  thread.At({kEndFence, 0, 0});
  co_await nvm_.Fence(thread, Category::kDataIo);
}

Task<void> Memory::FreeAll(Thread& thread, Freed& freed) {
  for (const Address block : freed.blocks) {
    const uint64_t header = heap_.HeaderOf(block, false);
    co_await Store(thread, block, &header, sizeof header, {kEndFree, heap::kHeapStructure, block});
  }
  co_await Ordered(thread);
  for (const Address block : freed.blocks) heap_.GiveBack(block);
  freed.blocks.clear();
}

Task<void> Memory::Commit(Thread& thread, Transaction& txn) { co_await End(thread, txn); }

Task<void> Memory::RollBack(Thread& thread, Transaction& txn) {
  co_await Step(thread, {kAbortKeeps, 0, 0});
  co_await End(thread, txn);
}

Task<void> Memory::OnCheckpoint(Thread& thread) { co_await Ordered(thread); }

Task<bool> Memory::Recover(Thread& thread, RecoveryReport*) {
  co_await Ordered(thread);
  co_return true;
}

}  // namespace afterimage::unlogged
