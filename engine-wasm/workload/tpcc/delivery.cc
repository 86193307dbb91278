// The delivery transaction (clause 2.7): the oldest new order of every district, in one
// transaction, run at once and not queued.
#include "workload/tpcc/terminal.h"

#include <iterator>

namespace afterimage::tpcc {
namespace {

enum : uint16_t { kFindOldest = 1, kEraseNewOrder, kChangeOrder, kChangeLine, kAddToBalance };

constexpr Text kDeliveryTexts[] = {
    {"begin", "开始事务"},
    {"for each district: find its oldest new order", "对每个地区：查找最早的新订单"},
    {"for each district: erase it from the new orders", "对每个地区：将其从新订单中删除"},
    {"for each district: set the order's carrier", "对每个地区：设置订单的承运人"},
    {"for each line of the order: set the date", "对订单的每一行：设置送达日期"},
    {"for each district: add the sum to the customer's balance", "对每个地区：将总额计入客户余额"},
    {"commit", "提交"},
};

}  // namespace

const StatementList kDeliveryStatements = {kDeliveryTexts, std::size(kDeliveryTexts)};

Task<Status> Terminal::Delivery(Thread& thread) {
  for (uint32_t d = 1; d <= population_.scale().districts; ++d) {
    const Status status = co_await DeliverOldest(thread, d);
    if (status != Status::kOk) co_return status;
  }
  co_return Status::kOk;
}

Task<Status> Terminal::DeliverOldest(Thread& thread, uint32_t d) {
  const uint32_t w = inputs_.w;
  co_await Statement(thread, kFindOldest);
  // Locks the number before all others, which no order has: deliveries of a district take turns.
  // What one of them erases is gone for the next, which must not pass over it, for it may come
  // back.
  Status status = co_await Read(thread, kNewOrders, OrderKey(w, d, 0), LockMode::kExclusive);
  if (status != Status::kNotFound) co_return status;
  status = co_await Seek(thread, {kNewOrders, 0, OrderKey(w, d, 0), OrderKey(w, d, kMaxOrder)},
                         LockMode::kExclusive);
  if (status == Status::kNotFound) co_return Status::kOk;  // nothing to deliver here
  if (status != Status::kOk) co_return status;
  const Key order = key_;

  co_await Statement(thread, kEraseNewOrder);
  status = co_await Erase(thread, kNewOrders, order);
  if (status != Status::kOk) co_return status;

  co_await Statement(thread, kChangeOrder);
  status = co_await Read(thread, kOrders, order, LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  auto head = Load<OrderHead>(value_);
  head.carrier = static_cast<uint8_t>(inputs_.carrier);
  Store(head, &value_);
  status = co_await Update(thread, kOrders, order, value_);
  if (status != Status::kOk) co_return status;

  int64_t amount = 0;
  status = co_await DeliverLines(thread, order, head.ol_cnt, &amount);
  if (status != Status::kOk) co_return status;

  co_await Statement(thread, kAddToBalance);
  const Key customer_key = CustomerKey(w, d, head.c_id);
  status = co_await Read(thread, kCustomers, customer_key, LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  auto customer = Load<CustomerHead>(value_);
  customer.balance += amount;
  ++customer.delivery_cnt;
  Store(customer, &value_);
  co_return co_await Update(thread, kCustomers, customer_key, value_);
}

Task<Status> Terminal::DeliverLines(Thread& thread, Key order, uint32_t count, int64_t* amount) {
  for (uint32_t number = 1; number <= count; ++number) {
    co_await Statement(thread, kChangeLine);
    const Key key = order << kLineBits | number;
    Status status = co_await Read(thread, kOrderLines, key, LockMode::kExclusive);
    if (status != Status::kOk) co_return status;
    auto line = Load<OrderLineHead>(value_);
    *amount += line.amount;
    line.delivery_d = static_cast<int64_t>(thread.now());
    Store(line, &value_);
    status = co_await Update(thread, kOrderLines, key, value_);
    if (status != Status::kOk) co_return status;
  }
  co_return Status::kOk;
}

}  // namespace afterimage::tpcc
