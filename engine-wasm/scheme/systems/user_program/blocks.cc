#include "scheme/systems/user_program/blocks.h"

#include <algorithm>

namespace afterimage::own {

using heap::kLibraryArea;
using heap::kWord;

namespace {

bool LeadsOn(const Place& place) {
  return std::any_of(place.points.begin(), place.points.end(),
                     [](Points points) { return points != kNoPointer; });
}
Address SlotOf(const Place& place, uint32_t number) {
  return kLibraryArea + (place.offset + number * place.stride) * kWord;
}

}  // namespace

// The state of a walk over pointers: the blocks that it has reached, and those that it has still to
// look into.
struct Blocks::Walk {
  ArenaVector<bool> reached;
  ArenaVector<Block> open;
};

Blocks::Blocks(Arena& arena, Nvm& nvm, const Program& program)
    : arena_(arena),
      nvm_(nvm),
      program_(program),
      first_(ArenaAllocator<uint32_t>(arena)),
      lines_(ArenaAllocator<int32_t>(arena)) {
  uint32_t blocks = 0;
  for (const Place& place : program.places) {
    first_.push_back(blocks);
    if (place.heap) blocks += place.count;
  }
  lines_.resize(blocks, 0);
}

void Blocks::Forget() {
  std::fill(lines_.begin(), lines_.end(), kFound);
  known_ = false;
}

Blocks::Block Blocks::At(uint64_t address) const {
  if (lines_.empty() || address < kLibraryArea) return {};
  const uint64_t word = (address - kLibraryArea) / kWord;
  for (const Place& place : program_.places) {
    if (!place.heap || word < place.offset || word - place.offset >= place.count * place.stride)
      continue;
    const auto number = static_cast<uint32_t>((word - place.offset) / place.stride);
    const uint64_t start = kLibraryArea + (place.offset + number * place.stride) * kWord;
    return {&place, number, address == start};
  }
  return {};
}

uint32_t Blocks::CountFree(const Place& heap) const {
  uint32_t free = 0;
  for (uint32_t i = 0; i < heap.count; ++i) free += InUse({&heap, i, true}) ? 0 : 1;
  return free;
}

Address Blocks::Take(const Place& heap, uint32_t line) {
  for (uint32_t i = 0; i < heap.count; ++i) {
    if (InUse({&heap, i, true})) continue;
    lines_[NumberOf({&heap, i, true})] = static_cast<int32_t>(line);
    return SlotOf(heap, i);
  }
  return 0;
}

void Blocks::Free(const Block& block, uint32_t line) {
  lines_[NumberOf(block)] = -static_cast<int32_t>(line);
}

// --- What pointers lead to -----------------------------------------------------------------------

// Any word may be in the place of a pointer: what is no block of its heap leads nowhere.
void Blocks::Reach(uint64_t pointer, Points heap, Walk* walk) const {
  const Block block = At(pointer);
  if (!block.start || block.heap != &program_.places[static_cast<size_t>(heap)]) return;
  if (walk->reached[NumberOf(block)]) return;
  walk->reached[NumberOf(block)] = true;
  walk->open.push_back(block);
}

void Blocks::ReachSlot(const Place& place, Address slot, Walk* walk) const {
  for (uint32_t i = 0; i < place.slot_words(); ++i) {
    const Points points = place.PointsOf(i);
    if (points != kNoPointer) Reach(nvm_.LoadWord(slot + i * kWord), points, walk);
  }
}

void Blocks::ReachRoots(Walk* walk) const {
  for (const Place& place : program_.places) {
    if (place.dram || place.heap || !LeadsOn(place)) continue;
    for (uint32_t i = 0; i < place.count; ++i) ReachSlot(place, SlotOf(place, i), walk);
  }
}

Task<void> Blocks::FindUsed(Thread& thread) {
  Walk walk = {ArenaVector<bool>(lines_.size(), false, ArenaAllocator<bool>(arena_)),
               ArenaVector<Block>(ArenaAllocator<Block>(arena_))};
  for (const Place& place : program_.places) {
    if (place.dram || place.heap || !LeadsOn(place)) continue;
    nvm_.ChargeLoad(thread, Category::kLogWork, SlotOf(place, 0),
                    uint64_t{place.count} * place.stride * kWord);
  }
  ReachRoots(&walk);
  while (!walk.open.empty()) {
    const Block block = walk.open.back();
    walk.open.pop_back();
    const Address start = SlotOf(*block.heap, block.number);
    nvm_.ChargeLoad(thread, Category::kLogWork, start, block.heap->stride * kWord);
    ReachSlot(*block.heap, start, &walk);
  }
  co_await nvm_.AwaitReads(thread);
  for (size_t i = 0; i < lines_.size(); ++i) lines_[i] = walk.reached[i] ? kFound : 0;
  known_ = true;
}

Blocks::Leak Blocks::FindLeak(const ArenaVector<uint64_t>& dram,
                              const ArenaVector<bool>& set) const {
  if (lines_.empty()) return {};
  Walk walk = {ArenaVector<bool>(lines_.size(), false, ArenaAllocator<bool>(arena_)),
               ArenaVector<Block>(ArenaAllocator<Block>(arena_))};
  ReachRoots(&walk);
  for (const Place& place : program_.places) {
    for (uint32_t word = 0; place.dram && word < place.count * place.stride; ++word) {
      const Points points = place.PointsOf(word % place.stride);
      if (points != kNoPointer && set[place.offset + word])
        Reach(dram[place.offset + word], points, &walk);
    }
  }
  while (!walk.open.empty()) {
    const Block block = walk.open.back();
    walk.open.pop_back();
    ReachSlot(*block.heap, SlotOf(*block.heap, block.number), &walk);
  }
  for (const Place& place : program_.places) {
    for (uint32_t i = 0; place.heap && i < place.count; ++i) {
      const Block block = {&place, i, true};
      if (InUse(block) && !walk.reached[NumberOf(block)])
        return {&place, static_cast<uint32_t>(LineOf(block))};
    }
  }
  return {};
}

}  // namespace afterimage::own
