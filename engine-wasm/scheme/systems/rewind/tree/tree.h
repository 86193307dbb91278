// The atomic AVL tree of REWIND's second layer (section 3.4): keys are LSNs, values addresses of
// log records. An operation changes several words; each is logged on an atomic list (Optimized)
// before it is stored, past the cache, so a crash within an operation undoes it. The list holds the
// last operation only: when all its words are durable an END says so, and its records go, END last.
// Nodes that an operation removes are free after it. One operation at a time: the caller latches.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_TREE_TREE_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_TREE_TREE_H_

#include "scheme/systems/rewind/lists/bucket_list.h"

namespace afterimage::rewind {

class AtomicTree {
 public:
  // Words of a node, which is a line.
  static constexpr uint32_t kKeyAt = 0, kLeftAt = 8, kRightAt = 16, kHeightAt = 24, kRecordAt = 32;
  static constexpr uint32_t kNodeWords = 5;
  // No AVL tree of 32-bit numbers is as deep.
  static constexpr uint32_t kMostDepth = 48;
  // Returns the records of the inner log that an operation on a tree of this many nodes may need,
  // including END.
  static uint32_t MostRecords(uint32_t nodes);

  // The word at `root` leads to the root; nodes are `count` lines from `nodes`. `log` is for this
  // tree alone.
  AtomicTree(const EngineContext& context, Address root, Address nodes, uint32_t count,
             BucketList& log);

  Address root() const { return NodeAt(root_); }
  Address Left(Address node) const { return NodeAt(node + kLeftAt); }
  Address Right(Address node) const { return NodeAt(node + kRightAt); }
  // The node to which the word leads that a power cut leaves there, or 0.
  Address DurableAt(Address at) const {
    uint64_t word = 0;
    nvm_.LoadDurable(at, &word, sizeof word);
    return IsNode(word) ? static_cast<Address>(word) : 0;
  }
  uint64_t KeyOf(Address node) const { return nvm_.LoadWord(node + kKeyAt); }
  Address RecordOf(Address node) const {
    return static_cast<Address>(nvm_.LoadWord(node + kRecordAt));
  }
  // Returns the interface's name for the owner of this word: its node by the key, or for the line
  // of the root a number that is no LSN.
  uint32_t NameAt(uint64_t word) const {
    const auto line = static_cast<Address>(word / kLineBytes * kLineBytes);
    return IsNode(line) ? static_cast<uint32_t>(KeyOf(line)) : log_.space().number;
  }
  bool IsNode(uint64_t address) const {
    return address >= nodes_ && address - nodes_ < uint64_t{count_} * kLineBytes &&
           address % kLineBytes == 0;
  }

  // Each operation is atomic, and durable when it returns. REQUIRES: the record is durable, its key
  // is not in the tree; the key is in it. Remove returns the freed node, or 0 if a mutation has
  // damaged the tree.
  Task<void> Insert(Thread& thread, Address node, uint64_t key, Address record);
  Task<Address> Remove(Thread& thread, uint64_t key);
  // Undoes the operation that a crash cut short. False where the inner log is damaged. What the
  // nodes say is not looked at.
  Task<bool> Recover(Thread& thread);

 private:
  struct PathStep {
    Address node;
    bool right;  // which child comes next
  };
  struct Path {
    PathStep steps[kMostDepth];
    uint32_t depth = 0;
    void Add(Address node, bool right) { steps[depth++] = {node, right}; }
  };

  Address NodeAt(Address at) const {
    const uint64_t word = nvm_.LoadWord(at);
    return IsNode(word) ? static_cast<Address>(word) : 0;
  }
  uint64_t HeightOf(Address node) const { return node == 0 ? 0 : nvm_.LoadWord(node + kHeightAt); }
  uint64_t HeightFromChildren(Address node) const;
  // Returns the place of the word that leads on after `depth` steps.
  Address LinkAt(const Path& path, uint32_t depth) const;
  // Charges a node's line. One that is not there costs a line, too: what says so.
  void ChargeNode(Thread& thread, Address node) {
    nvm_.ChargeLoad(thread, kWork, node != 0 ? node : root_, kLineBytes);
  }
  Nvm::ReadOp Read(Thread& thread, const Path& path);
  bool Mutated(uint32_t mutation) const { return (mutations_ >> mutation) & 1; }
  // Logs that the word is to change, then changes it.
  Task<void> Set(Thread& thread, Address at, uint64_t word);
  Task<void> SetHeight(Thread& thread, Address node);
  // Rebalances from the end of the path up, as long as heights change.
  Task<void> Rebalance(Thread& thread, const Path& path);
  // Rotates a node whose children differ by two; returns its replacement.
  Task<Address> Rotate(Thread& thread, Address node);
  // All words of the operation are stored: it is done when END is in the inner log.
  Task<void> End(Thread& thread, uint16_t fence_label, uint16_t end_label);
  Task<void> AppendInner(Thread& thread, LogRecord record);
  Task<void> ClearInner(Thread& thread);

  Nvm& nvm_;
  Address root_;
  Address nodes_;
  uint32_t count_;
  BucketList& log_;
  uint32_t mutations_;
  uint64_t logged_ = 0;  // records of the inner log
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_TREE_TREE_H_
