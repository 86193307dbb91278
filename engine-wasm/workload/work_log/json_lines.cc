#include "workload/work_log/json_lines.h"

namespace afterimage::work_log {
void JsonLines::Line(std::string_view text) {
  if (text.find_first_not_of(" \t") == std::string_view::npos) return;
  if (text.size() > kMaxLine) return LeaveOut(kLongLine, 0);
  JsonValue line;
  JsonError error;
  if (!ParseJson(text, &line, &error)) return LeaveOut(error.reason, error.column);
  Step step;
  const StepFault fault = ReadStep(line, &step);
  if (fault.reason) return LeaveOut(*fault.reason, fault.column);
  if (const Text* reason = log_.Take(step)) {
    const JsonValue* savepoint = line.Find("savepoint");
    return LeaveOut(*reason, savepoint ? savepoint->column : line.column);
  }
  ++trace_.records;
}

}  // namespace afterimage::work_log
