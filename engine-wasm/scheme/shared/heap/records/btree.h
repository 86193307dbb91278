// A persistent B+-tree of words over the library (REWIND, section 5.2): keys to addresses, nodes in
// blocks of the heap. It is never rebuilt: the tree is in NVM alone.
//
// Every store into a node that something leads to goes through the library, word by word: shifting
// entries logs each word that differs, as in the paper. Undo is physical: a word that a transaction
// has shifted must not be changed by another before the first one's end is durable, or undo would
// bring back words that belong to no one. So a transaction locks the nodes that it changes
// exclusively and the leaves that it reads shared, and holds these locks to its end. Inner nodes
// are read without a lock; a reader waits for one that another transaction is changing.
//
// A change is planned first, on the nodes as they are: which nodes it touches. When they are all
// locked it is computed completely, as new images of those nodes; only then does it reserve room in
// the log and take blocks, so a failure has changed nothing.
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_BTREE_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_BTREE_H_

#include <vector>

#include "db/locks/lock_manager.h"
#include "scheme/shared/heap/library.h"

namespace afterimage::heap {

class BTree {
 public:
  static constexpr uint32_t kLeastFanout = 4, kMostFanout = 40, kMostHeight = 24;

  // Words of a node, from its block's start: level << 32 | entries; the leaf to the right; then
  // entries of a key and what it leads to: a record, or in an inner node the node that has the keys
  // from it on. An inner node's first key stands for all smaller ones, too.
  static constexpr uint32_t kInfoAt = 8, kRightAt = 16, kEntriesAt = 24, kEntryBytes = 2 * kWord;
  static constexpr uint32_t Lines(uint32_t fanout) {
    return (kEntriesAt + fanout * kEntryBytes + kLineBytes - 1) / kLineBytes;
  }

  // The identity of a tree: a word of NVM leads to its root; its nodes are locked by names in a
  // table.
  struct Tree {
    TableId table = 0;
    Address root_word = 0;
    uint32_t number = 0;  // of the table's trees
    uint32_t trees = 0;   // that the table has
  };
  struct PathStep {
    Address node = 0;
    uint32_t slot = 0;  // where the way goes on; in a leaf, of the first key that is not smaller
  };
  struct Path {
    PathStep steps[kMostHeight];
    uint32_t depth = 0;
    const PathStep& leaf() const { return steps[depth - 1]; }
  };
  struct Node {
    enum Is : uint8_t { kOld, kNew, kGone };
    Address at = 0;  // 0: it has no block yet
    Is is = kOld;
    uint32_t level = 0;
    uint32_t count = 0;
    uint64_t right = 0;
    struct Entry {
      Key key = 0;
      uint64_t ref = 0;
    } entries[kMostFanout + 1];
  };
  // An insertion or a deletion as it is computed.
  struct Change {
    static constexpr uint32_t kMostNodes = 2 * kMostHeight;
    Tree tree;
    Path path;
    Node nodes[kMostNodes];  // as they are to be
    uint32_t count = 0;
    Address freed[kMostHeight];
    uint32_t freed_count = 0;
    bool new_root = false;
    bool locked = true;  // false where a mutation leaves the locks out; kept by native builds
    uint64_t root = 0;
    Address record = 0;  // that an insertion leads to; to be set before it is applied
    Change* next_free = nullptr;
  };

  BTree(const EngineContext& context, PersistentHeap& heap, Library& library, LockManager& locks,
        uint32_t fanout);

  uint32_t lines() const { return Lines(fanout_); }
  // The name of a node's lock (or, of the root word, that of the tree) within its table.
  uint64_t LockNumber(const Tree& tree, Address node_or_root_word) const;

  // Nodes for the sorted entries [0, count) before the run, filled as a tree is that has grown by
  // insertions in random order; the root's address, 0 where there is no room. `entry_at` gives the
  // i-th entry.
  template <class F>
  Address Format(uint64_t count, F&& entry_at);
  static uint64_t NodesFor(uint64_t count, uint32_t fanout);

  // Finds the leaf for the key, locks it, and gives the way to it.
  Task<Status> FindLeaf(Thread& thread, Transaction& txn, const Tree& tree, Key key, Path* path);
  // Locks the leaf to the right of a locked one; gives 0 if there is none.
  Task<Status> NextLeaf(Thread& thread, Transaction& txn, const Tree& tree, Address* leaf);
  // The smallest key that may be in the leaf at the end of the path; false where there is no
  // smaller leaf.
  bool LeastKey(const Path& path, Key* key) const;

  // Locks all that an insertion of the key changes, kExists where it is there already; or that its
  // deletion changes, kNotFound where it is not. On kOk `change` is the caller's until GiveBack.
  Task<Status> PlanInsert(Thread& thread, Transaction& txn, const Tree& tree, Key key,
                          Change** change);
  Task<Status> PlanErase(Thread& thread, Transaction& txn, const Tree& tree, Key key,
                         Change** change);
  // Computes it. Adds how many words are to be logged, and blocks to be freed. False where the
  // bytes are damaged.
  bool ComputeInsert(Change& change, Key key, uint32_t* updates);
  bool ComputeErase(Change& change, uint32_t* updates, uint32_t* frees);
  // The record that a planned deletion takes out of the tree.
  uint64_t FoundBy(const Change& change) const {
    return RefAt(change.path.leaf().node, change.path.leaf().slot);
  }
  // Takes blocks for the new nodes. False where the heap has none: it has those back that were
  // taken.
  Task<bool> Allocate(Thread& thread, Transaction& txn, Change& change);
  void ReturnBlocks(Transaction& txn, Change& change);
  // Makes the stores, under these labels.
  Task<void> Apply(Thread& thread, Transaction& txn, Change& change, uint16_t store_label,
                   uint16_t root_label, uint16_t free_label);
  void GiveBack(Change* change);

  // --- Plain reading, at no cost: for the interface and for checks ---
  bool IsNode(uint64_t address) const;
  bool PlainNode(uint64_t address, Node* node) const;

 private:
  // Names a new node in an image, by its number.
  static constexpr uint64_t kFresh = uint64_t{1} << 63;
  // Stands for an insertion's record until that has a block.
  static constexpr uint64_t kRecord = uint64_t{1} << 62;
  enum class Intent : uint8_t { kInsert, kErase };
  struct Descent {
    Status status = Status::kOk;
    Address busy = 0;  // somebody else is changing this
  };

  Key LockName(const Tree& tree, Address node) const;
  bool HeldByOther(const Tree& tree, Address node, const Transaction& txn) const;
  bool Holds(const Tree& tree, Address node, const Transaction& txn) const;
  // True where the transaction has locked the node, or the root word, as a change needs it.
  bool MayChange(const Transaction& txn, const Change& change, Address node) const {
    return !change.locked || Holds(change.tree, node, txn);
  }
  Task<LockResult> Lock(Thread& thread, Transaction& txn, const Tree& tree, Address node,
                        LockMode mode, uint16_t label);
  uint32_t CountOf(Address node) const { return static_cast<uint32_t>(Info(node)); }
  uint32_t LevelOf(Address node) const { return static_cast<uint32_t>(Info(node) >> 32); }
  uint64_t Info(Address node) const { return library_.LoadWord(node + kInfoAt); }
  uint64_t KeyAt(Address node, uint32_t slot) const {
    return library_.LoadWord(node + kEntriesAt + slot * kEntryBytes);
  }
  uint64_t RefAt(Address node, uint32_t slot) const {
    return library_.LoadWord(node + kEntriesAt + slot * kEntryBytes + kWord);
  }
  // The first slot of [0, count) whose key is at least `key`. Charges the lines that are read where
  // `thread` is one.
  uint32_t LowerBound(Thread* thread, Address node, uint32_t count, Key key) const;
  // Descends from the root to the leaf, in one instant. Charges the reads to `thread` if it is not
  // null; the caller awaits them and descends again.
  Descent Descend(Thread* thread, const Transaction& txn, const Tree& tree, Key key,
                  Path* path) const;
  Task<Status> Plan(Thread& thread, Transaction& txn, const Tree& tree, Key key, Intent intent,
                    Change** change);
  // Returns the nodes that the change touches, from the leaf up, with the root word last if it is
  // touched.
  uint32_t Touched(const Tree& tree, const Path& path, Intent intent, Address* touched) const;
  // The neighbour under the same parent with which a node that has become too small is joined.
  bool SiblingOf(const Path& path, uint32_t depth, Address* sibling, bool* right) const;
  uint32_t Fewest() const { return fanout_ / 2; }

  Change* TakeChange(const Tree& tree);
  // The node's image, which is among those of the change from then on; null where it is damaged.
  Node* Take(Change& change, Address at);
  static void InsertAt(Node& node, uint32_t slot, const Node::Entry& entry);
  static void EraseAt(Node& node, uint32_t slot);
  // Splits an image that has an entry too many; gives the entry for its new right neighbour.
  Node::Entry Split(Change& change, Node& node) const;
  // Joins two neighbours, or evens them out. True where `right` is gone.
  bool Join(Node& left, Node& right, Key separator) const;
  static constexpr uint32_t kMostWords = 2 + 2 * (kMostFanout + 1);
  static uint32_t Words(const Change& change, const Node& node, uint64_t* words);
  uint32_t CountWords(const Change& change) const;
  Task<void> StoreNew(Thread& thread, Transaction& txn, const Change& change, const Node& node);
  Task<void> StoreOld(Thread& thread, Transaction& txn, const Change& change, const Node& node,
                      uint16_t label);
  static uint32_t FillOf(uint32_t fanout);
  // Returns the number of parents of this many nodes, in the fresh database. Each has two children
  // at least: an only child could neither be joined to a neighbour nor filled from one when it
  // becomes empty.
  static uint64_t ParentsOf(uint64_t nodes, uint32_t fanout) {
    const uint64_t parents = (nodes + FillOf(fanout) - 1) / FillOf(fanout);
    return parents * 2 > nodes ? std::max<uint64_t>(nodes / 2, 1) : parents;
  }
  Address FormatNode(uint32_t level, const Node::Entry* entries, uint32_t count);
  void FormatRight(Address node, Address right);

  Arena& arena_;
  Nvm& nvm_;
  PersistentHeap& heap_;
  Library& library_;
  LockManager& locks_;
  const Schema& schema_;
  uint32_t fanout_;
  Time search_ns_;
  Change* free_changes_ = nullptr;
};

static_assert(BTree::Lines(BTree::kMostFanout) <= kMaxBlockLines);

// Level by level from the leaves up; each level's entries are kept for the one above.
template <class F>
Address BTree::Format(uint64_t count, F&& entry_at) {
  std::vector<Node::Entry> above;
  uint64_t nodes = std::max<uint64_t>((count + FillOf(fanout_) - 1) / FillOf(fanout_), 1);
  Address left = 0;
  for (uint64_t i = 0, done = 0; i < nodes; ++i) {
    const uint64_t end = count * (i + 1) / nodes;
    Node::Entry entries[kMostFanout];
    for (uint64_t k = done; k < end; ++k) entries[k - done] = entry_at(k);
    const Address node = FormatNode(0, entries, static_cast<uint32_t>(end - done));
    if (node == 0) return 0;
    if (left != 0) FormatRight(left, node);
    above.push_back({entries[0].key, node});
    left = node;
    done = end;
  }
  for (uint32_t level = 1; above.size() > 1; ++level) {
    std::vector<Node::Entry> below;
    below.swap(above);
    nodes = ParentsOf(below.size(), fanout_);
    for (uint64_t i = 0, done = 0; i < nodes; ++i) {
      const uint64_t end = below.size() * (i + 1) / nodes;
      const Address node =
          FormatNode(level, below.data() + done, static_cast<uint32_t>(end - done));
      if (node == 0) return 0;
      above.push_back({below[done].key, node});
      done = end;
    }
  }
  return static_cast<Address>(above[0].ref);
}

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_BTREE_H_
