// Puts the steps of any database's work, in the order in which they happened, into a raw log.
//
// A row is there before the work unless its first step inserts it. What cannot be (a second
// insertion, say) is dropped by the assembler.
#ifndef AFTERIMAGE_WORKLOAD_WORK_LOG_WORK_LOG_H_
#define AFTERIMAGE_WORKLOAD_WORK_LOG_WORK_LOG_H_

#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "workload/replay/raw_log.h"
#include "workload/work_log/step.h"

namespace afterimage::work_log {

class WorkLog {
 public:
  explicit WorkLog(replay::Trace* trace) : trace_(*trace) {}

  // Returns null, or why the step cannot be taken: it changes nothing then.
  const Text* Take(const Step& step);
  // Call it after the last step. What was taken is in log() then.
  void Finish();

  replay::RawLog& log() { return log_; }

 private:
  static constexpr uint32_t kOwnParent = 0xffffffff;

  // The row that has a name of the text.
  struct Named {
    uint32_t row = 0;
    uint32_t times = 0;  // so many rows have had the name
  };
  // An insertion gives a name to a new row: who rolls back gives it to the former one again.
  struct Replaced {
    uint32_t part = 0;
    uint32_t relation = 0;
    std::string row;
    uint32_t before = 0;  // 1 + the former one, 0 none
  };
  struct Savepoint {
    std::string name;
    uint32_t part = 0;
  };
  // A transaction that has not ended.
  struct Open {
    uint32_t root = 0;
    uint32_t part = 0;  // that the next operation belongs to
    std::vector<Savepoint> savepoints;
    std::vector<Replaced> replaced;
  };

  Open& OpenOf(const std::string& transaction);
  uint32_t NewPart(uint32_t parent);
  // False where the transaction has no such savepoint.
  bool BackTo(const std::string& name, Open& open);
  void End(const Step& step, Open& open);
  // Leads names back to the rows that they had before `part`.
  void BringBack(Open& open, uint32_t part);

  void Operate(const Step& step, Open& open);
  uint32_t RelationOf(const std::string& table);
  uint32_t RowOf(const Step& step, uint32_t relation);
  uint32_t Insert(const Step& step, uint32_t relation, Open& open);
  uint32_t NewRow(const Step& step, uint32_t relation, bool initial);

  replay::Trace& trace_;
  replay::RawLog log_;
  std::map<std::string, uint32_t> tables_;
  std::vector<std::unordered_map<std::string, Named>> rows_;  // by relation
  std::map<std::string, Open> open_;
  std::set<int64_t> clients_;
};

}  // namespace afterimage::work_log

#endif  // AFTERIMAGE_WORKLOAD_WORK_LOG_WORK_LOG_H_
