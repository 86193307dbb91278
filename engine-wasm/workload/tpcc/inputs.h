// The inputs of a transaction, as a user would key them in: they are drawn before it begins, and
// are the same for all attempts.
#ifndef AFTERIMAGE_WORKLOAD_TPCC_INPUTS_H_
#define AFTERIMAGE_WORKLOAD_TPCC_INPUTS_H_

#include "workload/tpcc/population.h"
#include "workload/tpcc/rows.h"

namespace afterimage::tpcc {

enum Kind : uint8_t { kNewOrder, kPayment, kOrderStatus, kDelivery, kStockLevel, kKinds };

struct Inputs {
  struct Line {
    uint32_t i_id;
    uint32_t supply_w;
    uint32_t quantity;
  };

  uint32_t w = 0;
  uint32_t d = 0;
  // The customer, by number or by last name.
  uint32_t c_w = 0;
  uint32_t c_d = 0;
  bool by_name = false;
  uint32_t c = 0;
  uint32_t name = 0;
  Line lines[kMaxLines];  // of a new-order
  uint32_t line_count = 0;
  bool unknown_item = false;  // the last line asks for an item that does not exist
  int64_t amount = 0;         // of a payment
  uint32_t carrier = 0;       // of a delivery
  uint32_t threshold = 0;     // of a stock-level
};

// The inputs of new-orders.
struct NewOrders {
  uint32_t rollback_percent = 1;  // ask for an item that does not exist (clause 2.4.1.4)
  uint32_t fewest = kMinLines;    // lines
  uint32_t most = kMaxLines;
};

// The origin of a client's transactions: one terminal, whose warehouse never changes, or the
// terminals of all warehouses, any of them each time.
enum class Home : uint8_t { kOneForGood, kEachTransaction };

// The user that keys in the transactions of one client.
class User {
 public:
  User(const Scale& scale, const Distributions& distributions, const NewOrders& new_orders,
       Home home, uint32_t warehouse, uint64_t seed)
      : scale_(scale),
        distributions_(distributions),
        new_orders_(new_orders),
        home_(home),
        warehouse_(warehouse),
        random_(seed) {}

  void Draw(Kind kind, Inputs* inputs);

 private:
  void DrawNewOrder(Inputs* inputs);
  void DrawPayment(Inputs* inputs);
  // 60 % by last name, the others by number (clause 2.5.1.2).
  void DrawCustomer(Inputs* inputs);
  uint32_t OtherWarehouse();

  const Scale& scale_;
  const Distributions& distributions_;
  NewOrders new_orders_;
  Home home_;
  uint32_t warehouse_;  // of the transaction
  Random random_;
};

}  // namespace afterimage::tpcc

#endif  // AFTERIMAGE_WORKLOAD_TPCC_INPUTS_H_
