// The check of consistency conditions 1 to 4 of TPC-C (clause 3.3.2), of 5 and 7, which cost no
// further reads, and of the agreement of secondary indexes with their tables.
//
//   1  W_YTD = sum of D_YTD                                      every warehouse
//   2  D_NEXT_O_ID - 1 = max(O_ID) = max(NO_O_ID)                every district
//   3  max(NO_O_ID) - min(NO_O_ID) + 1 = new orders              every district
//   4  sum of O_OL_CNT = order lines                             every district
//   5  O_CARRIER_ID is set unless the order is a new order       every order that is read
//   7  OL_DELIVERY_D is set where O_CARRIER_ID is                its lines
//
// Databases of up to kWholeOrders initial orders are read completely. In larger ones condition 3
// examines the kSample oldest and newest new orders of each district, which must follow each other,
// and the others and the indexes its kSample newest orders, those around the oldest new order, and
// kSample others spread over the initial ones, each order by itself.
#ifndef AFTERIMAGE_WORKLOAD_TPCC_CONSISTENCY_H_
#define AFTERIMAGE_WORKLOAD_TPCC_CONSISTENCY_H_

#include "workload/check_reader.h"
#include "workload/tpcc/population.h"

namespace afterimage::tpcc {

class ConsistencyCheck final : private CheckReader {
 public:
  static constexpr uint32_t kWholeOrders = 40000;  // one warehouse of the standard has 30000
  static constexpr uint32_t kSample = 10;

  ConsistencyCheck(const Scale& scale, StorageEngine& engine, Consistency* result)
      : CheckReader(engine, result), scale_(scale) {}

  // Runs the check, until the first condition that does not hold.
  Task<void> Run(Thread& thread);

 private:
  Task<bool> CheckWarehouse(Thread& thread, uint32_t w);
  Task<bool> CheckDistrict(Thread& thread, uint32_t w, uint32_t d, int64_t* ytd);
  Task<bool> CheckNumbers(Thread& thread, uint32_t w, uint32_t d, uint32_t next);
  Task<bool> CheckAllNewOrders(Thread& thread, uint32_t w, uint32_t d);
  Task<bool> CheckSomeNewOrders(Thread& thread, uint32_t w, uint32_t d);
  Task<bool> CheckAllOrders(Thread& thread, uint32_t w, uint32_t d, uint32_t next);
  Task<bool> CheckSomeOrders(Thread& thread, uint32_t w, uint32_t d, uint32_t next);
  Task<bool> CheckOrder(Thread& thread, uint32_t w, uint32_t d, uint32_t o);
  Task<bool> CheckCustomers(Thread& thread, uint32_t w, uint32_t d);
  // Checks that the district's part of a secondary index has this many entries.
  Task<bool> CountIndex(Thread& thread, TableId table, Key from, Key to, uint32_t count);
  // Checks that the entry in the secondary index leads to the record that has just been read.
  Task<bool> CheckIndex(Thread& thread, TableId table, Key key);

  bool whole() const { return uint64_t{scale_.all_districts()} * scale_.orders <= kWholeOrders; }

  const Scale& scale_;
  uint32_t oldest_new_ = 0;  // of the district
  uint32_t newest_new_ = 0;  // 0: it has no new orders
};

}  // namespace afterimage::tpcc

#endif  // AFTERIMAGE_WORKLOAD_TPCC_CONSISTENCY_H_
