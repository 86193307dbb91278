// The contents of a fresh TATP database in closed form. How many rows belong to a subscriber, and
// of which types, repeats every kPattern subscribers; the rest is drawn for each row.
//
// A subscriber has 1 to 4 rows of access info and as many special facilities, each number as
// likely; a facility is active in 85 of 100 cases and has 0 to 3 call forwardings, each number as
// likely. A forwarding ends 1 to 24 hours after its start, as the benchmark's own programs have it;
// with the 1 to 8 hours of its description far fewer destinations would be found than the
// description says.
#ifndef AFTERIMAGE_WORKLOAD_TATP_POPULATION_H_
#define AFTERIMAGE_WORKLOAD_TATP_POPULATION_H_

#include <vector>

#include "base/random.h"
#include "workload/tatp/rows.h"

namespace afterimage::tatp {

class Population final : public InitialRows {
 public:
  static constexpr uint32_t kPattern = 10000;

  Population(uint32_t subscribers, uint64_t seed);

  uint32_t table_count() const override { return kTables; }
  const TableInfo& table(TableId table) const override { return tables_[table]; }
  uint64_t RowCount(TableId table) const override { return rows_[table]; }
  Key KeyAt(TableId table, uint64_t row) const override;
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override;
  Key SecondaryAt(TableId table, uint64_t i, uint64_t* row) const override;

  // Returns the subscriber to whom the row belongs.
  uint32_t OwnerOf(TableId table, uint64_t row) const;

  uint32_t subscribers() const { return subscribers_; }
  // Bit t - 1: there is a row of type t.
  uint32_t access_types(uint32_t s_id) const { return access_.mask[(s_id - 1) % kPattern]; }
  uint32_t facility_types(uint32_t s_id) const { return facilities_.mask[(s_id - 1) % kPattern]; }
  SubscriberHead SubscriberAt(uint32_t s_id) const;

 private:
  // The rows of the owners of one pattern: owner n has those from first[n] on, one for each bit of
  // mask[n].
  struct Parts {
    std::vector<uint8_t> mask;
    std::vector<uint32_t> first;  // by owner, and the end
    std::vector<uint32_t> owner;  // by row
    // A new owner who has `count` of `most` rows, drawn.
    void Add(uint32_t count, uint32_t most, Random& random);
    void AddNone();
    uint32_t count() const { return static_cast<uint32_t>(owner.size()); }
    // Returns which of its owner's bits the row stands for, from 0.
    uint32_t BitOf(uint32_t row) const;
  };
  const Parts& PartsOf(TableId table) const;
  uint64_t SeedOf(TableId table, uint64_t row) const {
    return Mix64(seed_ ^ uint64_t{table} << 56 ^ row);
  }

  uint32_t subscribers_;
  uint64_t seed_;
  TableInfo tables_[kTables];
  uint64_t rows_[kTables];
  Parts access_;       // owners: the subscribers of a pattern
  Parts facilities_;   // the same
  Parts forwardings_;  // owners: four types of each of them, whether they exist or not
};

}  // namespace afterimage::tatp

#endif  // AFTERIMAGE_WORKLOAD_TATP_POPULATION_H_
