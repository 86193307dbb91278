// A client of TPC-C: one transaction after the other, without keying or thinking time. A transaction
// that the engine rolls back begins again with the same inputs until it commits.
//
// A statement touches one record, and perhaps changes it. What a transaction would only show at the
// terminal is read and not put together.
#ifndef AFTERIMAGE_WORKLOAD_TPCC_TERMINAL_H_
#define AFTERIMAGE_WORKLOAD_TPCC_TERMINAL_H_

#include "workload/client.h"
#include "workload/tpcc/inputs.h"

namespace afterimage::tpcc {

// The program of a kind: begins with the statement that begins, ends with the one that commits.
struct StatementList {
  const Text* texts;
  uint16_t count;
};
extern const StatementList kNewOrderStatements;
extern const StatementList kPaymentStatements;
extern const StatementList kOrderStatusStatements;
extern const StatementList kDeliveryStatements;
extern const StatementList kStockLevelStatements;
const StatementList& StatementsOf(Kind kind);

class Terminal : private Client {
 public:
  Terminal(Arena& arena, const Workload& workload, const Population& population, ClientRun& run, uint32_t number,
           uint32_t rollback_percent);

  // The client's program.
  Task<void> Run(Thread& thread);

 private:
  Task<void> Transact(Thread& thread, TxnLabel label, Kind kind);
  Task<Status> Program(Thread& thread, Kind kind);
  Task<Status> NewOrder(Thread& thread);
  Task<Status> OrderLine(Thread& thread, uint32_t o_id, uint32_t number);
  Task<Status> Payment(Thread& thread);
  Task<Status> OrderStatus(Thread& thread);
  Task<Status> Delivery(Thread& thread);
  Task<Status> DeliverOldest(Thread& thread, uint32_t d);
  Task<Status> DeliverLines(Thread& thread, Key order, uint32_t count, int64_t* amount);
  Task<Status> StockLevel(Thread& thread);

  NextStatement Statement(Thread& thread, uint16_t statement) {
    const bool ends_one = in_statement_;
    in_statement_ = true;
    return NextStatement(thread, statement, ends_one, statement_ns_);
  }
  // Into value_.
  Task<Status> Read(Thread& thread, TableId table, Key key, LockMode mode) {
    return run_.engine.Read(thread, *txn_, table, key, mode, &value_);
  }
  // The first record of `range`, into key_ and value_.
  Task<Status> Seek(Thread& thread, const KeyRange& range, LockMode mode) {
    range_ = range;
    return run_.engine.Seek(thread, *txn_, range_, mode, &key_, &value_);
  }
  // The customer that the inputs mean, into key_ (of the primary index) and value_. Of namesakes it is
  // the one in the middle (clause 2.5.2.2).
  Task<Status> ReadCustomer(Thread& thread, uint16_t statement, LockMode mode);
  // value_ becomes a new record's.
  template <class Head>
  void Compose(TableId table, const Head& head) {
    value_.size = population_.value_bytes(table);
    Store(head, &value_);
  }

  const Workload& workload_;
  const Population& population_;
  uint32_t number_;
  User user_;
  Inputs inputs_;
  bool in_statement_ = false;
  bool unknown_item_ = false;  // the user asked for it: roll back, and that is that

  // Here and not in coroutine frames, because of their size.
  Value value_;
  Value stock_;
  Key key_ = 0;
  KeyRange range_;
  uint16_t* namesakes_;
  uint32_t items_[20 * kMaxLines];
};

}  // namespace afterimage::tpcc

#endif  // AFTERIMAGE_WORKLOAD_TPCC_TERMINAL_H_
