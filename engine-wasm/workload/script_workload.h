// A script as a workload: its records, and a client for each of its threads.
#ifndef AFTERIMAGE_WORKLOAD_SCRIPT_WORKLOAD_H_
#define AFTERIMAGE_WORKLOAD_SCRIPT_WORKLOAD_H_

#include "workload/script_rows.h"
#include "workload/workload.h"

namespace afterimage {

class ScriptWorkload final : public Workload {
 public:
  // `script` must outlive it. `value_bytes`: of every record.
  ScriptWorkload(const Script& script, uint32_t value_bytes)
      : script_(script), value_bytes_(value_bytes), rows_(script, value_bytes) {}

  uint32_t table_count() const override { return rows_.table_count(); }
  const TableInfo& table(TableId table) const override { return rows_.table(table); }
  uint64_t RowCount(TableId table) const override { return rows_.RowCount(table); }
  Key KeyAt(TableId table, uint64_t row) const override { return rows_.KeyAt(table, row); }
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override {
    rows_.ValueAt(table, row, offset, size, out);
  }
  Key SecondaryAt(TableId table, uint64_t i, uint64_t* row) const override {
    return rows_.SecondaryAt(table, i, row);
  }

  uint32_t clients() const override { return static_cast<uint32_t>(script_.threads.size()); }
  Task<void> RunClient(Thread& thread, ClientRun& run, uint32_t client) override;
  // A script promises nothing that must always hold: it is judged by the oracle.
  Task<void> Check(Thread& thread, StorageEngine& engine, Consistency* result) override;

  uint32_t kinds() const override { return 1; }
  Text kind_title(uint32_t) const override { return {"script", "脚本"}; }
  uint32_t KindOf(TxnLabel) const override { return 0; }
  uint32_t statement_count(uint32_t) const override { return 0; }
  Text statement(uint32_t, uint32_t) const override { return {}; }

 private:
  const Script& script_;
  uint32_t value_bytes_;
  ScriptRows rows_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_SCRIPT_WORKLOAD_H_
