// The payment transaction (clause 2.5).
#include "workload/tpcc/terminal.h"

#include <algorithm>
#include <iterator>

namespace afterimage::tpcc {
namespace {

enum : uint16_t { kWarehouse = 1, kDistrict, kFindPayer, kTakeFromBalance, kInsertHistory };

constexpr Text kPaymentTexts[] = {
    {"begin", "开始事务"},
    {"add the amount to the warehouse", "将金额计入仓库"},
    {"add the amount to the district", "将金额计入地区"},
    {"find the customer, by number or by last name", "按编号或姓氏查找客户"},
    {"take the amount from the customer's balance", "从客户余额中扣除金额"},
    {"insert the payment into the history", "将付款插入历史"},
    {"commit", "提交"},
};

constexpr uint32_t kNameBytes = 10;  // of a warehouse or a district, behind the head

char* PutNumber(char* at, uint64_t number, uint32_t digits) {
  for (uint32_t i = digits; i-- > 0; number /= 10) at[i] = static_cast<char>('0' + number % 10);
  at[digits] = ' ';
  return at + digits + 1;
}

// Puts the latest payments first in the data of a customer with bad credit (clause 2.5.2.2).
void RememberPayment(const Inputs& inputs, uint32_t c, Value* customer) {
  char payment[32];
  char* end = PutNumber(payment, c, 4);
  end = PutNumber(end, inputs.c_d, 2);
  end = PutNumber(end, inputs.c_w, 4);
  end = PutNumber(end, inputs.d, 2);
  end = PutNumber(end, inputs.w, 4);
  end = PutNumber(end, static_cast<uint64_t>(inputs.amount), 6);
  const auto bytes = static_cast<uint32_t>(end - payment);
  uint8_t* data = customer->bytes + sizeof(CustomerHead);
  const uint32_t data_bytes =
      std::min(kCustomerDataBytes, customer->size - static_cast<uint32_t>(sizeof(CustomerHead)));
  std::memmove(data + bytes, data, data_bytes - bytes);
  std::memcpy(data, payment, bytes);
}

}  // namespace

const StatementList kPaymentStatements = {kPaymentTexts, std::size(kPaymentTexts)};

Task<Status> Terminal::Payment(Thread& thread) {
  const uint32_t w = inputs_.w, d = inputs_.d;
  uint8_t names[24];  // for the history: warehouse, four blanks, district
  std::memset(names, ' ', sizeof names);
  co_await Statement(thread, kWarehouse);
  Status status = co_await Read(thread, kWarehouses, WarehouseKey(w), LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  auto warehouse = Load<WarehouseHead>(value_);
  warehouse.ytd += inputs_.amount;
  Store(warehouse, &value_);
  std::memcpy(names, value_.bytes + sizeof warehouse,
              std::min<size_t>(kNameBytes, value_.size - sizeof warehouse));
  status = co_await Update(thread, kWarehouses, WarehouseKey(w), value_);
  if (status != Status::kOk) co_return status;

  co_await Statement(thread, kDistrict);
  status = co_await Read(thread, kDistricts, DistrictKey(w, d), LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  auto district = Load<DistrictHead>(value_);
  district.ytd += inputs_.amount;
  Store(district, &value_);
  std::memcpy(names + 14, value_.bytes + sizeof district,
              std::min<size_t>(kNameBytes, value_.size - sizeof district));
  status = co_await Update(thread, kDistricts, DistrictKey(w, d), value_);
  if (status != Status::kOk) co_return status;

  status = co_await ReadCustomer(thread, kFindPayer, LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  co_await Statement(thread, kTakeFromBalance);
  auto customer = Load<CustomerHead>(value_);
  customer.balance -= inputs_.amount;
  customer.ytd_payment += inputs_.amount;
  ++customer.payment_cnt;
  Store(customer, &value_);
  const uint32_t c = CustomerOf(key_);
  if (customer.credit[0] == 'B') RememberPayment(inputs_, c, &value_);
  status = co_await Update(thread, kCustomers, key_, value_);
  if (status != Status::kOk) co_return status;

  co_await Statement(thread, kInsertHistory);
  Compose(kHistory, HistoryHead{static_cast<int64_t>(thread.now()),
                                inputs_.amount,
                                c,
                                static_cast<uint16_t>(inputs_.c_w),
                                static_cast<uint16_t>(w),
                                static_cast<uint8_t>(inputs_.c_d),
                                static_cast<uint8_t>(d),
                                {}});
  std::memcpy(value_.bytes + sizeof(HistoryHead), names, value_.size - sizeof(HistoryHead));
  co_return co_await Insert(thread, kHistory, AppendedHistoryKey(number_, txn_->id), value_);
}

}  // namespace afterimage::tpcc
