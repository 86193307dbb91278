// The order-status transaction (clause 2.6).
#include "workload/tpcc/terminal.h"

#include <iterator>

namespace afterimage::tpcc {
namespace {

enum : uint16_t { kFindCustomer = 1, kFindLatestOrder, kReadLineOfOrder };

constexpr Text kOrderStatusTexts[] = {
    {"begin", "开始事务"},
    {"find the customer, by number or by last name", "按编号或姓氏查找客户"},
    {"find the customer's latest order", "查找该客户最近的订单"},
    {"for each line of it: read the line", "对其每一订单行：读该行"},
    {"commit", "提交"},
};

}  // namespace

const StatementList kOrderStatusStatements = {kOrderStatusTexts, std::size(kOrderStatusTexts)};

Task<Status> Terminal::OrderStatus(Thread& thread) {
  const uint32_t w = inputs_.w, d = inputs_.d;
  Status status = co_await ReadCustomer(thread, kFindCustomer, LockMode::kShared);
  if (status != Status::kOk) co_return status;
  const uint32_t c = CustomerOf(key_);

  co_await Statement(thread, kFindLatestOrder);
  status = co_await Seek(
      thread,
      {kOrders, 1, CustomerOrderKey(w, d, c, 0), CustomerOrderKey(w, d, c, kMaxOrder), true},
      LockMode::kShared);
  // There are customers without orders in a small database.
  if (status == Status::kNotFound) co_return Status::kOk;
  if (status != Status::kOk) co_return status;
  const uint32_t o_id = OrderOf(key_);
  const uint32_t lines = Load<OrderHead>(value_).ol_cnt;

  for (uint32_t number = 1; number <= lines; ++number) {
    co_await Statement(thread, kReadLineOfOrder);
    status =
        co_await Read(thread, kOrderLines, OrderLineKey(w, d, o_id, number), LockMode::kShared);
    if (status != Status::kOk) co_return status;
  }
  co_return Status::kOk;
}

}  // namespace afterimage::tpcc
