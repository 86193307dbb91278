// A client of TPC-C, without keying or thinking time.
//
// A statement touches one record, and perhaps changes it. What a transaction would only show at the
// terminal is read and not put together.
#ifndef AFTERIMAGE_WORKLOAD_TPCC_TERMINAL_H_
#define AFTERIMAGE_WORKLOAD_TPCC_TERMINAL_H_

#include "workload/program_client.h"
#include "workload/tpcc/inputs.h"

namespace afterimage::tpcc {

extern const StatementList kNewOrderStatements;
extern const StatementList kPaymentStatements;
extern const StatementList kOrderStatusStatements;
extern const StatementList kDeliveryStatements;
extern const StatementList kStockLevelStatements;
const StatementList& StatementsOf(Kind kind);

class Terminal final : private ProgramClient {
 public:
  Terminal(Arena& arena, const Workload& workload, const Population& population, ClientRun& run,
           uint32_t number, const NewOrders& new_orders, Home home);

  using ProgramClient::Run;

 private:
  void Draw(uint32_t kind) override { user_.Draw(static_cast<Kind>(kind), &inputs_); }
  bool EndsInRollBack() const override { return inputs_.unknown_item; }
  Task<Status> Program(Thread& thread, uint32_t kind) override;
  Task<Status> NewOrder(Thread& thread);
  Task<Status> OrderLine(Thread& thread, uint32_t o_id, uint32_t number);
  Task<Status> Payment(Thread& thread);
  Task<Status> OrderStatus(Thread& thread);
  Task<Status> Delivery(Thread& thread);
  Task<Status> DeliverOldest(Thread& thread, uint32_t d);
  Task<Status> DeliverLines(Thread& thread, Key order, uint32_t count, int64_t* amount);
  Task<Status> StockLevel(Thread& thread);

  // The customer that the inputs mean, into key_ (of the primary index) and value_. Of namesakes it
  // is the one in the middle (clause 2.5.2.2).
  Task<Status> ReadCustomer(Thread& thread, uint16_t statement, LockMode mode);
  // value_ becomes a new record's.
  template <class Head>
  void Compose(TableId table, const Head& head) {
    value_.size = population_.value_bytes(table);
    Store(head, &value_);
  }

  const Population& population_;
  uint32_t number_;
  User user_;
  Inputs inputs_;

  Value stock_;
  uint16_t* namesakes_;
  uint32_t items_[20 * kMaxLines];
};

}  // namespace afterimage::tpcc

#endif  // AFTERIMAGE_WORKLOAD_TPCC_TERMINAL_H_
