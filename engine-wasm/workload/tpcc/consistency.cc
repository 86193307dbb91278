#include "workload/tpcc/consistency.h"

#include <algorithm>

namespace afterimage::tpcc {
namespace {

constexpr Text kRows = {"a warehouse, district or customer is missing", "缺少仓库、地区或客户"};
constexpr Text kYtd = {"condition 1: W_YTD is the sum of D_YTD", "条件 1：W_YTD 等于 D_YTD 之和"};
constexpr Text kNumbers = {
    "condition 2: D_NEXT_O_ID - 1 is the largest O_ID and the largest NO_O_ID",
    "条件 2：D_NEXT_O_ID - 1 等于最大的 O_ID 和最大的 NO_O_ID"};
constexpr Text kContiguous = {"condition 3: the new orders of a district have no gaps",
                              "条件 3：一个地区的新订单编号连续"};
constexpr Text kLines = {"condition 4: the order lines are as many as O_OL_CNT says",
                         "条件 4：订单行数等于 O_OL_CNT 之和"};
constexpr Text kCarrier = {"condition 5: an order has a carrier or is a new order",
                           "条件 5：订单要么已有承运人，要么是新订单"};
constexpr Text kDates = {"condition 7: the lines of an order have a date if it has a carrier",
                         "条件 7：订单有承运人当且仅当其订单行有送达日期"};
constexpr Text kIndex = {"a secondary index agrees with its table", "二级索引与其表一致"};

}  // namespace

Task<void> ConsistencyCheck::Run(Thread& thread) {
  *result_ = Consistency();
  for (uint32_t w = 1; w <= scale_.warehouses; ++w) {
    const bool holds = co_await CheckWarehouse(thread, w);
    if (!holds) co_return;
  }
}

Task<bool> ConsistencyCheck::CheckWarehouse(Thread& thread, uint32_t w) {
  co_await Begin(thread);
  const Status status = co_await Read(thread, kWarehouses, WarehouseKey(w));
  co_await Finish(thread);
  if (!Found(status, kRows)) co_return false;
  int64_t rest = Load<WarehouseHead>(value_).ytd;
  for (uint32_t d = 1; d <= scale_.districts; ++d) {
    int64_t ytd = 0;
    const bool holds = co_await CheckDistrict(thread, w, d, &ytd);
    if (!holds) co_return false;
    rest -= ytd;
  }
  co_return Expect(rest == 0, kYtd);
}

Task<bool> ConsistencyCheck::CheckDistrict(Thread& thread, uint32_t w, uint32_t d, int64_t* ytd) {
  co_await Begin(thread);
  const Status status = co_await Read(thread, kDistricts, DistrictKey(w, d));
  bool holds = Found(status, kRows);
  const auto district = Load<DistrictHead>(value_);
  *ytd = district.ytd;
  if (holds) holds = co_await CheckNumbers(thread, w, d, district.next_o_id);
  co_await Finish(thread);
  if (!holds) co_return false;

  if (whole()) {
    holds = co_await CheckAllNewOrders(thread, w, d);
    if (holds) holds = co_await CheckAllOrders(thread, w, d, district.next_o_id);
  } else {
    holds = co_await CheckSomeNewOrders(thread, w, d);
    if (holds) holds = co_await CheckSomeOrders(thread, w, d, district.next_o_id);
  }
  if (!holds) co_return false;
  holds = co_await CheckCustomers(thread, w, d);
  if (!holds || !whole()) co_return holds;
  const uint32_t customers = scale_.customers, orders = district.next_o_id - 1;
  holds = co_await CountIndex(thread, kCustomers, NameKey(w, d, 0, 0), NameKey(w, d + 1, 0, 0) - 1,
                              customers);
  if (!holds) co_return false;
  co_return co_await CountIndex(thread, kOrders, CustomerOrderKey(w, d, 0, 0),
                                CustomerOrderKey(w, d + 1, 0, 0) - 1, orders);
}

Task<bool> ConsistencyCheck::CheckNumbers(Thread& thread, uint32_t w, uint32_t d, uint32_t next) {
  const Key from = OrderKey(w, d, 0);
  const Key to = OrderKey(w, d, kMaxOrder);
  Status status = co_await Seek(thread, {kOrders, 0, from, to, true});
  if (!Found(status, kNumbers)) co_return false;
  if (!Expect(OrderOf(key_) + 1 == next, kNumbers)) co_return false;

  oldest_new_ = newest_new_ = 0;
  status = co_await Seek(thread, {kNewOrders, 0, from, to, true});
  if (status == Status::kNotFound) co_return true;  // everything has been delivered
  if (!Found(status, kNumbers)) co_return false;
  newest_new_ = OrderOf(key_);
  if (!Expect(newest_new_ + 1 == next, kNumbers)) co_return false;
  status = co_await Seek(thread, {kNewOrders, 0, from, to});
  if (!Found(status, kContiguous)) co_return false;
  oldest_new_ = OrderOf(key_);
  co_return true;
}

Task<bool> ConsistencyCheck::CheckAllNewOrders(Thread& thread, uint32_t w, uint32_t d) {
  const Key to = OrderKey(w, d, kMaxOrder);
  uint32_t count = 0;
  Key from = OrderKey(w, d, 0);
  for (;;) {
    co_await Begin(thread);
    const Status status = co_await Seek(thread, {kNewOrders, 0, from, to});
    co_await Finish(thread);
    if (status == Status::kNotFound) break;
    if (!Found(status, kContiguous)) co_return false;
    ++count;
    from = key_ + 1;
  }
  co_return Expect(count == (newest_new_ == 0 ? 0 : newest_new_ - oldest_new_ + 1), kContiguous);
}

Task<bool> ConsistencyCheck::CheckSomeNewOrders(Thread& thread, uint32_t w, uint32_t d) {
  if (newest_new_ == 0) co_return true;
  co_await Begin(thread);
  bool holds = true;
  const uint32_t count = std::min(kSample, newest_new_ - oldest_new_ + 1);
  for (uint32_t i = 0; holds && i < 2 * count; ++i) {
    const uint32_t o = i < count ? oldest_new_ + i : newest_new_ - (i - count);
    const Status status = co_await Read(thread, kNewOrders, OrderKey(w, d, o));
    holds = Found(status, kContiguous);
  }
  co_await Finish(thread);
  co_return holds;
}

Task<bool> ConsistencyCheck::CheckAllOrders(Thread& thread, uint32_t w, uint32_t d, uint32_t next) {
  for (uint32_t o = 1; o < next; ++o) {
    const bool holds = co_await CheckOrder(thread, w, d, o);
    if (!holds) co_return false;
  }
  // The order lines of each order are counted: other orders have none.
  co_await Begin(thread);
  const Key end = OrderLineKey(w, d, kMaxOrder, kMaxLines);
  const Status status = co_await Seek(thread, {kOrderLines, 0, OrderLineKey(w, d, next, 0), end});
  co_await Finish(thread);
  co_return Expect(status == Status::kNotFound, kLines);
}

Task<bool> ConsistencyCheck::CheckSomeOrders(Thread& thread, uint32_t w, uint32_t d,
                                             uint32_t next) {
  const uint32_t around = std::max(oldest_new_, kSample / 2 + 1) - kSample / 2;
  for (uint32_t i = 0; i < kSample; ++i) {
    const uint32_t chosen[] = {next - std::min(i + 1, next - 1), std::min(around + i, next - 1),
                               1 + i * scale_.orders / kSample};
    for (const uint32_t o : chosen) {
      const bool holds = co_await CheckOrder(thread, w, d, o);
      if (!holds) co_return false;
    }
  }
  co_return true;
}

// The order, its lines, and its entry in the index. In the database there are no more lines than it
// says, and no fewer.
Task<bool> ConsistencyCheck::CheckOrder(Thread& thread, uint32_t w, uint32_t d, uint32_t o) {
  co_await Begin(thread);
  Status status = co_await Read(thread, kOrders, OrderKey(w, d, o));
  bool holds = Found(status, kLines);
  const auto order = Load<OrderHead>(value_);
  const bool is_new = o >= oldest_new_ && o <= newest_new_;
  holds = holds && Expect((order.carrier == 0) == is_new, kCarrier);
  if (holds) holds = co_await CheckIndex(thread, kOrders, OrderKey(w, d, o));
  uint32_t count = 0;
  Key from = OrderLineKey(w, d, o, 0);
  const Key to = OrderLineKey(w, d, o, kMaxLines);
  while (holds) {
    status = co_await Seek(thread, {kOrderLines, 0, from, to});
    if (status == Status::kNotFound) break;
    holds = Found(status, kLines) &&
            Expect((Load<OrderLineHead>(value_).delivery_d == kNever) == is_new, kDates);
    ++count;
    from = key_ + 1;
  }
  co_await Finish(thread);
  co_return holds&& Expect(count == order.ol_cnt, kLines);
}

Task<bool> ConsistencyCheck::CheckCustomers(Thread& thread, uint32_t w, uint32_t d) {
  const uint32_t step = whole() ? 1 : scale_.customers / kSample + 1;
  for (uint32_t c = 1; c <= scale_.customers; c += step) {
    co_await Begin(thread);
    const Status status = co_await Read(thread, kCustomers, CustomerKey(w, d, c));
    bool holds = Found(status, kRows);
    if (holds) holds = co_await CheckIndex(thread, kCustomers, CustomerKey(w, d, c));
    co_await Finish(thread);
    if (!holds) co_return false;
  }
  co_return true;
}

Task<bool> ConsistencyCheck::CountIndex(Thread& thread, TableId table, Key from, Key to,
                                        uint32_t count) {
  for (uint32_t seen = 0;; ++seen) {
    co_await Begin(thread);
    const Status status = co_await Seek(thread, {table, 1, from, to});
    co_await Finish(thread);
    if (status == Status::kNotFound) co_return Expect(seen == count, kIndex);
    if (!Found(status, kIndex)) co_return false;
    from = key_ + 1;
  }
}

Task<bool> ConsistencyCheck::CheckIndex(Thread& thread, TableId table, Key key) {
  const Key entry = table == kCustomers ? CustomerSecondary(key, value_.bytes)
                                        : OrderSecondary(key, value_.bytes);
  const Status status = co_await Seek(thread, {table, 1, entry, entry});
  if (!Found(status, kIndex)) co_return false;
  co_return Expect(key_ == entry && indexed_ == value_, kIndex);
}

}  // namespace afterimage::tpcc
