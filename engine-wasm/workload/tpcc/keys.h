// Keys of TPC-C's tables: the columns of the primary key from the most significant bit down, so
// that numbers sort as the columns do. All below 2^49.
//
//   warehouse 10 | district 4 | customer 12
//   warehouse 10 | district 4 | customer 12 | order 22
//   warehouse 10 | district 4 | order 24 | line 4
//   warehouse 10 | district 4 | name 10 | customer 12
//   warehouse 10 | item 17
#ifndef AFTERIMAGE_WORKLOAD_TPCC_KEYS_H_
#define AFTERIMAGE_WORKLOAD_TPCC_KEYS_H_

#include "workload/tpcc/rows.h"

namespace afterimage::tpcc {

inline constexpr uint32_t kCustomerBits = 12;
inline constexpr uint32_t kItemBits = 17;
inline constexpr uint32_t kNameBits = 10;
inline constexpr uint32_t kOrderBits = 22;
inline constexpr uint32_t kLineBits = 4;
inline constexpr uint32_t kMaxOrder = (1u << kOrderBits) - 1;  // of a district

// Numbers count from 1, as in the standard.
constexpr Key WarehouseKey(uint32_t w) { return w; }
constexpr Key DistrictKey(uint32_t w, uint32_t d) { return Key{w} << 4 | d; }
constexpr Key CustomerKey(uint32_t w, uint32_t d, uint32_t c) {
  return DistrictKey(w, d) << kCustomerBits | c;
}
constexpr Key OrderKey(uint32_t w, uint32_t d, uint32_t o) {
  return DistrictKey(w, d) << kOrderBits | o;
}
constexpr Key OrderLineKey(uint32_t w, uint32_t d, uint32_t o, uint32_t line) {
  return OrderKey(w, d, o) << kLineBits | line;
}
constexpr Key ItemKey(uint32_t i) { return i; }
constexpr Key StockKey(uint32_t w, uint32_t i) { return Key{w} << kItemBits | i; }

// History has no primary key: before the run a customer has one row, in the run a client appends
// one in an attempt.
constexpr Key InitialHistoryKey(uint32_t w, uint32_t d, uint32_t c) { return CustomerKey(w, d, c); }
constexpr Key AppendedHistoryKey(uint32_t client, TxnId attempt) {
  return Key{1} << 48 | Key{client} << 32 | attempt;
}

// The secondary index of customers; namesakes in order of their numbers, where the standard orders
// them by first name: those are as good as random.
constexpr Key NameKey(uint32_t w, uint32_t d, uint32_t name, uint32_t c) {
  return (DistrictKey(w, d) << kNameBits | name) << kCustomerBits | c;
}
// The secondary index of orders.
constexpr Key CustomerOrderKey(uint32_t w, uint32_t d, uint32_t c, uint32_t o) {
  return CustomerKey(w, d, c) << kOrderBits | o;
}

constexpr uint32_t CustomerOf(Key key) { return key & ((1u << kCustomerBits) - 1); }
constexpr uint32_t OrderOf(Key key) { return key & kMaxOrder; }

// Return the secondary keys, for the schema.
Key CustomerSecondary(Key key, const uint8_t* value);
Key OrderSecondary(Key key, const uint8_t* value);

}  // namespace afterimage::tpcc

#endif  // AFTERIMAGE_WORKLOAD_TPCC_KEYS_H_
