// One thread, several transactions under way: a fixed number of others' records lies in the log
// between two of the target, which commits, rolls back or is lost in a power cut. REWIND's section
// 5.1: the right of figure 3, figures 4 and 5.
#ifndef AFTERIMAGE_WORKLOAD_SKIP_RECORDS_SKIP_RECORDS_H_
#define AFTERIMAGE_WORKLOAD_SKIP_RECORDS_SKIP_RECORDS_H_

#include "workload/skip_records/shape.h"
#include "workload/workload.h"

namespace afterimage {

class SkipRecords final : public Workload {
 public:
  explicit SkipRecords(const skip_records::SkipShape& shape) : shape_(shape) {}

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

  uint32_t kinds() const override { return 1; }
  Text kind_title(uint32_t) const override { return {"by turns", "轮流修改"}; }
  uint32_t KindOf(TxnLabel) const override { return 0; }
  uint32_t statement_count(uint32_t) const override;
  Text statement(uint32_t, uint32_t i) const override;

  const skip_records::SkipShape& shape() const { return shape_; }

 private:
  skip_records::SkipShape shape_;
};

extern const WorkloadInfo kSkipRecords;

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_SKIP_RECORDS_SKIP_RECORDS_H_
