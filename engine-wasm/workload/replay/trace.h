// The work that a text asks of a database: transactions of operations on rows, in the order in
// which they ended. The text is what pg_waldump or mysqlbinlog prints, or JSON lines
// (workload/work_log).
//
// A row is followed from version to version: an update leads from the old place of a tuple to the
// new one. A row whose first record is not an insert was there before. A transaction id stands for
// a transaction, its sub-transactions belong to it: what a savepoint undid is done and undone again
// within its transaction, in the order of the log. Transactions are in the order of their ends, and
// `after` names the one before whose lock on the same row keeps this one waiting: whoever waits for
// it keeps the order of the log on every row.
//
// Operations that do not fit together (the text may begin in the middle) are dropped and counted:
// in the order of the ends, rolled back where the log says so, every operation that is left
// succeeds.
#ifndef AFTERIMAGE_WORKLOAD_REPLAY_TRACE_H_
#define AFTERIMAGE_WORKLOAD_REPLAY_TRACE_H_

#include <map>
#include <string>
#include <vector>

#include "workload/pg_wal/log_volume.h"
#include "workload/pg_wal/wal_text.h"
#include "workload/replay/commit_times.h"
#include "workload/workload.h"

namespace afterimage::replay {

// kEntry: into an index. kRead: without a lock that a change of the row waits for. kWait: it does
// nothing but wait for a transaction.
enum class OpKind : uint8_t { kLock, kInsert, kUpdate, kErase, kEntry, kRead, kWait };
inline constexpr uint32_t kOpKinds = 6;  // those that do something

// The strength in which a row is locked, from the weakest to the strongest. Changes that leave keys
// alone need kNoKeyUpdate.
enum class RowLock : uint8_t { kKeyShare, kShare, kNoKeyUpdate, kUpdate };
inline constexpr uint32_t kRowLocks = 4;

// States if a change stays, as far as its own transaction goes. kUndoing: takes the change back
// that is named by kind.
enum class Lasting : uint8_t { kYes, kUndone, kUndoing };

struct Op {
  uint32_t row = 0;  // of its table
  // 1 + the transaction that must have ended, 0 none. Where it is kUndoing: 1 + the transaction
  // whose version of the row comes back, 0 nobody's.
  uint32_t after = 0;
  uint16_t bytes = 0;  // of the tuple, or those that an update changes
  TableId table = 0;
  OpKind kind = OpKind::kLock;
  RowLock lock = RowLock::kUpdate;
  Lasting lasting = Lasting::kYes;

  // True where it brings a row, or takes the erasing of one back.
  bool Brings() const {
    const bool inserts = kind == OpKind::kInsert || kind == OpKind::kEntry;
    return lasting == Lasting::kUndoing ? kind == OpKind::kErase : inserts;
  }
  bool Removes() const {
    const bool inserts = kind == OpKind::kInsert || kind == OpKind::kEntry;
    return lasting == Lasting::kUndoing ? inserts : kind == OpKind::kErase;
  }
  bool Writes() const {
    return kind != OpKind::kLock && kind != OpKind::kRead && kind != OpKind::kWait;
  }
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
  // The text says in which block of the server's file each row is: the upper half of its key.
  bool in_blocks = false;
  // Those that held such rows, or entries of the index, before; in ascending order.
  std::vector<uint32_t> blocks;
  uint32_t last_place = 0;  // the highest on a page at which such a row was met

  static constexpr uint32_t BlockOf(Key key) { return static_cast<uint32_t>(key >> 32); }
};

class Trace final : public WorkloadInput {
 public:
  static constexpr size_t kMaxBytes = 256'000'000;  // as the page has it
  static constexpr size_t kMaxOperations = 20'000'000;
  static constexpr size_t kMaxPages = 1'000'000;
  static constexpr size_t kMostBlocks = 400'000;  // that are pages of their own
  static constexpr uint32_t kMaxNames = 200;      // of what is passed over

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
  uint64_t savepoints = 0;  // sub-transactions that were rolled back within their transaction
  uint64_t guessed_savepoints = 0;  // those of which the log does not say whose they are
  uint64_t counts[kOpKinds] = {};
  uint64_t locks[kRowLocks] = {};  // those of counts, by strength
  uint64_t undone = 0;             // changes that savepoints took back
  uint64_t derived_rows = 0;       // copied ones whose place was found out
  uint64_t hidden_rows = 0;        // those whose place is not known
  uint64_t databases = 0;
  uint64_t clients = 0;    // different ones that the text names
  uint64_t dropped = 0;    // operations on rows that are not there, or are already
  uint64_t clipped = 0;    // tuples longer than a record here may be
  uint64_t notes = 0;      // lines of pg_waldump about itself
  uint64_t unread = 0;     // lines that are no records, or bad ones
  uint64_t repeated = 0;   // records of a part of the log that the text holds twice
  uint64_t backwards = 0;  // ranges of the log that stand behind later ones
  // Full-page images are not repeated: a system makes its own.
  LogVolume volume;
  InputProblem first_unread;
  CommitTimes times;
  std::map<std::string, uint64_t> skipped;  // records by manager and operation
};

// Makes a reader of such texts, which finds out by itself what it reads.
std::unique_ptr<InputReader> NewTraceReader();
// Reads a complete text. If it is bad, sets *problem, with its line, and returns null.
std::shared_ptr<Trace> ReadTrace(std::string_view text, InputProblem* problem);

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_REPLAY_TRACE_H_
