#include "workload/script_rows.h"

#include <algorithm>

namespace afterimage {

ScriptRows::ScriptRows(const Script& script, uint32_t value_bytes)
    : info_{"records", {"records", "记录"}, value_bytes, nullptr, true} {
  for (const ScriptRecord& record : script.records) {
    if (record.present) rows_.push_back({KeyFromName(record.name), record.number});
  }
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.key < b.key; });
}

void ScriptRows::ValueAt(TableId, uint64_t row, uint32_t offset, uint32_t size,
                         uint8_t* out) const {
  const Value value = Value::FromNumber(rows_[row].number, offset + size);
  std::memcpy(out, value.bytes + offset, size);
}

}  // namespace afterimage
