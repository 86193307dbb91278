// Reads the records of a pg_waldump text into relations, rows and parts of transactions, in the
// order of the log.
#ifndef AFTERIMAGE_WORKLOAD_PG_TRACE_TRACE_READER_H_
#define AFTERIMAGE_WORKLOAD_PG_TRACE_TRACE_READER_H_

#include <unordered_map>

#include "workload/pg_trace/row_places.h"
#include "workload/pg_trace/trace.h"
#include "workload/pg_wal/wal_line.h"
#include "workload/pg_wal/wal_ranges.h"

namespace afterimage::pg_trace {

// A table or an index of the log.
struct Relation {
  std::string name;  // tablespace/database/relation
  TraceTable table;
  uint64_t ops = 0;
  RowPlaces places;
  std::vector<uint32_t> writer;  // by row: 1 + the part that changed it last, 0 nobody
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

// A transaction id that is rolled back by itself: a transaction, or a savepoint of one of these.
struct LoneAbort {
  static constexpr uint32_t kMostParents = 16;
  uint32_t part = 0;
  uint32_t sure = 0;   // 1 + a part of the same transaction, 0 none is known
  uint32_t count = 0;  // of those that may be of its transaction, the youngest first
  uint32_t parents[kMostParents] = {};
};

class TraceReader final : public WalSink {
 public:
  explicit TraceReader(Trace* trace) : trace_(*trace) {}

  void OnRecord(std::string_view record, const TextPlace& place) override;
  void OnUnread(const TextPlace& place, const Text& reason) override;
  // Call it after the last record.
  void Finish();

  std::vector<Relation>& relations() { return relations_; }
  std::vector<Part>& parts() { return parts_; }
  // Parts, in the order of their ends.
  const std::vector<uint32_t>& ended() const { return ended_; }
  const std::vector<RawOp>& ops() const { return ops_; }
  const std::vector<LoneAbort>& lone_aborts() const { return lone_aborts_; }

 private:
  const Text* Record();
  const Text* Heap();
  const Text* MultiInsert();
  const Text* Transaction();
  void Skip();
  void Multixact();
  // A server that starts again has none of the transactions that were open.
  void Restart();

  bool IsOpen(uint32_t part) const;
  // The relation of a block, as the record has it.
  Relation& Of(const WalBlock& block, uint32_t* number);
  uint32_t PartOf(uint32_t xid);
  // Takes the sub-transactions that the record names into `part`. Returns the last of them.
  uint32_t TakeParts(uint32_t part);
  void NoteLoneAbort(uint32_t part);
  void Add(const WalBlock& block, uint32_t row, OpKind kind, RowLock lock, uint32_t bytes);
  RowLock LockOf(uint32_t at) const;
  const Text* Insert(const WalBlock& block);
  const Text* Update();
  const Text* Touch(const WalBlock& block, OpKind kind);
  void Entry(const WalBlock& block);

  Trace& trace_;
  WalLine line_;
  WalRanges ranges_;
  std::vector<Relation> relations_;
  std::map<std::string, uint32_t, std::less<>> by_name_;
  std::vector<Part> parts_;
  std::map<uint32_t, uint32_t> open_;  // part by transaction id
  std::vector<uint32_t> ended_;
  std::vector<RawOp> ops_;
  std::vector<LoneAbort> lone_aborts_;
  std::unordered_map<uint64_t, RowLock> members_;  // of multixacts: id 32 | transaction 32
  std::unordered_map<uint32_t, uint32_t>
      same_;  // by part: 1 + one whose uncommitted row it changed
  uint32_t commits_ = 0;
};

}  // namespace afterimage::pg_trace

#endif  // AFTERIMAGE_WORKLOAD_PG_TRACE_TRACE_READER_H_
