// The records of a script as the contents of a fresh database: one table, sorted by key.
#ifndef AFTERIMAGE_WORKLOAD_SCRIPT_ROWS_H_
#define AFTERIMAGE_WORKLOAD_SCRIPT_ROWS_H_

#include <vector>

#include "db/schema.h"
#include "workload/script.h"

namespace afterimage {

class ScriptRows final : public InitialRows {
 public:
  // The records that are present; copies them. `value_bytes`: of every record.
  ScriptRows(const Script& script, uint32_t value_bytes);

  uint32_t table_count() const override { return 1; }
  const TableInfo& table(TableId) const override { return info_; }
  uint64_t RowCount(TableId) const override { return rows_.size(); }
  Key KeyAt(TableId, uint64_t row) const override { return rows_[row].key; }
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override;
  // There is no secondary index.
  Key SecondaryAt(TableId, uint64_t, uint64_t*) const override { return 0; }

 private:
  struct Row {
    Key key;
    int64_t number;
  };
  TableInfo info_;
  std::vector<Row> rows_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_SCRIPT_ROWS_H_
