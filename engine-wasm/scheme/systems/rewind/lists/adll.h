// The atomic doubly-linked list of REWIND (section 3.2): appending and removing take effect at one
// store each, that of toAppend or toRemove; whatever a crash leaves of the rest, recovery repeats
// the one open operation, as often as necessary. Every store goes past the cache and is fenced
// before the next one, which is the effect of the paper's synchronous writes. One operation runs at
// a time: the caller latches. The targets of the nodes belong to the log: records, or buckets of
// them.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LISTS_ADLL_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LISTS_ADLL_H_

#include "scheme/systems/rewind/layout.h"

namespace afterimage::rewind {

// Words of the list's header.
inline constexpr uint32_t kHeadAt = 0, kTailAt = 8, kLastTailAt = 16, kToAppendAt = 24,
                          kToRemoveAt = 32;
inline constexpr uint32_t kListHeaderBytes = 40;
// One more word of the header's line, which is the log's: the LSN of the last CHECKPOINT whose
// flush is complete, 0 for none. It begins with the list, as 0.
inline constexpr uint32_t kFlushedAt = 40;
inline constexpr uint32_t kHeaderLineBytes = 48;
// Words of a node.
inline constexpr uint32_t kNodeNextAt = 0, kNodePriorAt = 8, kElementAt = 16;
inline constexpr uint32_t kNodeBytes = 24;

class AtomicList {
 public:
  // A node's name in the interface: the first word of its element, or the node's own address.
  enum class Naming : uint8_t { kByElement, kByAddress };

  // There are `count` nodes, one every `stride` bytes from the start of the area. A node is a line,
  // and its element begins with the next one.
  AtomicList(Nvm& nvm, const LogSpace& space, uint32_t stride, uint32_t count, Naming naming)
      : nvm_(nvm),
        space_(space),
        first_(space.area),
        stride_(stride),
        count_(count),
        naming_(naming),
        header_(space.headers[0]) {}

  // Opens the list whose header is there.
  void Open(Address header) { header_ = header; }
  Address header() const { return header_; }
  // Return nodes, or 0, also if a mutation has left an invalid word.
  Address head() const { return NodeAt(header_ + kHeadAt); }
  Address tail() const { return NodeAt(header_ + kTailAt); }
  Address Next(Address node) const { return NodeAt(node + kNodeNextAt); }
  Address Prior(Address node) const { return NodeAt(node + kNodePriorAt); }
  static constexpr Address ElementOf(Address node) { return node + kLineBytes; }
  Address NodeNumber(uint32_t i) const { return first_ + i * stride_; }
  // True for a node, in the list or not. Any address will do.
  bool IsNode(uint64_t address) const {
    return address >= first_ && address - first_ < uint64_t{count_} * stride_ &&
           (address - first_) % stride_ == 0;
  }
  uint32_t NumberOf(Address node) const { return (node - first_) / stride_; }
  uint32_t count() const { return count_; }

  // Algorithm 1. The element must be durable; in the list from the store of toAppend on.
  Task<void> Append(Thread& thread, Address node);
  Task<void> Remove(Thread& thread, Address node);
  // Completes what a crash cut short. False where the bytes are no list.
  Task<bool> Recover(Thread& thread);
  // Makes the list at `header`, which is not the open one, an empty one.
  Task<void> Clear(Thread& thread, Address header);
  // True where every node's neighbours agree. Ends on any bytes; `nodes` are those that it read.
  bool WellFormed(uint32_t* nodes) const;
  // Returns the node that is being appended, once its words are stored; 0 if there is none. For the
  // interface.
  Address Fresh() const;

 private:
  Address Word(Address at) const { return static_cast<Address>(nvm_.LoadWord(at)); }
  Address NodeAt(Address at) const {
    const uint64_t word = nvm_.LoadWord(at);
    return IsNode(word) ? static_cast<Address>(word) : 0;
  }
  uint32_t NameOf(Address node) const {
    return naming_ == Naming::kByAddress ? node : Word(ElementOf(node));
  }
  // A store and its fence, which are one line of the listing.
  Task<void> Write(Thread& thread, Where where, Address address, uint64_t word);
  Task<bool> RedoAppend(Thread& thread, uint64_t node);
  Task<bool> RedoRemove(Thread& thread, uint64_t node);

  // A word of the header, as an item for the interface.
  Where HeaderLine(uint16_t label, uint32_t at) const;

  Nvm& nvm_;
  LogSpace space_;
  Address first_;
  uint32_t stride_;
  uint32_t count_;
  Naming naming_;
  Address header_;
  Address fresh_ = 0;
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LISTS_ADLL_H_
