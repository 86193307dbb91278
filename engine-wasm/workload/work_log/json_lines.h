// Reads the work of any database from JSON lines: the form between a log, of whatever server, and
// what is done again here. A line is an object; docs/own-database.md has its fields.
//
//   {"do": "insert", "transaction": 7, "table": "orders", "row": 12, "bytes": 96}
//   {"do": "commit", "transaction": 7}
//
// Lines that cannot be read are left out and counted.
#ifndef AFTERIMAGE_WORKLOAD_WORK_LOG_JSON_LINES_H_
#define AFTERIMAGE_WORKLOAD_WORK_LOG_JSON_LINES_H_

#include "workload/work_log/text_lines.h"
#include "workload/work_log/work_log.h"

namespace afterimage::work_log {

class JsonLines final : public TextLines {
 public:
  JsonLines(replay::Trace* trace, WorkLog& log) : TextLines(trace), log_(log) {}

 private:
  void Line(std::string_view line) override;

  WorkLog& log_;
};

}  // namespace afterimage::work_log

#endif  // AFTERIMAGE_WORKLOAD_WORK_LOG_JSON_LINES_H_
