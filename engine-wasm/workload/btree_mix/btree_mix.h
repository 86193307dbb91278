// Look-ups, insertions and deletions on a table that keeps its size: the mix that REWIND's B+-tree
// is measured with (section 5.2, figures 7 to 10), and its form for many threads. Where a scheme
// finds records through an index, keys are drawn from all of it, and nodes split and merge.
#ifndef AFTERIMAGE_WORKLOAD_BTREE_MIX_BTREE_MIX_H_
#define AFTERIMAGE_WORKLOAD_BTREE_MIX_BTREE_MIX_H_

#include "workload/btree_mix/shape.h"
#include "workload/workload.h"

namespace afterimage {

class BtreeMix final : public Workload {
 public:
  explicit BtreeMix(const btree_mix::MixShape& shape);

  uint32_t table_count() const override { return 1; }
  bool reads_ranges() const override { return true; }
  const TableInfo& table(TableId) const override { return table_; }
  uint64_t RowCount(TableId) const override { return shape_.pairs(); }
  Key KeyAt(TableId, uint64_t row) const override { return shape_.KeyAtStart(row); }
  uint64_t RowFrom(TableId, Key key, uint64_t low, uint64_t high) const override;
  void ValueAt(TableId, uint64_t row, uint32_t offset, uint32_t size, uint8_t* out) const override;
  Key SecondaryAt(TableId, uint64_t, uint64_t*) const override { return 0; }  // there is none

  uint32_t clients() const override { return shape_.clients; }
  Task<void> RunClient(Thread& thread, ClientRun& run, uint32_t client) override;
  Task<void> Check(Thread& thread, StorageEngine& engine, Consistency* result) override;
  uint64_t operations() const override { return shape_.operations; }

  uint32_t kinds() const override { return shape_.rollback_percent > 0 ? 2 : 1; }
  Text kind_title(uint32_t kind) const override;
  uint32_t KindOf(TxnLabel txn) const override { return shape_.RollsBack(txn) ? 1 : 0; }
  uint32_t statement_count(uint32_t kind) const override;
  Text statement(uint32_t kind, uint32_t i) const override;

  const btree_mix::MixShape& shape() const { return shape_; }

 private:
  btree_mix::MixShape shape_;
  TableInfo table_;
};

extern const WorkloadInfo kBtreeMix;

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_BTREE_MIX_BTREE_MIX_H_
