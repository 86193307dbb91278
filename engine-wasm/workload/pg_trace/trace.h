// The work that a pg_waldump text asks of a database: transactions of operations on rows, in the
// order in which they ended.
//
// A row is followed from version to version: an update leads from the old place of a tuple to the
// new one. A row whose first record is not an insert was there before. A transaction id stands for
// a transaction, its sub-transactions belong to it. Transactions are in the order of their ends,
// and `after` names the one before that touched the same row: whoever waits for it keeps the order
// of the log on every row.
//
// Operations that do not fit together (the text may begin in the middle) are dropped and counted:
// in the order of the ends, rolled back where the log says so, every operation that is left
// succeeds.
#ifndef AFTERIMAGE_WORKLOAD_PG_TRACE_TRACE_H_
#define AFTERIMAGE_WORKLOAD_PG_TRACE_TRACE_H_

#include <map>
#include <string>
#include <vector>

#include "workload/workload.h"

namespace afterimage::pg_trace {

enum class OpKind : uint8_t { kLock, kInsert, kUpdate, kErase, kEntry };  // kEntry: into an index
inline constexpr uint32_t kOpKinds = 5;

struct Op {
  uint32_t row = 0;    // of its table
  uint32_t after = 0;  // 1 + the transaction that must have ended, 0 none
  uint16_t bytes = 0;  // of the tuple, or those that an update changes
  TableId table = 0;
  OpKind kind = OpKind::kLock;
};

struct TraceTransaction {
  uint32_t first = 0;  // of the operations
  uint32_t count = 0;
  bool commits = false;
};

struct TraceTable {
  std::string id;
  bool index = false;
  bool whole = false;                // some record shows a whole row
  uint32_t widest = 0;               // tuple that was seen, in bytes
  std::vector<Key> keys;             // by row
  std::vector<uint8_t> initial;      // by row: it was there before
  std::vector<uint32_t> first_rows;  // those rows, by key
};

class Trace final : public WorkloadInput {
 public:
  static constexpr size_t kMaxBytes = size_t{256} << 20;
  static constexpr size_t kMaxOperations = 20'000'000;
  static constexpr uint32_t kMaxNames = 200;  // of what is passed over

  uint64_t transactions() const override { return commits; }
  void Describe(JsonWriter& json) const override;

  std::vector<TraceTable> tables;
  std::vector<TraceTransaction> order;
  std::vector<Op> ops;

  uint64_t lines = 0;
  uint64_t records = 0;
  uint64_t commits = 0;
  uint64_t aborts = 0;
  uint64_t unfinished = 0;  // neither commit nor abort is in the text: rolled back
  uint64_t empty = 0;       // transactions without an operation: left out
  uint64_t sub_transactions = 0;
  uint64_t counts[kOpKinds] = {};
  uint64_t dropped = 0;                     // operations on rows that are not there, or are already
  uint64_t clipped = 0;                     // tuples longer than a record here may be
  uint64_t notes = 0;                       // lines of pg_waldump about itself
  std::map<std::string, uint64_t> skipped;  // records by manager and operation
};

// Reads such a text. Where it is bad, sets *problem, with its line, and returns null.
std::shared_ptr<Trace> ReadTrace(std::string_view text, InputProblem* problem);

}  // namespace afterimage::pg_trace

#endif  // AFTERIMAGE_WORKLOAD_PG_TRACE_TRACE_H_
