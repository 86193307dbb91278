// The check of a database in which a log is done again. Every row of the log says which transaction
// wrote it last, so it is known of each transaction, row by row, whether its change is there.
//
//   1  rows that no transaction erases, and that were there before, are there, those that nobody
//      wrote as at first
//   2  the changes of a transaction are all there, or none of them is
//   3  what was rolled back in the log is not there
//
// Nothing can be said of a row that appears and goes again within the log, once it is gone.
#ifndef AFTERIMAGE_WORKLOAD_REPLAY_REPLAY_CHECK_H_
#define AFTERIMAGE_WORKLOAD_REPLAY_REPLAY_CHECK_H_

#include "workload/check_reader.h"
#include "workload/replay/replayed_log.h"

namespace afterimage::replay {

class ReplayCheck final : private CheckReader {
 public:
  ReplayCheck(Arena& arena, const ReplayedLog& workload, StorageEngine& engine,
              Consistency* result);

  // Runs the check, until the first condition that does not hold.
  Task<void> Run(Thread& thread);

 private:
  // Our knowledge of a row: the transaction that wrote it last, from 1, or one of these.
  static constexpr uint32_t kNobody = 0;
  static constexpr uint32_t kErased = 0xfffffffe;
  static constexpr uint32_t kUnknown = 0xffffffff;

  void FindErased();
  Task<bool> ReadRows(Thread& thread, TableId table);
  // Returns the transaction that the row's state names; kUnknown after a complaint.
  uint32_t StateOf(TableId table, uint32_t row, Status status);
  bool CheckTransaction(uint32_t number);
  bool IsFirst(TableId table, uint32_t row);

  const ReplayedLog& workload_;
  const Trace& trace_;
  uint32_t* state_[kMaxTables] = {};
  uint8_t* erased_[kMaxTables] = {};  // by a transaction that commits
};

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_REPLAY_REPLAY_CHECK_H_
