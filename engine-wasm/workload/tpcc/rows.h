// The nine tables of TPC-C (clause 1.3). A value is a head of fixed columns, given here, and then
// text. Columns that are part of the key are not in the value again, unless they refer to
// another table. Money is in cents, taxes and discounts are in hundredths of a percent, dates in
// virtual ns.
//
// Text that no transaction looks at is one filler for all its columns: names, streets, cities.
// Texts have their greatest length. In compact rows the filler is cut, so columns that matter come
// first.
#ifndef AFTERIMAGE_WORKLOAD_TPCC_ROWS_H_
#define AFTERIMAGE_WORKLOAD_TPCC_ROWS_H_

#include "db/record.h"
#include "db/schema.h"
#include "workload/row_bytes.h"
#include "workload/tpcc/scale.h"

namespace afterimage::tpcc {

enum Table : TableId {
  kWarehouses,
  kDistricts,
  kCustomers,
  kHistory,
  kNewOrders,
  kOrders,
  kOrderLines,
  kItems,
  kStock,
  kTables
};

inline constexpr int64_t kNever = -1;      // a date that is not set
inline constexpr uint32_t kMaxLines = 15;  // of an order
inline constexpr uint32_t kMinLines = 5;

struct WarehouseHead {
  int64_t ytd;
  uint32_t tax;
  uint32_t unused;
};

struct DistrictHead {
  int64_t ytd;
  uint32_t tax;
  uint32_t next_o_id;
};

struct CustomerHead {
  int64_t balance;
  int64_t ytd_payment;
  int64_t credit_lim;
  int64_t since;
  uint32_t discount;
  uint32_t payment_cnt;
  uint32_t delivery_cnt;
  uint16_t last_number;  // that `last` spells, for the index
  char credit[2];        // GC or BC
  char middle[2];
  char last[16];
  char first[16];
  char unused[6];
};

struct HistoryHead {
  int64_t date;
  int64_t amount;
  uint32_t c_id;
  uint16_t c_w_id;
  uint16_t w_id;
  uint8_t c_d_id;
  uint8_t d_id;
  char unused[6];
};

struct NewOrderHead {
  uint32_t o_id;
  uint16_t w_id;
  uint8_t d_id;
  uint8_t unused;
};

struct OrderHead {
  int64_t entry_d;
  uint32_t c_id;
  uint8_t carrier;  // 0: not delivered
  uint8_t ol_cnt;
  uint8_t all_local;
  uint8_t unused;
};

struct OrderLineHead {
  int64_t delivery_d;
  int64_t amount;
  uint32_t i_id;
  uint16_t supply_w_id;
  uint8_t quantity;
  uint8_t unused;
};

struct ItemHead {
  int64_t price;
  uint32_t im_id;
  uint32_t unused;
};

struct StockHead {
  int64_t ytd;
  int32_t quantity;
  uint32_t order_cnt;
  uint32_t remote_cnt;
  uint32_t unused;
};

inline constexpr uint32_t kDataBytes = 50;          // of an item or of stock, behind the head
inline constexpr uint32_t kDistrictInfoBytes = 24;  // of stock for each district, behind the data
inline constexpr uint32_t kCustomerDataBytes = 500;
inline constexpr uint32_t kAddressBytes = 10 + 20 + 20 + 20 + 2 + 9;  // with the name
inline constexpr uint32_t kMaxHeadBytes = sizeof(CustomerHead);

struct Layout {
  uint32_t head_bytes;
  uint32_t value_bytes;
  uint32_t compact_bytes;
};

constexpr uint32_t Whole(uint32_t bytes) { return (bytes + 7) / 8 * 8; }

inline constexpr Layout kLayouts[kTables] = {
    {sizeof(WarehouseHead), Whole(sizeof(WarehouseHead) + kAddressBytes), 24},
    {sizeof(DistrictHead), Whole(sizeof(DistrictHead) + kAddressBytes), 24},
    {sizeof(CustomerHead),
     Whole(sizeof(CustomerHead) + kCustomerDataBytes + 20 + 20 + 20 + 2 + 9 + 16), 120},
    {sizeof(HistoryHead), sizeof(HistoryHead) + 24, sizeof(HistoryHead)},
    {sizeof(NewOrderHead), sizeof(NewOrderHead), sizeof(NewOrderHead)},
    {sizeof(OrderHead), sizeof(OrderHead), sizeof(OrderHead)},
    {sizeof(OrderLineHead), sizeof(OrderLineHead) + kDistrictInfoBytes, sizeof(OrderLineHead)},
    {sizeof(ItemHead), Whole(sizeof(ItemHead) + kDataBytes + 24), 24},
    {sizeof(StockHead), Whole(sizeof(StockHead) + kDataBytes + 10 * kDistrictInfoBytes), 32},
};
static_assert(kLayouts[kCustomers].value_bytes == 680 &&
              kLayouts[kCustomers].value_bytes <= kMaxValueBytes);

constexpr uint32_t ValueBytes(uint32_t table, bool compact) {
  return compact ? kLayouts[table].compact_bytes : kLayouts[table].value_bytes;
}

// "ORIGINAL" is in the data of one in ten (clause 4.3.3.1).
inline constexpr char kOriginal[] = "ORIGINAL";
inline constexpr uint32_t kOriginalBytes = 8;

// The data of an item or of stock: its length in a value of this size.
constexpr uint32_t DataBytes(uint32_t head_bytes, uint32_t value_bytes) {
  const uint32_t room = value_bytes - head_bytes;
  return room < kDataBytes ? room : kDataBytes;
}

// True where the data of an item or of stock says so. Fillers have no capitals.
inline bool IsOriginal(const Value& value, uint32_t head_bytes) {
  return std::memchr(value.bytes + head_bytes, kOriginal[0], DataBytes(head_bytes, value.size)) !=
         nullptr;
}

}  // namespace afterimage::tpcc

#endif  // AFTERIMAGE_WORKLOAD_TPCC_ROWS_H_
