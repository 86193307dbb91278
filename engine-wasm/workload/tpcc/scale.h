// The scale of a TPC-C database. The standard fixes all but the warehouses (clause 1.2); smaller
// scales are for lectures and tests.
#ifndef AFTERIMAGE_WORKLOAD_TPCC_SCALE_H_
#define AFTERIMAGE_WORKLOAD_TPCC_SCALE_H_

#include <cstdint>

namespace afterimage::tpcc {

struct Scale {
  static constexpr uint32_t kMaxWarehouses = 1000;
  static constexpr uint32_t kDistricts = 10;
  static constexpr uint32_t kCustomers = 3000;
  static constexpr uint32_t kItems = 100000;
  static constexpr uint32_t kOrders = 3000;
  static constexpr uint32_t kNames = 1000;

  uint32_t warehouses = 1;
  uint32_t districts = kDistricts;  // of a warehouse
  uint32_t customers = kCustomers;  // of a district
  uint32_t items = kItems;
  uint32_t orders = kOrders;  // of a district, before the run
  // Rows without most of their fillers: none exceeds 120 bytes.
  bool compact = false;

  // Last names in use: every one has a customer.
  uint32_t names() const { return customers < kNames ? customers : kNames; }
  // The newest orders of a district that are not delivered yet: 900 of 3000.
  uint32_t undelivered() const { return orders * 3 / 10; }
  uint32_t all_districts() const { return warehouses * districts; }
};

}  // namespace afterimage::tpcc

#endif  // AFTERIMAGE_WORKLOAD_TPCC_SCALE_H_
