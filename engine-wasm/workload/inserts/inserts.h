// Programs that only write: clients insert records, or change their own, as fast as they can, with
// nothing in their way but the log. The insert program of BaSE (records of 80 bytes), the log
// insertion of NV-Logging's figure 11 (sizes of the log records of OLTP benchmarks), and with
// computation between the operations an update intensity as in REWIND's figure 3.
#ifndef AFTERIMAGE_WORKLOAD_INSERTS_INSERTS_H_
#define AFTERIMAGE_WORKLOAD_INSERTS_INSERTS_H_

#include "workload/inserts/shape.h"
#include "workload/workload.h"

namespace afterimage {

class Inserts final : public Workload {
 public:
  explicit Inserts(const inserts::InsertShape& shape);

  uint32_t table_count() const override { return shape_.tables(); }
  bool reads_ranges() const override { return true; }
  const TableInfo& table(TableId table) const override { return tables_[table]; }
  uint64_t RowCount(TableId table) const override;
  Key KeyAt(TableId table, uint64_t row) const override;
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override;
  Key SecondaryAt(TableId, uint64_t, uint64_t*) const override { return 0; }  // there are none

  uint32_t clients() const override { return shape_.clients; }
  Task<void> RunClient(Thread& thread, ClientRun& run, uint32_t client) override;
  Task<void> Check(Thread& thread, StorageEngine& engine, Consistency* result) override;
  uint64_t operations() const override { return shape_.operations; }

  uint32_t kinds() const override { return 1; }
  Text kind_title(uint32_t) const override;
  uint32_t KindOf(TxnLabel) const override { return 0; }
  uint32_t statement_count(uint32_t) const override;
  Text statement(uint32_t, uint32_t i) const override;

  const inserts::InsertShape& shape() const { return shape_; }

 private:
  // Records of one client in a table before the run.
  uint64_t RowsOfClient(TableId table) const {
    return (shape_.records + shape_.tables() - 1 - table) / shape_.tables();
  }
  // The client and the record of a row.
  void Place(TableId table, uint64_t row, uint32_t* client, uint64_t* record) const;

  inserts::InsertShape shape_;
  TableInfo tables_[inserts::kMaxSizes];
};

extern const WorkloadInfo kInserts;

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_INSERTS_INSERTS_H_
