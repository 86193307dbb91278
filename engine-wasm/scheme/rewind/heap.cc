#include "scheme/rewind/heap.h"

#include "scheme/rewind/story.h"

namespace afterimage::rewind {

PersistentHeap::PersistentHeap(Arena& arena, Nvm& nvm, const MachineProfile& machine)
    : nvm_(nvm), carving_(LatchCosts{machine[Price::kAtomic], machine[Price::kLineTransfer]}) {
  for (ArenaVector<Address>*& list : free_)
    list = arena.New<ArenaVector<Address>>(ArenaAllocator<Address>(arena));
}

void PersistentHeap::Open(Address from, Address to) {
  from_ = top_ = from;
  to_ = to;
  blocks_ = 0;
  for (ArenaVector<Address>* list : free_) list->clear();
}

Address PersistentHeap::Format(uint32_t lines) {
  if (uint64_t{top_} + lines * kLineBytes > to_) return 0;
  const Address block = top_;
  const uint64_t header = Header(lines, true);
  nvm_.Format(block, &header, sizeof header);
  top_ += lines * kLineBytes;
  ++blocks_;
  return block;
}

// One carver at a time: the header before this one must be durable first, or a scan would end at
// the gap.
Task<Address> PersistentHeap::Take(Thread& thread, uint32_t lines) {
  co_await Ordered(thread);
  ArenaVector<Address>& list = *free_[lines];
  if (!list.empty()) {
    const Address block = list.back();
    list.pop_back();
    co_return block;
  }
  co_await Latch::Acquire(thread, carving_, Category::kLogContention);
  Address block = 0;
  if (uint64_t{top_} + lines * kLineBytes <= to_) {
    block = top_;
    thread.At({kCarveHeader, kHeapStructure, block});
    co_await StoreWord(thread, nvm_, Category::kDataIo, block, Header(lines, false));
    thread.At({kCarveFence, kHeapStructure, block});
    co_await nvm_.Fence(thread, Category::kDataIo);
    co_await Ordered(thread);
    top_ += lines * kLineBytes;
    ++blocks_;
  }
  co_await Latch::Release(thread, carving_);
  co_return block;
}

void PersistentHeap::GiveBack(Address block) { free_[LinesOf(block)]->push_back(block); }

bool PersistentHeap::IsBlock(uint64_t address) const {
  if (address < from_ || address >= to_ || address % kLineBytes != 0) return false;
  const uint64_t header = nvm_.LoadWord(static_cast<Address>(address));
  const uint64_t lines = header & 0xffffffff;
  if (header >> 48 != kBlockMagic || (header >> 32 & 0xffff) > 1) return false;
  return lines > 0 && lines <= kMaxBlockLines && address + lines * kLineBytes <= to_;
}

bool PersistentHeap::Scan(uint64_t* lines_read) {
  const Address from = from_, to = to_;
  Open(from, to);
  while (top_ < to_) {
    ++*lines_read;
    if (nvm_.LoadWord(top_) == 0) return true;
    if (!IsBlock(top_)) return false;
    if (!InUse(top_)) GiveBack(top_);
    top_ += LinesOf(top_) * kLineBytes;
    ++blocks_;
  }
  return true;
}

uint32_t PersistentHeap::CountUsed() const {
  uint32_t used = 0;
  for (Address block = from_; block < top_; block += LinesOf(block) * kLineBytes)
    used += InUse(block) ? 1 : 0;
  return used;
}

}  // namespace afterimage::rewind
