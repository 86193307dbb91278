// The check of a YCSB database, in which these conditions must always hold:
//
//   1  every record of the start is there
//   2  every field is whole, and written by an operation that its writer does to it
//   3  a field has at least as many versions as updates that clients made of it up to the last
//      operation that is seen of each: a client goes on when it has been acknowledged
//   4  of the inserted records, in the order of their numbers, no more are missing before the last
//      one than there are clients: those were under way
//
// Who asks for the latest records asks for others in another order of commits: then condition 2 is
// only that fields are whole, and there is no condition 3. Where nothing is inserted, of more than
// kWhole records each n-th is looked at.
#ifndef AFTERIMAGE_WORKLOAD_YCSB_FIELD_CHECK_H_
#define AFTERIMAGE_WORKLOAD_YCSB_FIELD_CHECK_H_

#include "base/flat_map.h"
#include "workload/check_reader.h"
#include "workload/ycsb/ycsb.h"

namespace afterimage::ycsb {

class FieldCheck final : private CheckReader {
 public:
  static constexpr uint32_t kWhole = 20'000;

  FieldCheck(const Ycsb& workload, StorageEngine& engine, Consistency* result, Arena& arena)
      : CheckReader(engine, result),
        shape_(workload.shape()),
        requests_(workload.requests()),
        knows_requests_(shape_.requests() != Distribution::kLatest),
        newest_(shape_.clients, 0, ArenaAllocator<uint64_t>(arena)),
        versions_(arena),
        updates_(arena),
        inserted_(arena) {}

  // Runs the check, until the first condition that does not hold.
  Task<void> Run(Thread& thread);

 private:
  uint64_t Step() const;
  Task<bool> ReadRange(Thread& thread);
  Task<bool> ReadSome(Thread& thread);
  // Looks at the record in value_.
  bool Look(Key key);
  bool IsWrittenBy(Key key, uint32_t field, const Stamp& stamp) const;
  bool NothingLost();
  bool FewMissing() const;
  static uint64_t PlaceOf(Key key, uint32_t field) { return key << 4 | field; }

  const YcsbShape& shape_;
  const Requests& requests_;
  bool knows_requests_;
  ArenaVector<uint64_t> newest_;  // operation seen, by client
  FlatMap<uint32_t> versions_;    // of a field that was updated
  FlatMap<uint32_t> updates_;     // of a field, that must have been
  FlatMap<uint8_t> inserted_;     // keys
};

}  // namespace afterimage::ycsb

#endif  // AFTERIMAGE_WORKLOAD_YCSB_FIELD_CHECK_H_
