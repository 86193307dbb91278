#include "workload/tpcc/terminal.h"

namespace afterimage::tpcc {

const StatementList& StatementsOf(Kind kind) {
  static constexpr const StatementList* kLists[kKinds] = {
      &kNewOrderStatements, &kPaymentStatements, &kOrderStatusStatements, &kDeliveryStatements,
      &kStockLevelStatements};
  return *kLists[kind];
}

Terminal::Terminal(Arena& arena, const Workload& workload, const Population& population,
                   ClientRun& run, uint32_t number, const NewOrders& new_orders, Home home)
    : ProgramClient(workload, run),
      population_(population),
      number_(number),
      user_(population.scale(), population.distributions(), new_orders, home,
            number % population.scale().warehouses + 1, Mix64(Mix64(run.seed) + number)),
      namesakes_(arena.NewArray<uint16_t>(population.most_namesakes())) {}

Task<Status> Terminal::Program(Thread& thread, uint32_t kind) {
  switch (kind) {
    case kNewOrder: return NewOrder(thread);
    case kPayment: return Payment(thread);
    case kOrderStatus: return OrderStatus(thread);
    case kDelivery: return Delivery(thread);
    default: return StockLevel(thread);
  }
}

Task<Status> Terminal::ReadCustomer(Thread& thread, uint16_t statement, LockMode mode) {
  uint32_t c = inputs_.c;
  if (inputs_.by_name) {
    Key from = NameKey(inputs_.c_w, inputs_.c_d, inputs_.name, 0);
    const Key to = NameKey(inputs_.c_w, inputs_.c_d, inputs_.name + 1, 0) - 1;
    uint32_t count = 0;
    for (; count < population_.most_namesakes(); ++count) {
      co_await Statement(thread, statement);
      const Status status = co_await Seek(thread, {kCustomers, 1, from, to}, mode);
      if (status == Status::kNotFound) break;
      if (status != Status::kOk) co_return status;
      namesakes_[count] = static_cast<uint16_t>(CustomerOf(key_));
      from = key_ + 1;
    }
    if (count == 0) co_return Status::kNotFound;
    c = namesakes_[(count + 1) / 2 - 1];
  }
  co_await Statement(thread, statement);
  key_ = CustomerKey(inputs_.c_w, inputs_.c_d, c);
  co_return co_await Read(thread, kCustomers, key_, mode);
}

}  // namespace afterimage::tpcc
