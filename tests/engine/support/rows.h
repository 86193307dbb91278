// Tables of numbered rows in closed form, some with a secondary index in the opposite order.
#ifndef AFTERIMAGE_TESTS_SUPPORT_ROWS_H_
#define AFTERIMAGE_TESTS_SUPPORT_ROWS_H_

#include <vector>

#include "db/schema.h"

namespace afterimage::testing_support {

class NumberedRows final : public InitialRows {
 public:
  struct Spec {
    uint64_t rows;
    uint32_t value_bytes;
    bool secondary;
    uint32_t together = 0;  // of pages of records, and of leaves
  };
  explicit NumberedRows(const std::vector<Spec>& specs) : specs_(specs) {
    for (const Spec& spec : specs) {
      tables_.push_back(
          {"t", {"table", "表"}, spec.value_bytes, spec.secondary ? SecondaryOf : nullptr});
    }
  }

  uint32_t table_count() const override { return static_cast<uint32_t>(specs_.size()); }
  const TableInfo& table(TableId table) const override { return tables_[table]; }
  uint64_t RowCount(TableId table) const override { return specs_[table].rows; }
  uint32_t RowsTogether(TableId table, bool) const override { return specs_[table].together; }
  Key KeyAt(TableId table, uint64_t row) const override { return 100 * table + 10 + row * 3; }
  // The value begins with what its secondary key is, the complement of its key.
  Value ValueAt(TableId table, uint64_t row) const {
    return Value::FromNumber(static_cast<int64_t>(~KeyAt(table, row)), specs_[table].value_bytes);
  }
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override {
    const Value value = ValueAt(table, row);
    std::memcpy(out, value.bytes + offset, size);
  }
  Key SecondaryAt(TableId table, uint64_t i, uint64_t* row) const override {
    *row = specs_[table].rows - 1 - i;
    return ~KeyAt(table, *row);
  }

  static Key SecondaryOf(Key, const uint8_t* value) {
    Key key = 0;
    std::memcpy(&key, value, sizeof key);
    return key;
  }

 private:
  std::vector<Spec> specs_;
  std::vector<TableInfo> tables_;
};

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_ROWS_H_
