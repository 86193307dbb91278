// The fresh database: do the closed forms agree with each other and with the standard?
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support/pieces.h"
#include "support/tpcc_run.h"
#include "workload/tpcc/inputs.h"

namespace afterimage::tpcc {
namespace {

using testing_support::SmallSettings;
using testing_support::TinySettings;

Scale FullScale(uint32_t warehouses) {
  Scale scale;
  scale.warehouses = warehouses;
  return scale;
}

Value Row(const Population& rows, TableId table, uint64_t row) {
  Value value;
  value.size = rows.value_bytes(table);
  rows.ValueAt(table, row, 0, value.size, value.bytes);
  return value;
}

// Rows to look at: all of a small table, otherwise both ends and steps between.
std::vector<uint64_t> SomeRows(uint64_t count, uint64_t wanted) {
  std::vector<uint64_t> rows;
  const uint64_t step = count / wanted + 1;
  for (uint64_t row = 0; row < count; row += step) rows.push_back(row);
  if (count > 0) rows.push_back(count - 1);
  return rows;
}

TEST(TpccPopulation, PiecesOfAValueAreThoseOfTheWhole) {
  for (const Scale& scale : {SmallSettings().scale, TinySettings().scale}) {
    const Population rows(scale, 5);
    Random random(1);
    for (TableId table = 0; table < kTables; ++table) {
      for (int i = 0; i < 500; ++i) {
        const uint64_t row = random.Next() % rows.RowCount(table);
        const Value whole = Row(rows, table, row);
        const uint32_t offset = random.Below(whole.size);
        const uint32_t size =
            1 + random.Below(random.Chance(50) ? whole.size - offset
                                               : std::min(9u, whole.size - offset));
        uint8_t piece[kMaxValueBytes + 2];
        std::memset(piece, 0xee, sizeof piece);
        rows.ValueAt(table, row, offset, size, piece + 1);
        ASSERT_EQ(std::memcmp(piece + 1, whole.bytes + offset, size), 0)
            << rows.table(table).id << " row " << row << " [" << offset << ", +" << size << ")";
        ASSERT_TRUE(piece[0] == 0xee && piece[1 + size] == 0xee) << "wrote outside";
      }
    }
  }
}

TEST(TpccPopulation, KeysIncreaseAndAreTheColumns) {
  const Population rows(SmallSettings().scale, 5);
  for (TableId table = 0; table < kTables; ++table) {
    for (uint64_t row = 1; row < rows.RowCount(table); ++row) {
      ASSERT_LT(rows.KeyAt(table, row - 1), rows.KeyAt(table, row))
          << rows.table(table).id << " row " << row;
    }
  }
  const Population full(FullScale(1000), 5);
  for (TableId table = 0; table < kTables; ++table) {
    Key last = 0;
    for (const uint64_t row : SomeRows(full.RowCount(table), 20000)) {
      const Key key = full.KeyAt(table, row);
      ASSERT_TRUE(key > last || row == full.RowCount(table) - 1)
          << full.table(table).id << " row " << row;
      ASSERT_LT(key, Key{1} << 49);
      last = key;
    }
  }
  EXPECT_EQ(full.KeyAt(kOrderLines, full.RowCount(kOrderLines) - 1) >> kLineBits,
            OrderKey(1000, 10, 3000));
  EXPECT_EQ(full.KeyAt(kStock, full.RowCount(kStock) - 1), StockKey(1000, 100000));
  EXPECT_EQ(full.KeyAt(kNewOrders, 0), OrderKey(1, 1, 2101));
  EXPECT_LT(full.KeyAt(kHistory, full.RowCount(kHistory) - 1), AppendedHistoryKey(0, 0));
}

TEST(TpccPopulation, SaysWhichRowsHaveAKeyOrMore) {
  testing_support::ExpectRowsAreFound(Population(SmallSettings().scale, 5));
  testing_support::ExpectRowsAreFound(Population(TinySettings().scale, 5));
  testing_support::ExpectRowsAreFound(Population(FullScale(26), 5), 300);
}

TEST(TpccPopulation, SecondaryIndexesAreSortedAndLeadToTheirRows) {
  for (const Scale& scale : {SmallSettings().scale, TinySettings().scale, FullScale(3)}) {
    const Population rows(scale, 5);
    for (const TableId table : {kCustomers, kOrders}) {
      std::set<uint64_t> seen;
      Key last = 0;
      for (uint64_t i = 0; i < rows.RowCount(table); ++i) {
        uint64_t row = ~uint64_t{0};
        const Key key = rows.SecondaryAt(table, i, &row);
        ASSERT_LT(last, key);
        ASSERT_LT(row, rows.RowCount(table));
        ASSERT_EQ(key,
                  rows.table(table).secondary(rows.KeyAt(table, row), Row(rows, table, row).bytes));
        seen.insert(row);
        last = key;
      }
      EXPECT_EQ(seen.size(), rows.RowCount(table));
    }
  }
}

// Generates the database row by row, as a loader would, and counts.
TEST(TpccPopulation, WhatBelongsTogetherAgrees) {
  const Population rows(FullScale(1), 11);
  std::map<Key, uint32_t> lines;
  for (uint64_t row = 0; row < rows.RowCount(kOrderLines); ++row) {
    const Key key = rows.KeyAt(kOrderLines, row);
    ASSERT_EQ(key & 15, ++lines[key >> kLineBits]);
    const auto line = Load<OrderLineHead>(Row(rows, kOrderLines, row));
    const bool delivered = OrderOf(key >> kLineBits) <= 2100;
    ASSERT_EQ(line.delivery_d != kNever, delivered);
    ASSERT_EQ(line.amount == 0, delivered);
    ASSERT_TRUE(line.i_id >= 1 && line.i_id <= 100000);
  }
  std::map<Key, std::set<uint32_t>> customers;
  for (uint64_t row = 0; row < rows.RowCount(kOrders); ++row) {
    const Key key = rows.KeyAt(kOrders, row);
    const auto order = Load<OrderHead>(Row(rows, kOrders, row));
    ASSERT_EQ(order.ol_cnt, lines[key]);
    ASSERT_TRUE(order.ol_cnt >= 5 && order.ol_cnt <= 15);
    ASSERT_EQ(order.carrier != 0, OrderOf(key) <= 2100);
    customers[key >> kOrderBits].insert(order.c_id);
  }
  ASSERT_EQ(customers.size(), 10u);
  for (const auto& [district, who] : customers)
    ASSERT_EQ(who.size(), 3000u) << "every customer ordered once";
  ASSERT_EQ(rows.RowCount(kNewOrders), 9000u);
  EXPECT_EQ(Load<DistrictHead>(Row(rows, kDistricts, 4)).ytd, 3000000);
  EXPECT_EQ(Load<WarehouseHead>(Row(rows, kWarehouses, 0)).ytd, 30000000);
}

TEST(TpccPopulation, LastNamesAreSpelledAndCoverAllNumbers) {
  const Population rows(FullScale(1), 11);
  std::map<uint32_t, uint32_t> count;
  for (uint64_t row = 0; row < 3000; ++row) {
    const auto customer = Load<CustomerHead>(Row(rows, kCustomers, row));
    char name[16];
    SpellName(customer.last_number, name);
    ASSERT_EQ(std::memcmp(name, customer.last, sizeof name), 0);
    if (row < 1000) ASSERT_EQ(customer.last_number, row);
    ++count[customer.last_number];
  }
  EXPECT_EQ(count.size(), 1000u);
  uint32_t most = 0;
  for (const auto& [name, customers] : count) most = std::max(most, customers);
  EXPECT_EQ(rows.most_namesakes(), most);
  char name[16];
  SpellName(371, name);  // the standard's own example
  EXPECT_STREQ(name, "PRICALLYOUGHT");
}

TEST(TpccPopulation, ATenthIsOriginalAndATenthHasBadCredit) {
  for (const bool compact : {false, true}) {
    Scale scale = FullScale(1);
    scale.compact = compact;
    const Population rows(scale, 11);
    uint32_t items = 0, stock = 0, bad = 0;
    for (uint64_t row = 0; row < 20000; ++row) {
      items += IsOriginal(Row(rows, kItems, row), sizeof(ItemHead));
      stock += IsOriginal(Row(rows, kStock, row), sizeof(StockHead));
      bad += Load<CustomerHead>(Row(rows, kCustomers, row)).credit[0] == 'B';
    }
    for (const uint32_t count : {items, stock, bad}) EXPECT_NEAR(count, 2000, 200) << compact;
  }
}

TEST(TpccPopulation, CompactRowsAreShortAndFullOnesAsTheStandardHasThem) {
  const Population tiny(TinySettings().scale, 1);
  const Population full(FullScale(1), 1);
  uint64_t bytes = 0;
  for (TableId table = 0; table < kTables; ++table) {
    EXPECT_LE(tiny.value_bytes(table), 120u);
    EXPECT_EQ(tiny.value_bytes(table) % 8, 0u);
    EXPECT_EQ(full.value_bytes(table) % 8, 0u);
    EXPECT_LE(full.value_bytes(table), kMaxValueBytes);
    bytes += tiny.RowCount(table) * (tiny.value_bytes(table) + 16);  // with key and slot
  }
  EXPECT_LT(bytes, 100u * 512) << "a whole database in a few hundred pages, with its indexes";
  EXPECT_NEAR(full.value_bytes(kCustomers), 655, 30);
  EXPECT_NEAR(full.value_bytes(kStock), 306, 20);
  EXPECT_NEAR(full.value_bytes(kOrderLines), 54, 8);
}

TEST(TpccPopulation, DependsOnTheSeed) {
  const Population a(SmallSettings().scale, 1), b(SmallSettings().scale, 1),
      c(SmallSettings().scale, 2);
  for (const TableId table : {kCustomers, kItems, kStock}) {
    EXPECT_EQ(Row(a, table, 7), Row(b, table, 7));
    EXPECT_FALSE(Row(a, table, 7) == Row(c, table, 7));
  }
}

// --- NURand and what users ask for ---------------------------------------------------------------

TEST(TpccInputs, NURandIsSkewedAndCoversItsRange) {
  Random random(1);
  const NuRand items(8191, 100000, 100000, 77);
  std::vector<uint32_t> count(100000);
  for (int i = 0; i < 2000000; ++i) ++count[items.Draw(random)];  // 20 each, were it uniform
  std::sort(count.rbegin(), count.rend());
  uint64_t hottest = 0;
  for (uint32_t i = 0; i < 10000; ++i) hottest += count[i];
  EXPECT_GT(hottest, 2000000u * 45 / 100) << "a tenth of the items has far more than its share";
  EXPECT_LT(hottest, 2000000u * 85 / 100);
  EXPECT_EQ(items.a(), 8191u);

  const NuRand few(8191, 100000, 20, 8190);
  std::set<uint32_t> seen;
  for (int i = 0; i < 2000; ++i) seen.insert(few.Draw(random));
  EXPECT_EQ(seen.size(), 20u);
  EXPECT_EQ(*seen.rbegin(), 19u);
  EXPECT_EQ(few.a(), 1u);
}

TEST(TpccInputs, TheNamesOfTheRunAreAsFarFromThoseBeforeAsTheStandardSays) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const Distributions d(FullScale(1), seed);
    Random a(1), b(1);
    const uint32_t distance = (d.name.Draw(b) + 1000 - d.initial_name.Draw(a)) % 1000;
    ASSERT_TRUE(distance >= 65 && distance <= 119 && distance != 96 && distance != 112) << distance;
  }
}

TEST(TpccInputs, AClientWithoutAHomeWorksForAllWarehousesAlike) {
  const Population rows(FullScale(4), 1);
  User user(rows.scale(), rows.distributions(), {}, Home::kEachTransaction, 3, 42);
  constexpr int kDraws = 40000;
  int of[5] = {}, remote = 0;
  for (int i = 0; i < kDraws; ++i) {
    Inputs inputs;
    user.Draw(kPayment, &inputs);
    ASSERT_TRUE(inputs.w >= 1 && inputs.w <= 4);
    ++of[inputs.w];
    remote += inputs.c_w != inputs.w;
  }
  for (int w = 1; w <= 4; ++w) EXPECT_NEAR(of[w], kDraws / 4, 400);
  EXPECT_NEAR(double(remote) / kDraws, 0.15, 0.01);  // of another warehouse than the transaction's
}

TEST(TpccInputs, NewOrdersAndPaymentsAskForWhatTheStandardSays) {
  const Population rows(FullScale(4), 1);
  User user(rows.scale(), rows.distributions(), {}, Home::kOneForGood, 3, 42);
  constexpr int kDraws = 100000;
  uint64_t lines = 0, remote = 0, unknown = 0, by_name = 0, elsewhere = 0;
  for (int i = 0; i < kDraws; ++i) {
    Inputs inputs;
    user.Draw(kNewOrder, &inputs);
    ASSERT_TRUE(inputs.w == 3 && inputs.d >= 1 && inputs.d <= 10 && inputs.c >= 1 &&
                inputs.c <= 3000);
    lines += inputs.line_count;
    for (uint32_t line = 0; line < inputs.line_count; ++line) {
      remote += inputs.lines[line].supply_w != 3;
      ASSERT_TRUE(inputs.lines[line].supply_w >= 1 && inputs.lines[line].supply_w <= 4);
      if (line + 1 < inputs.line_count) ASSERT_LE(inputs.lines[line].i_id, 100000u);
    }
    unknown += inputs.lines[inputs.line_count - 1].i_id == 100001;
    user.Draw(kPayment, &inputs);
    by_name += inputs.by_name;
    elsewhere += inputs.c_w != 3;
    ASSERT_TRUE(inputs.amount >= 100 && inputs.amount <= 500000);
  }
  EXPECT_NEAR(double(lines) / kDraws, 10, 0.05);
  EXPECT_NEAR(double(remote) / double(lines), 0.01, 0.001);
  EXPECT_NEAR(double(unknown) / kDraws, 0.01, 0.002);
  EXPECT_NEAR(double(by_name) / kDraws, 0.60, 0.01);
  EXPECT_NEAR(double(elsewhere) / kDraws, 0.15, 0.01);
}

}  // namespace
}  // namespace afterimage::tpcc
