// Rows in closed form must be the same in whatever pieces they are read, with increasing keys.
#ifndef AFTERIMAGE_TESTS_SUPPORT_PIECES_H_
#define AFTERIMAGE_TESTS_SUPPORT_PIECES_H_

#include <gtest/gtest.h>

#include <algorithm>

#include "db/schema.h"

namespace afterimage::testing_support {

inline void ExpectRowsInPieces(const InitialRows& rows, uint64_t most_rows = 1000) {
  for (uint32_t t = 0; t < rows.table_count(); ++t) {
    const auto table = static_cast<TableId>(t);
    const uint32_t bytes = rows.table(table).value_bytes;
    ASSERT_EQ(bytes % 8, 0u);
    const uint64_t count = std::min(most_rows, rows.RowCount(table));
    for (uint64_t row = 0; row < count; ++row) {
      if (row > 0) ASSERT_LT(rows.KeyAt(table, row - 1), rows.KeyAt(table, row)) << rows.table(table).id << row;
      uint8_t whole[kMaxValueBytes + 2] = {}, piece[kMaxValueBytes + 2];
      rows.ValueAt(table, row, 0, bytes, whole);
      const auto from = static_cast<uint32_t>(row * 5 % bytes);
      for (uint32_t size = 1; size <= bytes - from; size += 3) {
        std::memset(piece, 0xee, sizeof piece);
        rows.ValueAt(table, row, from, size, piece + 1);
        ASSERT_EQ(std::memcmp(piece + 1, whole + from, size), 0) << rows.table(table).id << row;
        ASSERT_TRUE(piece[0] == 0xee && piece[1 + size] == 0xee) << "wrote outside";
      }
    }
  }
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_PIECES_H_
