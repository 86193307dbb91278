// Checks that rows in closed form are the same in whatever pieces they are read, with increasing
// keys.
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
      if (row > 0)
        ASSERT_LT(rows.KeyAt(table, row - 1), rows.KeyAt(table, row))
            << rows.table(table).id << row;
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

// Looks up keys around every row: at it, next to it, and far from it in every bit.
inline void ExpectRowsAreFound(const InitialRows& rows, uint64_t most_rows = 3000) {
  for (uint32_t t = 0; t < rows.table_count(); ++t) {
    const auto table = static_cast<TableId>(t);
    const uint64_t count = rows.RowCount(table);
    const auto expected = [&](Key key, uint64_t low, uint64_t high) {
      while (low < high) {
        const uint64_t half = low + (high - low) / 2;
        rows.KeyAt(table, half) < key ? low = half + 1 : high = half;
      }
      return low;
    };
    const auto check = [&](Key key, uint64_t row) {
      const uint64_t low = row - std::min<uint64_t>(row, row % 40),
                     high = std::min(count, row + row % 7 * 30);
      for (const auto& [from, to] : {std::pair{uint64_t{0}, count}, std::pair{low, high}}) {
        ASSERT_EQ(rows.RowFrom(table, key, from, to), expected(key, from, to))
            << rows.table(table).id << " key " << key;
      }
    };
    for (uint64_t i = 0; i < std::min(most_rows, count); ++i) {
      const uint64_t row = most_rows < count ? i * (count / most_rows) : i;
      const Key key = rows.KeyAt(table, row);
      check(key, row);
      check(key + 1, row);
      check(key - 1, row);
      for (uint32_t bit = 0; bit < 64; bit += 1 + static_cast<uint32_t>(i % 5))
        check(key ^ uint64_t{1} << bit, row);
    }
    check(0, 0);
    check(~Key{0}, 0);
  }
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_PIECES_H_
