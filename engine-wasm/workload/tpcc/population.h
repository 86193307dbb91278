// The contents of a fresh TPC-C database (clause 4.3.3) in closed form: every row is a function of
// its number and the seed. Correlated columns (orders and their customers, names and their owners)
// follow patterns of one district that all districts repeat; the rest is drawn for each row.
//
// Consistency conditions 1 to 4 hold, and by the amounts 10 and 12 too: a district's year-to-date
// is the sum of its history.
#ifndef AFTERIMAGE_WORKLOAD_TPCC_POPULATION_H_
#define AFTERIMAGE_WORKLOAD_TPCC_POPULATION_H_

#include <vector>

#include "workload/tpcc/keys.h"
#include "workload/tpcc/nurand.h"

namespace afterimage::tpcc {

class Population final : public InitialRows {
 public:
  Population(const Scale& scale, uint64_t seed);

  uint32_t table_count() const override { return kTables; }
  const TableInfo& table(TableId table) const override { return tables_[table]; }
  uint64_t RowCount(TableId table) const override { return rows_[table]; }
  Key KeyAt(TableId table, uint64_t row) const override;
  uint64_t RowFrom(TableId table, Key key, uint64_t low, uint64_t high) const override;
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override;
  Key SecondaryAt(TableId table, uint64_t i, uint64_t* row) const override;

  const Scale& scale() const { return scale_; }
  const Distributions& distributions() const { return distributions_; }
  uint32_t value_bytes(TableId table) const { return tables_[table].value_bytes; }
  // Returns the most customers of a district with the same name.
  uint32_t most_namesakes() const { return most_namesakes_; }

 private:
  // A row of a table with `count` rows a district.
  struct Place {
    uint32_t district;  // over all warehouses
    uint32_t w;         // from 1
    uint32_t d;         // from 1
    uint32_t i;         // within the district
  };
  Place PlaceOf(uint64_t row, uint32_t count) const;
  // Returns the first row of a key that begins with `district` (DistrictKey), or if there is none,
  // of the next one.
  uint64_t DistrictFrom(Key district, uint32_t count, bool* there) const;
  // The first row with that key or a larger one.
  uint64_t RowOf(TableId table, Key key) const;

  void NameCustomers();
  void DealOrders(uint64_t seed);
  uint64_t SeedOf(TableId table, uint64_t row) const {
    return Mix64(seed_ ^ uint64_t{table} << 56 ^ row);
  }
  void Head(TableId table, uint64_t row, uint8_t* head) const;
  void CustomerAt(uint64_t row, Random& random, CustomerHead* head) const;
  void OrderAt(uint64_t row, Random& random, OrderHead* head) const;
  void OrderLineAt(uint64_t row, Random& random, OrderLineHead* head) const;
  // Bytes of the value behind its head.
  void TextAt(TableId table, uint64_t row, uint32_t offset, uint32_t size, uint8_t* out) const;
  bool Delivered(uint32_t order) const { return order < scale_.orders - scale_.undelivered(); }

  Scale scale_;
  uint64_t seed_;
  Distributions distributions_;
  TableInfo tables_[kTables];
  uint64_t rows_[kTables];
  uint32_t most_namesakes_ = 0;
  // The patterns of one district, whose customers and orders count from 0.
  std::vector<uint16_t> name_of_;        // by customer
  std::vector<uint16_t> by_name_;        // customers in the order of the secondary index
  std::vector<uint16_t> customer_of_;    // by order
  std::vector<uint16_t> by_customer_;    // orders in the order of the secondary index
  std::vector<uint32_t> first_line_of_;  // by order, and the end
  std::vector<uint16_t> order_of_line_;
};

// Returns the last name that a number below 1000 spells (clause 4.3.2.3), padded with zeros.
void SpellName(uint32_t number, char* name16);

}  // namespace afterimage::tpcc

#endif  // AFTERIMAGE_WORKLOAD_TPCC_POPULATION_H_
