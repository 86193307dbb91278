// Reads the records of a pg_waldump text into relations, rows and parts of transactions, in the
// order of the log.
#ifndef AFTERIMAGE_WORKLOAD_PG_WAL_TRACE_READER_H_
#define AFTERIMAGE_WORKLOAD_PG_WAL_TRACE_READER_H_

#include <unordered_map>
#include <unordered_set>

#include "workload/pg_wal/row_places.h"
#include "workload/pg_wal/wal_line.h"
#include "workload/pg_wal/wal_ranges.h"
#include "workload/replay/raw_log.h"

namespace afterimage::replay {

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
  // Call it after the last record. What has been read is in log() then.
  void Finish();

  RawLog& log() { return log_; }

 private:
  // The rows of a relation.
  struct Rows {
    RowPlaces places;
    std::vector<uint32_t> writer;  // by row: 1 + the part that changed it last, 0 nobody
    std::unordered_set<uint32_t> entry_blocks;  // of an index, which were there before the log
  };

  // Counts the bytes and the pages of the record, even if it is dropped.
  void Weigh();
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
  std::unordered_set<uint64_t> pages_;        // by relation and block
  std::unordered_set<uint64_t> fresh_pages_;  // those that the log makes
  RawLog log_;
  std::vector<Rows> rows_;  // by relation
  std::map<std::string, uint32_t, std::less<>> by_name_;
  std::map<uint32_t, uint32_t> open_;  // part by transaction id
  std::vector<LoneAbort> lone_aborts_;
  std::unordered_map<uint64_t, RowLock> members_;  // of multixacts: id 32 | transaction 32
  std::unordered_map<uint32_t, uint32_t>
      same_;  // by part: 1 + one whose uncommitted row it changed
  uint32_t commits_ = 0;
};

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_PG_WAL_TRACE_READER_H_
