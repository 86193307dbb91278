// The new-order transaction (clause 2.4).
#include "workload/tpcc/terminal.h"

#include <iterator>

namespace afterimage::tpcc {
namespace {

enum : uint16_t {
  kReadWarehouse = 1,
  kNextOrder,
  kReadDiscount,
  kInsertOrder,
  kInsertNewOrder,
  kReadItem,
  kChangeStock,
  kInsertLine
};

constexpr Text kNewOrderTexts[] = {
    {"begin", "开始事务"},
    {"read the warehouse: its tax", "读仓库：税率"},
    {"take the order number from the district", "从地区取得订单号"},
    {"read the customer: the discount", "读客户：折扣"},
    {"insert the order", "插入订单"},
    {"insert it among the new orders", "插入新订单"},
    {"for each line: read the item", "对每一订单行：读商品"},
    {"for each line: take it from the stock", "对每一订单行：扣减库存"},
    {"for each line: insert it", "对每一订单行：插入该行"},
    {"commit; roll back where an item does not exist", "提交；若商品不存在则回滚"},
};

void TakeFromStock(const Inputs::Line& line, bool remote, StockHead* stock) {
  const auto quantity = static_cast<int32_t>(line.quantity);
  stock->quantity += stock->quantity >= quantity + 10 ? -quantity : 91 - quantity;
  stock->ytd += quantity;
  ++stock->order_cnt;
  if (remote) ++stock->remote_cnt;
}

}  // namespace

const StatementList kNewOrderStatements = {kNewOrderTexts, std::size(kNewOrderTexts)};

Task<Status> Terminal::NewOrder(Thread& thread) {
  const uint32_t w = inputs_.w, d = inputs_.d;
  co_await Statement(thread, kReadWarehouse);
  Status status = co_await Read(thread, kWarehouses, WarehouseKey(w), LockMode::kShared);
  if (status != Status::kOk) co_return status;

  co_await Statement(thread, kNextOrder);
  status = co_await Read(thread, kDistricts, DistrictKey(w, d), LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  auto district = Load<DistrictHead>(value_);
  const uint32_t o_id = district.next_o_id++;
  if (o_id > kMaxOrder) co_return Status::kDamaged;
  Store(district, &value_);
  status = co_await Update(thread, kDistricts, DistrictKey(w, d), value_);
  if (status != Status::kOk) co_return status;

  co_await Statement(thread, kReadDiscount);
  status = co_await Read(thread, kCustomers, CustomerKey(w, d, inputs_.c), LockMode::kShared);
  if (status != Status::kOk) co_return status;

  co_await Statement(thread, kInsertOrder);
  uint8_t all_local = 1;
  for (uint32_t i = 0; i < inputs_.line_count; ++i) all_local &= inputs_.lines[i].supply_w == w;
  const auto now = static_cast<int64_t>(thread.now());
  Compose(kOrders,
          OrderHead{now, inputs_.c, 0, static_cast<uint8_t>(inputs_.line_count), all_local, 0});
  status = co_await Insert(thread, kOrders, OrderKey(w, d, o_id), value_);
  if (status != Status::kOk) co_return status;

  co_await Statement(thread, kInsertNewOrder);
  Compose(kNewOrders, NewOrderHead{o_id, static_cast<uint16_t>(w), static_cast<uint8_t>(d), 0});
  status = co_await Insert(thread, kNewOrders, OrderKey(w, d, o_id), value_);
  if (status != Status::kOk) co_return status;

  for (uint32_t number = 1; number <= inputs_.line_count; ++number) {
    status = co_await OrderLine(thread, o_id, number);
    if (status != Status::kOk) co_return status;
  }
  co_return Status::kOk;
}

Task<Status> Terminal::OrderLine(Thread& thread, uint32_t o_id, uint32_t number) {
  const Inputs::Line& line = inputs_.lines[number - 1];
  co_await Statement(thread, kReadItem);
  Status status = co_await Read(thread, kItems, ItemKey(line.i_id), LockMode::kShared);
  // The user asked for it: roll back, and that is that.
  unwanted_ = status == Status::kNotFound && line.i_id > population_.scale().items;
  if (status != Status::kOk) co_return status;
  const int64_t amount = Load<ItemHead>(value_).price * line.quantity;

  co_await Statement(thread, kChangeStock);
  const Key stock_key = StockKey(line.supply_w, line.i_id);
  status = co_await Client::Read(thread, kStock, stock_key, LockMode::kExclusive, &stock_);
  if (status != Status::kOk) co_return status;
  auto stock = Load<StockHead>(stock_);
  TakeFromStock(line, line.supply_w != inputs_.w, &stock);
  Store(stock, &stock_);
  status = co_await Update(thread, kStock, stock_key, stock_);
  if (status != Status::kOk) co_return status;

  co_await Statement(thread, kInsertLine);
  Compose(kOrderLines,
          OrderLineHead{kNever, amount, line.i_id, static_cast<uint16_t>(line.supply_w),
                        static_cast<uint8_t>(line.quantity), 0});
  // The district's information comes from the stock; compact rows have none.
  const uint32_t info = sizeof(StockHead) + kDataBytes + (inputs_.d - 1) * kDistrictInfoBytes;
  std::memcpy(value_.bytes + sizeof(OrderLineHead), stock_.bytes + info,
              value_.size - sizeof(OrderLineHead));
  co_return co_await Insert(thread, kOrderLines, OrderLineKey(inputs_.w, inputs_.d, o_id, number),
                            value_);
}

}  // namespace afterimage::tpcc
