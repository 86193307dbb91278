// The scripted workload of scenarios: a few threads, each a list of statements.
//
//   begin T1          A := 50          B := B + 50       insert C := 1     delete B
//   read A            commit           abort             signal ready      await ready
//   wait 5us          checkpoint       steal A          scan A to C      crash
//
// A thread may have several transactions open. A statement then names the one that it belongs to:
//
//   T2: A := 50       T1: commit
//
// What stands behind a thread's `crash` is for the life after it (Script::lives).
//
// Expressions: integers, record names, + - * and parentheses.
#ifndef AFTERIMAGE_WORKLOAD_SCRIPT_H_
#define AFTERIMAGE_WORKLOAD_SCRIPT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "db/record.h"

namespace afterimage {

enum class Verb : uint8_t {
  kBegin,
  kCommit,
  kAbort,
  kAssign,
  kRead,
  kInsert,
  kDelete,
  kSignal,
  kAwait,
  kWait,
  kCheckpoint,
  kSteal,
  kScan,
  kCrash
};

// One operation of an expression in reverse Polish order.
struct Term {
  enum class Op : uint8_t { kNumber, kRecord, kAdd, kSubtract, kMultiply, kNegate };
  Op op = Op::kNumber;
  int64_t number = 0;
  uint16_t record = 0;
};

struct Statement {
  Verb verb = Verb::kBegin;
  uint16_t record = 0;  // of kAssign, kRead, kInsert, kDelete, kSteal; of kScan the first
  uint16_t last = 0;    // of kScan
  uint16_t signal = 0;  // of kSignal, kAwait
  TxnLabel txn = 0;     // that it belongs to, 0 to none
  uint16_t place = 0;   // of that among those that its thread has open
  Time wait_ns = 0;     // of kWait
  uint16_t life = 0;    // how many `crash` its thread has before it
  std::vector<Term> value;
  std::string text;
};

struct ScriptRecord {
  std::string name;
  bool present = false;  // before the run
  int64_t number = 0;
  TableId table = 0;
  Key key = 0;
};

struct ScriptTransaction {
  std::string name;
  uint16_t thread = 0;
};

struct Script {
  static constexpr uint32_t kMaxThreads = 16;
  static constexpr uint32_t kMaxStatements = 20000;  // over all threads
  static constexpr uint32_t kMaxRecords = 1000;
  static constexpr uint32_t kMaxTransactions = 10000;
  static constexpr uint32_t kMaxTerms = 64;
  static constexpr uint32_t kMaxLives = 8;

  std::vector<ScriptRecord> records;
  std::vector<std::vector<Statement>> threads;
  std::vector<ScriptTransaction> transactions;  // label - 1
  std::vector<std::string> signals;
  // A life ends with the first thread that gets to its `crash`, or with the last one. More than one
  // is for builds with the explorer: others do not know the statement.
  uint32_t lives = 1;
  uint32_t life = 0;  // the one that clients run

  int FindRecord(std::string_view name) const;
};

// A record's or a transaction's name: a letter, then up to 7 letters, digits or underscores.
bool IsName(std::string_view text);

// The transactions that a thread has open behind one of its statements, and the records that each
// of them has locked by then: two of a thread must never wait for each other.
class OpenTransactions {
 public:
  static constexpr uint32_t kMost = 16;

  // Returns their number.
  uint32_t count() const;
  // Returns the place of the transaction, or of the only one if `txn` is 0; -1 if there is none.
  int Find(TxnLabel txn) const;
  TxnLabel at(int place) const { return txn_[place]; }
  // Gives the transaction a place; -1 where all are taken.
  int Begin(TxnLabel txn);
  void End(int place);
  // The power fails: nothing is open any more.
  void NextLife();
  uint16_t life() const { return life_; }
  // Notes that the transaction locks the record. False where another one has it, by a lock that
  // this one would have to wait for.
  bool Lock(int place, uint16_t record, bool exclusively);

 private:
  struct Locks {
    uint16_t any = 0;  // bit i: by the transaction at place i
    uint16_t exclusive = 0;
  };
  TxnLabel txn_[kMost] = {};  // 0: free
  std::vector<Locks> records_;
  uint16_t life_ = 0;
};

// Returns the name of the record that a statement inserts; empty where it inserts none.
std::string_view InsertedName(std::string_view text);

// Compiles `text` as the next statement of the last thread of `script`, behind which `open` are
// open. Null, or why it cannot be: unknown record, no transaction open, ...
const Text* CompileStatement(std::string_view text, Script& script, OpenTransactions* open);

// After all threads: null, or what is awaited and never signalled in the same life. `thread` and
// `statement` say where.
const Text* CheckSignals(const Script& script, uint32_t* thread, uint32_t* statement);

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_SCRIPT_H_
