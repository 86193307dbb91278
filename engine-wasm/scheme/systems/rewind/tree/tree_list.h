// Two layers (section 3.4): log records are found through an atomic AVL tree by their LSN; the
// atomic list logs what the tree does. The order of the log is that of the LSNs.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_TREE_TREE_LIST_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_TREE_TREE_LIST_H_

#include "scheme/systems/rewind/tree/tree.h"

namespace afterimage::rewind {

class TreeList final : public LogList {
 public:
  // Returns the inner list at the start of its area; a line for the tree's root, nodes and records
  // follow.
  static BucketParams InnerOf(uint32_t records, uint32_t bucket_records) {
    return {2 * AtomicTree::MostRecords(records), bucket_records, 0, 0, true};
  }
  static uint64_t BytesOf(uint32_t records, uint32_t bucket_records) {
    return BucketList::BytesOf(InnerOf(records, bucket_records)) + kLineBytes +
           uint64_t{records} * 2 * kLineBytes;
  }

  TreeList(const EngineContext& context, const LogSpace& space, uint32_t records,
           uint32_t bucket_records, bool checkpoints);

  void OpenEmpty(Address header) override;
  Task<bool> Recover(Thread& thread, Address header) override;
  uint32_t FreePlaces() const override { return free_records_.available(); }
  uint32_t FreeRecords() const override { return free_nodes_.available(); }
  Task<Appended> Append(Thread& thread, const LogRecord& record, Urgency urgency) override;
  Found First() const override { return Beyond(0, true); }
  Found Last() const override { return Beyond(~uint64_t{0}, false); }
  Found Next(Place place) const override { return Beyond(place, true); }
  Found Prior(Place place) const override { return Beyond(place, false); }
  Address RecordAt(Place place) const override;
  Task<void> Remove(Thread& thread, Place place, bool latched) override;
  Task<void> Settle(Thread&, bool) override { co_return; }
  bool indexed() const override { return true; }
  Found Find(Lsn lsn) const override;
  bool Untouched() const override { return tree_.root() == 0 && nvm_.LoadWord(FlushedWord()) == 0; }
  // One store: the tree has no root.
  Task<void> Renew(Thread& thread) override;
  Address FlushedWord() const override { return root_ + kWord; }
  void Describe(Inspector& inspector, ArenaVector<Address>* records) const override;

 private:
  // The nodes above its own, as far as the step has read them.
  void ChargeStep(Thread& thread, const Found& found) const override;
  bool IsRecord(uint64_t word) const {
    return word >= records_ && word - records_ < uint64_t{capacity_} * kLineBytes &&
           word % kLineBytes == 0;
  }
  // The nearest key above or below this one. A walk keeps its path: it reads the nodes between.
  Found Beyond(uint64_t key, bool above) const;
  // The node with this key, or 0; adds the nodes read.
  Address NodeOf(uint64_t key, uint32_t* lines) const;
  // False where the nodes are no AVL tree of records; marks what they use.
  bool ReadTree(ArenaVector<uint8_t>* nodes, ArenaVector<uint8_t>* records, uint32_t* read) const;
  void DescribeNode(Inspector& inspector, Address node, bool reachable) const;
  // Adds the nodes to which durable words lead from the root.
  void AddDurableNodes(ArenaVector<Address>* nodes) const;
  // Adds a node that is not among them, and those below it.
  void AddNodes(Address node, ArenaVector<Address>* nodes) const;
  // Describes a record of the inner log about a word of the tree.
  void DescribeWordRecord(Inspector& inspector, Address at) const;

  BucketList inner_;
  Address root_;  // its line: the root, and the flushed CHECKPOINT
  Address nodes_;
  Address records_;
  AtomicTree tree_;
  FreeNumbers free_nodes_;
  FreeNumbers free_records_;
  Address fresh_ = 0;  // the node that is being inserted, for the interface
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_TREE_TREE_LIST_H_
