// The choice of the page that leaves a full page cache: two lists, as in Linux 2.6.32 (mm/swap.c,
// mm/vmscan.c). A page comes in at the new end of the inactive list. One that is used twice there
// moves to the active list. The oldest inactive page leaves; if more pages are active than
// inactive, the oldest active one becomes inactive first. A page that is held, since it is dirty or
// on its way to a disk, is skipped.
#ifndef AFTERIMAGE_TIER_FILES_PAGE_LISTS_H_
#define AFTERIMAGE_TIER_FILES_PAGE_LISTS_H_

#include <cstdint>

#include "base/arena.h"

namespace afterimage {

class PageLists {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  // Lists of pages below `pages`, which are empty.
  PageLists(Arena& arena, uint32_t pages) : nodes_(arena.NewArray<Node>(pages)) {}

  uint32_t size() const { return inactive_.size + active_.size; }
  bool Has(uint32_t page) const { return nodes_[page].in != kNowhere; }
  bool IsActive(uint32_t page) const { return nodes_[page].in == kActive; }
  // Brings the page in, if it is not.
  void Add(uint32_t page) {
    if (!Has(page)) Append(page, kInactive);
  }
  // Notes that the page is used, if it is in.
  void Use(uint32_t page);
  void Hold(uint32_t page, bool held) { nodes_[page].held = held; }
  // Takes out the page that is to leave. Returns kNone where all are held.
  uint32_t TakeOldest();

 private:
  enum In : uint8_t { kNowhere, kInactive, kActive };
  struct Node {
    uint32_t older = kNone;
    uint32_t newer = kNone;
    In in = kNowhere;
    bool used = false;
    bool held = false;
  };
  struct List {
    uint32_t oldest = kNone;
    uint32_t newest = kNone;
    uint32_t size = 0;
  };

  List& ListOf(In in) { return in == kActive ? active_ : inactive_; }
  void Append(uint32_t page, In in);
  void Remove(uint32_t page);
  uint32_t Take(uint32_t page);
  void Move(uint32_t page, In in) {
    Remove(page);
    Append(page, in);
  }
  void Deactivate() {
    const uint32_t page = active_.oldest;
    Move(page, kInactive);
    nodes_[page].used = false;
  }

  Node* nodes_;
  List inactive_;
  List active_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_FILES_PAGE_LISTS_H_
