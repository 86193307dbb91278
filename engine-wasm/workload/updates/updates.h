// Transactions that change words of a table, with computation between the changes: the log as a
// function of how much a program updates. Every client changes words of its own part of the table,
// so only the log is between them. The update intensity of REWIND's figure 3, and with many updates
// and no computation the log records that its figure 6 inserts.
#ifndef AFTERIMAGE_WORKLOAD_UPDATES_UPDATES_H_
#define AFTERIMAGE_WORKLOAD_UPDATES_UPDATES_H_

#include "workload/updates/shape.h"
#include "workload/workload.h"

namespace afterimage {

class Updates final : public Workload {
 public:
  explicit Updates(const updates::UpdateShape& shape) : shape_(shape) {}

  uint32_t table_count() const override { return 1; }
  const TableInfo& table(TableId) const override;
  uint64_t RowCount(TableId) const override { return shape_.rows(); }
  Key KeyAt(TableId, uint64_t row) const override { return row; }
  uint64_t RowFrom(TableId, Key key, uint64_t low, uint64_t high) const override {
    return std::clamp(key, low, high);
  }
  void ValueAt(TableId, uint64_t row, uint32_t offset, uint32_t size, uint8_t* out) const override;
  Key SecondaryAt(TableId, uint64_t, uint64_t*) const override { return 0; }  // there is none

  uint32_t clients() const override { return shape_.clients; }
  Task<void> RunClient(Thread& thread, ClientRun& run, uint32_t client) override;
  Task<void> Check(Thread& thread, StorageEngine& engine, Consistency* result) override;
  uint64_t operations() const override { return shape_.operations; }

  uint32_t kinds() const override { return 1; }
  Text kind_title(uint32_t) const override { return {"updates", "修改"}; }
  uint32_t KindOf(TxnLabel) const override { return 0; }
  uint32_t statement_count(uint32_t) const override;
  Text statement(uint32_t, uint32_t i) const override;

  const updates::UpdateShape& shape() const { return shape_; }

 private:
  updates::UpdateShape shape_;
};

extern const WorkloadInfo kUpdates;

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_UPDATES_UPDATES_H_
