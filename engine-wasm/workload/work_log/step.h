// One step of the work that a database did, and how a JSON line says it.
#ifndef AFTERIMAGE_WORKLOAD_WORK_LOG_STEP_H_
#define AFTERIMAGE_WORKLOAD_WORK_LOG_STEP_H_

#include <string>

#include "base/json/json_value.h"
#include "workload/replay/trace.h"

namespace afterimage::work_log {

// The acts in the order of kActs.
enum class Act : uint8_t {
  kTable,
  kBegin,
  kRead,
  kLock,
  kInsert,
  kUpdate,
  kErase,
  kSavepoint,
  kRollBack,
  kCommit,
  kAbort,
};

// The fault of a line, at a column, from 1; `reason` is null if there is none.
struct StepFault {
  const Text* reason = nullptr;
  uint32_t column = 0;
};

struct Step {
  static constexpr int64_t kMostRow = (int64_t{1} << 53) - 1;
  static constexpr size_t kLongestName = 64;
  static constexpr int64_t kMostClient = 1'000'000;

  Act act = Act::kBegin;
  std::string transaction;
  std::string table;
  std::string row;          // a number as it is written
  std::string savepoint;    // its name
  uint32_t bytes = 0;       // 0: not said
  int64_t row_number = -1;  // where the row is a number
  int64_t client = -1;      // not said
  int64_t time = -1;        // in microseconds
  replay::RowLock mode = replay::RowLock::kUpdate;
  bool has_mode = false;
};

// True for what changes, reads or locks a row.
bool IsOperation(Act act);

// Reads a line, which has the fields that the act needs, and no unknown ones.
StepFault ReadStep(const JsonValue& line, Step* step);

}  // namespace afterimage::work_log

#endif  // AFTERIMAGE_WORKLOAD_WORK_LOG_STEP_H_
