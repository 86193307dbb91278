#include "workload/tpcc/inputs.h"

namespace afterimage::tpcc {

void User::Draw(Kind kind, Inputs* inputs) {
  if (home_ == Home::kEachTransaction) warehouse_ = 1 + random_.Below(scale_.warehouses);
  inputs->w = inputs->c_w = warehouse_;
  inputs->d = inputs->c_d = 1 + random_.Below(scale_.districts);
  inputs->unknown_item = false;
  switch (kind) {
    case kNewOrder: return DrawNewOrder(inputs);
    case kPayment: return DrawPayment(inputs);
    case kOrderStatus: return DrawCustomer(inputs);
    case kDelivery: inputs->carrier = 1 + random_.Below(10); return;
    default: inputs->threshold = 10 + random_.Below(11);
  }
}

void User::DrawNewOrder(Inputs* inputs) {
  inputs->c = 1 + distributions_.customer.Draw(random_);
  inputs->line_count =
      new_orders_.fewest + random_.Below(new_orders_.most - new_orders_.fewest + 1);
  inputs->unknown_item = random_.Chance(new_orders_.rollback_percent);
  for (uint32_t i = 0; i < inputs->line_count; ++i) {
    Inputs::Line& line = inputs->lines[i];
    line.i_id = 1 + distributions_.item.Draw(random_);
    line.supply_w = random_.Below(100) == 0 ? OtherWarehouse() : warehouse_;
    line.quantity = 1 + random_.Below(10);
  }
  if (inputs->unknown_item) inputs->lines[inputs->line_count - 1].i_id = scale_.items + 1;
}

void User::DrawPayment(Inputs* inputs) {
  DrawCustomer(inputs);
  inputs->amount = 100 + int64_t{random_.Below(499901)};
  if (random_.Chance(85)) return;
  const uint32_t other = OtherWarehouse();
  if (other == warehouse_) return;
  inputs->c_w = other;
  inputs->c_d = 1 + random_.Below(scale_.districts);
}

void User::DrawCustomer(Inputs* inputs) {
  inputs->by_name = random_.Chance(60);
  if (inputs->by_name) {
    inputs->name = distributions_.name.Draw(random_);
  } else {
    inputs->c = 1 + distributions_.customer.Draw(random_);
  }
}

// Any but the user's own; that where there is no other.
uint32_t User::OtherWarehouse() {
  if (scale_.warehouses == 1) return warehouse_;
  const uint32_t other = 1 + random_.Below(scale_.warehouses - 1);
  return other < warehouse_ ? other : other + 1;
}

}  // namespace afterimage::tpcc
