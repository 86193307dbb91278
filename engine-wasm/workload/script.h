// The scripted workload of scenarios: a few threads, each a list of statements.
//
//   begin T1          A := 50          B := B + 50       insert C := 1     delete B
//   read A            commit           abort             signal ready      await ready
//   wait 5us          checkpoint       steal A
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
  kSteal
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
  uint16_t record = 0;  // of kAssign, kRead, kInsert, kDelete, kSteal
  uint16_t signal = 0;  // of kSignal, kAwait
  TxnLabel txn = 0;     // that it belongs to, 0 outside of any
  Time wait_ns = 0;     // of kWait
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

  std::vector<ScriptRecord> records;
  std::vector<std::vector<Statement>> threads;
  std::vector<ScriptTransaction> transactions;  // label - 1
  std::vector<std::string> signals;

  int FindRecord(std::string_view name) const;
};

// A record's or a transaction's name: a letter, then up to 7 letters, digits or underscores.
bool IsName(std::string_view text);

// Compiles `text` as the next statement of the last thread of `script`. Null, or why it cannot be:
// unknown record, no transaction open, ... `open` is the label of the thread's open transaction.
const Text* CompileStatement(std::string_view text, Script& script, TxnLabel* open);

// After all threads: null, or what is awaited and never signalled. `thread` and `statement` say
// where.
const Text* CheckSignals(const Script& script, uint32_t* thread, uint32_t* statement);

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_SCRIPT_H_
