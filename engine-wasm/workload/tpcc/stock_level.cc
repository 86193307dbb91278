// The stock-level transaction (clause 2.8). The standard allows it to read committed data without
// holding its locks; here it holds them, as all transactions do.
#include "workload/tpcc/terminal.h"

#include <algorithm>
#include <iterator>

namespace afterimage::tpcc {
namespace {

enum : uint16_t { kReadDistrict = 1, kReadRecentLine, kReadStock };

constexpr Text kStockLevelTexts[] = {
    {"begin", "开始事务"},
    {"read the district: the next order number", "读地区：下一个订单号"},
    {"for the last 20 orders: read each line", "对最近 20 个订单：读每一订单行"},
    {"for each item among them: read the stock", "对其中每种商品：读库存"},
    {"commit", "提交"},
};

constexpr uint32_t kLastOrders = 20;

}  // namespace

const StatementList kStockLevelStatements = {kStockLevelTexts, std::size(kStockLevelTexts)};

Task<Status> Terminal::StockLevel(Thread& thread) {
  const uint32_t w = inputs_.w, d = inputs_.d;
  co_await Statement(thread, kReadDistrict);
  Status status = co_await Read(thread, kDistricts, DistrictKey(w, d), LockMode::kShared);
  if (status != Status::kOk) co_return status;
  const uint32_t next = Load<DistrictHead>(value_).next_o_id;

  uint32_t* end = items_;
  Key from = OrderLineKey(w, d, next > kLastOrders ? next - kLastOrders : 0, 0);
  const Key to = OrderLineKey(w, d, next, 0) - 1;
  while (end < std::end(items_)) {
    co_await Statement(thread, kReadRecentLine);
    status = co_await Seek(thread, {kOrderLines, 0, from, to}, LockMode::kShared);
    if (status == Status::kNotFound) break;
    if (status != Status::kOk) co_return status;
    *end++ = Load<OrderLineHead>(value_).i_id;
    from = key_ + 1;
  }

  uint32_t low = 0;
  std::sort(items_, end);
  end = std::unique(items_, end);
  for (const uint32_t* item = items_; item < end; ++item) {
    co_await Statement(thread, kReadStock);
    status = co_await Read(thread, kStock, StockKey(w, *item), LockMode::kShared);
    if (status != Status::kOk) co_return status;
    low += Load<StockHead>(value_).quantity < static_cast<int32_t>(inputs_.threshold);
  }
  co_await Note(thread, EventKind::kRead, {.a = 1, .b = low});
  co_return Status::kOk;
}

}  // namespace afterimage::tpcc
