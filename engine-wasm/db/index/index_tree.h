// A B+-tree over pages. Its root stays where it is; nodes split and never merge.
//
// Structure changes of one tree come one at a time (a tree latch, as in ARIES/IM), each a system
// transaction that appears in DRAM at one instant. So a walk between two waits sees a consistent
// tree and needs no latches on inner nodes. A walk that must wait for a page notices by a version
// whether the tree has changed meanwhile, and so needs only one frame.
#ifndef AFTERIMAGE_DB_INDEX_INDEX_TREE_H_
#define AFTERIMAGE_DB_INDEX_INDEX_TREE_H_

#include "db/index/index_node.h"
#include "db/pages/page_access.h"

namespace afterimage {

class IndexTree {
 public:
  // The tree whose root is in page `root`. REQUIRES: `pages` outlives it.
  IndexTree(PageAccess& pages, const MachineProfile& machine, PageId root)
      : pages_(pages),
        pool_(pages.pool()),
        root_(root),
        structure_latch_(LatchCostsOf(machine)),
        node_ns_(machine.instructions_ns(Price::kPathIndexNode)) {}

  enum class Outcome : uint8_t { kFound, kMissing, kDamaged };

  // An entry, and the leaf that it was found in, with the leaf's page LSN at that time.
  struct Found {
    IndexEntry entry;
    PageId leaf = 0;
    Lsn lsn = kNoLsn;
  };

  // Finds the value of `key`. kDamaged where a page on the way is.
  Task<Outcome> Find(Thread& thread, Key key, uint64_t* value);
  // Find the entry with the smallest or with the largest key from `from` to `to`, both included.
  Task<Outcome> FindFirst(Thread& thread, Key from, Key to, Found* found);
  Task<Outcome> FindLast(Thread& thread, Key from, Key to, Found* found);
  // The same in two parts. The first decides without a wait, and returns false where it cannot
  // because a page on the way is not in the pool. REQUIRES: the caller is ordered.
  bool TryFind(Thread& thread, Key key, uint64_t* value, Outcome* outcome);
  bool TryFindFirst(Thread& thread, Key from, Key to, Found* found, Outcome* outcome);
  // The second goes on with waits after the first has returned false.
  Task<Outcome> WalkToFind(Thread& thread, Key key, uint64_t* value);
  Task<Outcome> WalkToFirst(Thread& thread, Key from, Key to, Found* found);
  // True if the leaf is in the pool and has not changed since. REQUIRES: the caller is ordered.
  bool Unchanged(const Found& found);
  // True if the leaf still has the entry, and none of the range before it (`descending`: behind
  // it): where LSNs of pages fall, a leaf that was evicted may have its former one again.
  bool StillFirst(const Found& found, Key from, Key to, bool descending);
  // Returns the leaf that `key` belongs to, pinned and latched, and with room for an entry if
  // `room` asks for it: then it may split nodes. Null where a page is damaged or the file is full.
  Task<Frame*> LatchLeaf(Thread& thread, Key key, bool room);
  // Notes that a structure change has been undone: walks under way begin anew.
  void ForgetPlaces() {
    ++version_;
    for (Finger& finger : finger_) finger = Finger();
  }

 private:
  // Splits the highest full node on the way to `key` whose parent has room; `crowded` counts as
  // full. False where LatchLeaf returns null.
  Task<bool> Split(Thread& thread, Key key, PageId crowded);
  Task<bool> SplitNode(Thread& thread, PageId parent, PageId node);
  Task<void> MoveUpperHalf(Thread& thread, Frame* above, Frame* frame, const Allocation& taken);
  Task<bool> SplitRoot(Thread& thread);
  Task<void> MoveBothHalves(Thread& thread, Frame* frame, const Allocation& taken);
  // Returns the leaf that `key` belongs to, without a wait, or null where a page on the way to it
  // is not in the pool. Sets *separator to the key from which on the leaf's entries may be; 0 for
  // the first leaf. REQUIRES: the caller is ordered.
  const Frame* FindLeaf(Thread& thread, Key key, Key* separator);
  const Frame* AtFinger(Thread& thread, Key key);
  // The same for any caller, pinned; null where a page is damaged.
  Task<Frame*> PinLeaf(Thread& thread, Key key, Key* separator);
  // Goes on from a pinned leaf, which it unpins.
  Task<Outcome> FirstFrom(Thread& thread, Frame* leaf, Key from, Key to, Found* found);
  Found FoundAt(const Frame* leaf, const IndexNode& node, uint32_t at) {
    return {node.entry(at), leaf->page, node.page_lsn()};
  }
  IndexNode Node(const Frame* frame) {
    if (const FreshNode fresh = pool_.Fresh(frame)) return IndexNode(pool_.View(frame), fresh);
    return IndexNode(pool_.View(frame), frame->piece);
  }
  // The same, for who looks for keys in it.
  IndexNode NodeToSearch(Frame* frame);
  struct NodeImage;
  // Room for what one structure change logs; there is one at a time.
  NodeImage* Scratch(Thread& thread);

  PageAccess& pages_;
  BufferPool& pool_;
  PageId root_;
  Latch structure_latch_;
  uint64_t version_ = 0;  // counts structure changes
  // The leaf that each thread used last. Scans and inserts stay in one for a while, and a leaf that
  // has a smaller and a larger key is the right one whatever has happened since.
  static constexpr uint32_t kFingers = 32;
  struct Finger {
    PageId page = 0;
    // Its keys were from `from` on and below `end`; a split only takes some away. What is outside
    // needs no look.
    Key from = 0;
    Key end = 0;
  };
  Finger finger_[kFingers];
  Time node_ns_;
  void* scratch_ = nullptr;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_INDEX_INDEX_TREE_H_
