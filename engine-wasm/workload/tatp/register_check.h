// The check of a TATP database, in which these conditions must always hold:
//
//   1  every subscriber is there, its columns as at first but for bit_1 and vlr_location
//   2  the index by sub_nbr leads to it
//   3  its access info and special facilities are those it had at first
//   4  a call forwarding belongs to a special facility, starts at 0, 8 or 16 and ends from 1 to 40
//
// Databases of up to kWhole subscribers are read completely; in larger ones kSample subscribers are
// examined, half of them spread over all, half drawn as clients draw them.
#ifndef AFTERIMAGE_WORKLOAD_TATP_REGISTER_CHECK_H_
#define AFTERIMAGE_WORKLOAD_TATP_REGISTER_CHECK_H_

#include "workload/check_reader.h"
#include "workload/tatp/tatp.h"

namespace afterimage::tatp {

class RegisterCheck final : private CheckReader {
 public:
  static constexpr uint32_t kWhole = 10000;
  static constexpr uint32_t kSample = 2000;

  RegisterCheck(const Tatp& workload, StorageEngine& engine, Consistency* result)
      : CheckReader(engine, result),
        settings_(workload.settings()),
        population_(workload.population()) {}

  // Runs the check, until the first condition that does not hold.
  Task<void> Run(Thread& thread);

 private:
  Task<bool> CheckAll(Thread& thread);
  Task<bool> CheckSome(Thread& thread);
  Task<bool> CheckSubscriber(Thread& thread, uint32_t s_id);
  // Gives the types of the rows that this subscriber has in a table, as a mask.
  Task<bool> ReadTypes(Thread& thread, TableId table, uint32_t s_id, uint32_t* types);
  Task<bool> CheckForwardings(Thread& thread, uint32_t s_id, uint32_t types);
  // True where the stretch has no record.
  Task<bool> IsEmpty(Thread& thread, const KeyRange& range, const Text& condition);

  const Settings& settings_;
  const Population& population_;
};

}  // namespace afterimage::tatp

#endif  // AFTERIMAGE_WORKLOAD_TATP_REGISTER_CHECK_H_
