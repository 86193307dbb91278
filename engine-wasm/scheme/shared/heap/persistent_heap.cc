#include "scheme/shared/heap/persistent_heap.h"

#include "scheme/shared/heap/story.h"

namespace afterimage::heap {

PersistentHeap::PersistentHeap(Arena& arena, Nvm& nvm, const MachineProfile& machine,
                               Contents contents)
    : arena_(arena),
      nvm_(nvm),
      carving_(LatchCostsOf(machine)),
      contents_(contents),
      starts_(ArenaAllocator<bool>(arena)) {
  for (ArenaVector<Address>*& list : free_)
    list = arena.New<ArenaVector<Address>>(ArenaAllocator<Address>(arena));
}

void PersistentHeap::Open(Address from, Address to) {
  from_ = top_ = from;
  to_ = to;
  blocks_ = 0;
  starts_.clear();
  for (ArenaVector<Address>* list : free_) list->clear();
}

Address PersistentHeap::Format(uint32_t lines) {
  if (arena_.full() || uint64_t{top_} + lines * kLineBytes > to_) return 0;
  const Address block = top_;
  const uint64_t header = Header(lines, true);
  nvm_.Format(block, &header, sizeof header);
  NoteBlock(block, lines);
  return block;
}

void PersistentHeap::NoteBlock(Address block, uint32_t lines) {
  if constexpr (kTraced) {
    starts_.push_back(true);
    starts_.resize((block - from_) / kLineBytes + lines, false);
  }
  top_ = block + lines * kLineBytes;
  ++blocks_;
}

Where PersistentHeap::PlaceOf(uint16_t label, Address word) const {
  if (word < from_) {
    const uint32_t bytes = contents_.root_item_bytes;
    return {label, contents_.structure, word / bytes * bytes};
  }
  size_t line = (word - from_) / kLineBytes;
  while (line > 0 && line < starts_.size() && !starts_[line]) --line;
  const auto block = static_cast<Address>(from_ + line * kLineBytes);
  return {label, word == block ? uint16_t{kHeapStructure} : contents_.structure, block};
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
    const uint64_t header = Header(lines, false);
    if (contents_.past_cache) {
      co_await StoreWord(thread, nvm_, Category::kDataIo, block, header);
      thread.At({kCarveFence, kHeapStructure, block});
      co_await nvm_.Fence(thread, Category::kDataIo);
    } else {
      co_await nvm_.Store(thread, Category::kDataIo, block, &header, kWord, Access::kShared);
    }
    co_await Ordered(thread);
    NoteBlock(block, lines);
  }
  co_await Latch::Release(thread, carving_);
  co_return block;
}

// A program of the user's may have made anything of the header: such a block is lost to the heap.
void PersistentHeap::GiveBack(Address block) {
  if (IsBlock(block)) free_[LinesOf(block)]->push_back(block);
}

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
    NoteBlock(top_, LinesOf(top_));
  }
  return true;
}

uint32_t PersistentHeap::CountUsed() const {
  uint32_t used = 0;
  for (Address block = from_; block < top_ && IsBlock(block); block += LinesOf(block) * kLineBytes)
    used += InUse(block) ? 1 : 0;
  return used;
}

uint32_t PersistentHeap::CountFree() const {
  size_t free = 0;
  for (const ArenaVector<Address>* list : free_) free += list->size();
  return static_cast<uint32_t>(free);
}

}  // namespace afterimage::heap
