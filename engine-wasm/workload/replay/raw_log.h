// The content that a reader has found in a text, in the order of the log: tables, rows and parts of
// transactions.
#ifndef AFTERIMAGE_WORKLOAD_REPLAY_RAW_LOG_H_
#define AFTERIMAGE_WORKLOAD_REPLAY_RAW_LOG_H_

#include <string>
#include <vector>

#include "workload/replay/trace.h"

namespace afterimage::replay {

// A table or an index of the log.
struct Relation {
  std::string name;  // as the text has it; `table.id` is what people read
  TraceTable table;
  uint64_t ops = 0;
};

// The operations of one transaction id. Those of a sub-transaction go into its parent's when it
// ends.
struct Part {
  enum class End : uint8_t { kNone, kCommit, kAbort };
  uint32_t xid = 0;
  uint32_t parent = 0;  // itself: none
  End end = End::kNone;
  bool prepared = false;
  bool announced = false;   // the log has named sub-transactions of it before its end
  bool forgotten = false;   // the server has started again since
  uint32_t last_named = 0;  // of the sub-transactions that its end names, 0 none
  uint32_t first_op = 0;    // of the log
  uint32_t last_op = 0;
  uint32_t commits_before = 0;  // of the log, before its first record
  uint32_t commits_at_end = 0;
};

struct RawOp {
  uint32_t part = 0;
  uint32_t relation = 0;
  bool rolls_back = false;  // the part ends here, and what it did is undone
  Op op;
};

struct RawLog {
  std::vector<Relation> relations;
  std::vector<Part> parts;
  std::vector<uint32_t> ended;  // parts, in the order of their ends
  std::vector<RawOp> ops;
};

// The transaction that a part belongs to.
inline uint32_t RootOf(const std::vector<Part>& parts, uint32_t part) {
  while (parts[part].parent != part) part = parts[part].parent;
  return part;
}

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_REPLAY_RAW_LOG_H_
