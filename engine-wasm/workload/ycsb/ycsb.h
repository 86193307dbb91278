// YCSB, the Yahoo! Cloud Serving Benchmark (Cooper, Silberstein, Tam, Ramakrishnan, Sears:
// Benchmarking Cloud Serving Systems with YCSB, SoCC 2010): reads, updates, insertions, short scans
// and read-modify-writes of single records, some of which are far more popular than others. Each
// operation is a transaction.
#ifndef AFTERIMAGE_WORKLOAD_YCSB_YCSB_H_
#define AFTERIMAGE_WORKLOAD_YCSB_YCSB_H_

#include "workload/workload.h"
#include "workload/ycsb/shape.h"

namespace afterimage {

class Ycsb final : public Workload {
 public:
  explicit Ycsb(const ycsb::YcsbShape& shape);

  uint32_t table_count() const override { return 1; }
  bool reads_ranges() const override;
  const TableInfo& table(TableId) const override { return table_; }
  uint64_t RowCount(TableId) const override { return shape_.records; }
  Key KeyAt(TableId, uint64_t row) const override { return shape_.KeyAtStart(row); }
  uint64_t RowFrom(TableId, Key key, uint64_t low, uint64_t high) const override;
  void ValueAt(TableId, uint64_t row, uint32_t offset, uint32_t size, uint8_t* out) const override;
  Key SecondaryAt(TableId, uint64_t, uint64_t*) const override { return 0; }  // there is none

  uint32_t clients() const override { return shape_.clients; }
  Task<void> RunClient(Thread& thread, ClientRun& run, uint32_t client) override;
  Task<void> Check(Thread& thread, StorageEngine& engine, Consistency* result) override;

  uint32_t kinds() const override { return 1; }
  Text kind_title(uint32_t) const override;
  uint32_t KindOf(TxnLabel) const override { return 0; }
  uint32_t statement_count(uint32_t) const override;
  Text statement(uint32_t, uint32_t i) const override;

  const ycsb::YcsbShape& shape() const { return shape_; }
  const ycsb::Requests& requests() const { return requests_; }

 private:
  ycsb::YcsbShape shape_;
  ycsb::Requests requests_{shape_};
  TableInfo table_;
};

extern const WorkloadInfo kYcsb;

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_YCSB_YCSB_H_
