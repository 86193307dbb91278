// Shows the arrays of a program in the shapes with which they are declared.
//
// A link is a word that leads to a slot of its array. 0 leads nowhere; a number below the number of
// slots is the slot with that number; the address of a slot is that slot; anything else leads
// nowhere. So slot 0 can only be reached by its address. The positions of a ring are numbers that
// may grow for ever: position p is slot p % the number of slots. Each walk ends, whatever the bytes
// are: it visits no slot twice.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_VIEW_DRAWN_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_VIEW_DRAWN_H_

#include <vector>

#include "scheme/shared/heap/persistent_heap.h"
#include "scheme/systems/user_program/blocks.h"
#include "trace/inspector.h"

namespace afterimage::own {

// The structures of the system with those that the program declares behind them. Their names lie in
// the program.
std::vector<StructureInfo> StructuresOf(const Program& program);

// A word's item, for events.
struct ShownAt {
  uint16_t structure = 0;
  uint32_t key = 0;
};
// REQUIRES: the place is the program's and has the word, counted from its own first one.
ShownAt ShownWord(const Program& program, const Place& place, uint32_t word);

class Drawn {
 public:
  Drawn(Nvm& nvm, const heap::PersistentHeap& heap, const Blocks& blocks, const Program& program)
      : nvm_(nvm), heap_(heap), blocks_(blocks), program_(program) {}

  // All declared shapes.
  void Describe(Inspector& inspector) const;
  // The fields of a slot, or of a word; and of a block whether it is free.
  void DescribeFields(Inspector& inspector, const Place& place, uint32_t slot) const;
  // The item that a value leads to, of a word that points there: of structure 0, none.
  ShownAt TargetOf(Points points, uint64_t value) const;
  // Returns whether a slot is empty, both in the caches and on the device.
  bool IsBlank(const Place& place, uint32_t slot) const;
  // Slots that are drawn in no chain, although their array is.
  std::vector<uint32_t> Unchained(const Place& place) const;

 private:
  using Slots = std::vector<uint32_t>;
  enum class Bytes : uint8_t { kNow, kDurable };

  uint64_t Word(heap::Address at, Bytes bytes) const;
  // A block that is not in use, or a blank slot.
  bool IsFree(const Place& place, uint32_t slot) const;
  bool IsZero(const Place& place, uint32_t slot, Bytes bytes) const;
  // Returns the slot that a link leads to; -1 for none.
  int64_t SlotAt(const Place& place, uint64_t link) const;
  // The slots that are led to from a word, each once: by the links as they are now, and behind
  // those by the device's.
  Slots Reached(const Drawing& drawing, heap::Address from) const;
  void Follow(const Drawing& drawing, heap::Address from, Bytes bytes, Slots* slots) const;
  // Slots with something in them that are not among these.
  void AddFilled(const Place& place, Slots* slots) const;
  heap::Address WordOf(const WordName& name) const;
  // The drawing that a word leads into; null: none.
  const Drawing* DrawingFrom(const Place& place, uint32_t field) const;

  void DescribeField(Inspector& inspector, const Place& place, uint32_t slot, uint32_t field) const;
  void DescribeSlot(Inspector& inspector, const Place& place, uint32_t slot, uint32_t key) const;
  void DescribeLinked(Inspector& inspector, const Drawing& drawing) const;
  void DescribeRing(Inspector& inspector, const Drawing& drawing) const;
  void DescribeChains(Inspector& inspector, const Drawing& drawing) const;
  void DescribeTable(Inspector& inspector, const Place& place) const;
  void DescribeBitmap(Inspector& inspector, const Place& place) const;

  Nvm& nvm_;
  const heap::PersistentHeap& heap_;
  const Blocks& blocks_;
  const Program& program_;
};

}  // namespace afterimage::own

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_VIEW_DRAWN_H_
