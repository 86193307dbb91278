// A B+-tree over pages. Its root stays where it is; nodes split and never merge.
//
// Structure changes of one tree come one at a time (a tree latch, as in ARIES/IM), each a system
// transaction that appears in DRAM at one instant, so that whoever walks down between two waits sees a
// whole tree and needs no latches on inner nodes.
#ifndef AFTERIMAGE_DB_INDEX_TREE_H_
#define AFTERIMAGE_DB_INDEX_TREE_H_

#include "db/index_node.h"
#include "db/page_access.h"

namespace afterimage {

class IndexTree {
 public:
  IndexTree(PageAccess& pages, const MachineProfile& machine, PageId root)
      : pages_(pages), root_(root), structure_latch_({machine[Price::kAtomic], machine[Price::kLineTransfer]}),
        node_ns_(machine.instructions_ns(Price::kPathIndexNode)) {}

  enum class Outcome : uint8_t { kFound, kMissing, kDamaged };

  // For a caller who is ordered, where every page on the way is here: no wait. kMissing with *absent
  // set: that page must be fixed first.
  struct Walk {
    Outcome outcome = Outcome::kMissing;
    PageId leaf = 0;
    PageId absent = 0;
    bool at_absent = false;
  };
  Walk WalkTo(Thread& thread, Key key);

  Task<Outcome> Find(Thread& thread, Key key, uint64_t* value);
  // The entry with the smallest key from `from` to `to`, or with the largest.
  Task<Outcome> FindFirst(Thread& thread, Key from, Key to, IndexEntry* entry);
  Task<Outcome> FindLast(Thread& thread, Key from, Key to, IndexEntry* entry);
  // The leaf that `key` belongs to, pinned and latched, with room for an entry if `room`. Null where
  // a page is damaged or the file is full.
  Task<Frame*> LatchLeaf(Thread& thread, Key key, bool room);

 private:
  // Splits the highest full node on the way to `key` whose parent has room. False: as LatchLeaf's null.
  Task<bool> Split(Thread& thread, Key key);
  Task<bool> SplitNode(Thread& thread, PageId parent, PageId node);
  Task<bool> SplitRoot(Thread& thread);
  // Brings an absent page. False where it is damaged.
  Task<bool> Bring(Thread& thread, PageId page);
  IndexNode Node(const Frame* frame) { return IndexNode(pages_.pool().View(frame)); }
  struct NodeImage;
  // Room for what one structure change logs; there is one at a time.
  NodeImage* Scratch(Thread& thread);

  PageAccess& pages_;
  PageId root_;
  Latch structure_latch_;
  Time node_ns_;
  void* scratch_ = nullptr;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_INDEX_TREE_H_
