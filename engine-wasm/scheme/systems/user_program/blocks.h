// The blocks of a program's heaps that are in use. This is known in DRAM alone, so taking and
// freeing a block stores nothing and needs no log. A power cut destroys that knowledge; once the
// program has recovered, a block is in use if the program's pointers in NVM lead to it, and free if
// they do not: blocks that were taken and not linked yet, or freed and not unlinked, are then right
// by themselves.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_BLOCKS_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_BLOCKS_H_

#include "scheme/contract/scheme.h"
#include "scheme/shared/heap/layout.h"
#include "scheme/systems/user_program/program.h"

namespace afterimage::own {

using heap::Address;

class Blocks {
 public:
  Blocks(Arena& arena, Nvm& nvm, const Program& program);

  // False where the program has no heap.
  bool any() const { return !lines_.empty(); }
  // A power cut has taken what was known. Until FindUsed all blocks count as used, since recovery
  // may link any of them.
  void Forget();
  bool known() const { return known_; }
  // Finds the used blocks by the pointers in NVM, at the cost of reading them. REQUIRES: recovery
  // has ended.
  Task<void> FindUsed(Thread& thread);

  // The block that this address lies in; null where it lies in none.
  struct Block {
    const Place* heap = nullptr;
    uint32_t number = 0;
    bool start = false;
  };
  Block At(uint64_t address) const;
  bool IsStart(uint64_t address) const { return At(address).start; }
  bool InUse(const Block& block) const { return LineOf(block) > 0; }
  // Returns the line at which a free block was freed last; 0 if it has not been.
  uint32_t FreedAt(const Block& block) const {
    return InUse(block) ? 0 : static_cast<uint32_t>(-LineOf(block));
  }
  uint32_t CountFree(const Place& heap) const;
  // Takes the first free block, for a line of the program; returns 0 if there is none.
  Address Take(const Place& heap, uint32_t line);
  void Free(const Block& block, uint32_t line);

  // A block that is in use although nothing leads to it, neither from NVM nor from a variable:
  // `dram` are the words of those, `set` says which of them have a value. Null if there is none.
  struct Leak {
    const Place* heap = nullptr;
    uint32_t line = 0;  // where it was taken
  };
  Leak FindLeak(const ArenaVector<uint64_t>& dram, const ArenaVector<bool>& set) const;

 private:
  // A block that recovery has found in use was taken in no line of this run.
  static constexpr int32_t kFound = 1 << 16;
  struct Walk;

  int32_t LineOf(const Block& block) const { return lines_[NumberOf(block)]; }
  uint32_t NumberOf(const Block& block) const {
    return first_[static_cast<size_t>(block.heap - program_.places.data())] + block.number;
  }
  void Reach(uint64_t pointer, Points heap, Walk* walk) const;
  void ReachSlot(const Place& place, Address slot, Walk* walk) const;
  void ReachRoots(Walk* walk) const;

  Arena& arena_;
  Nvm& nvm_;
  const Program& program_;
  ArenaVector<uint32_t> first_;  // of each place, the number of its first block
  ArenaVector<int32_t> lines_;   // of each block: where it was taken, or -where it was freed
  bool known_ = true;
};

}  // namespace afterimage::own

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_BLOCKS_H_
