// Reads the work of any database from JSON lines: the form between a log, of whatever server, and
// what is done again here. A line is an object; docs/own-database.md has its fields.
//
//   {"do": "insert", "transaction": 7, "table": "orders", "row": 12, "bytes": 96}
//   {"do": "commit", "transaction": 7}
//
// A row is there before the text unless its first line inserts it. Lines that cannot be read are
// left out and counted; what cannot be (a second insertion, say) is dropped by the assembler.
#ifndef AFTERIMAGE_WORKLOAD_WORK_LINES_WORK_LINES_H_
#define AFTERIMAGE_WORKLOAD_WORK_LINES_WORK_LINES_H_

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "workload/pg_trace/raw_log.h"
#include "workload/work_lines/line_fields.h"

namespace afterimage::work_lines {

class WorkLines {
 public:
  // Of a longer line nothing is read.
  static constexpr size_t kMaxLine = size_t{1} << 16;

  explicit WorkLines(pg_trace::Trace* trace) : trace_(*trace) {}

  // The text comes in pieces of any size.
  void Feed(std::string_view piece);
  // Call it once, after all pieces. What has been read is in log() then.
  void Finish();

  pg_trace::RawLog& log() { return log_; }

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

  void Line(std::string_view line);
  LineFault Read(const JsonValue& line);
  Open& OpenOf(const std::string& transaction);
  uint32_t NewPart(uint32_t parent);
  // False where the transaction has no such savepoint.
  bool BackTo(const std::string& name, Open& open);
  void End(const LineFields& fields, Open& open);
  // Leads names back to the rows that they had before `part`.
  void BringBack(Open& open, uint32_t part);

  void Operate(const LineFields& fields, Open& open);
  uint32_t RelationOf(const std::string& table);
  uint32_t RowOf(const LineFields& fields, uint32_t relation);
  uint32_t Insert(const LineFields& fields, uint32_t relation, Open& open);
  uint32_t NewRow(const LineFields& fields, uint32_t relation, bool initial);

  pg_trace::Trace& trace_;
  pg_trace::RawLog log_;
  std::map<std::string, uint32_t> tables_;
  std::vector<std::unordered_map<std::string, Named>> rows_;  // by relation
  std::map<std::string, Open> open_;
  std::set<int64_t> clients_;
  std::string carried_;  // the line that has not ended
};

}  // namespace afterimage::work_lines

#endif  // AFTERIMAGE_WORKLOAD_WORK_LINES_WORK_LINES_H_
