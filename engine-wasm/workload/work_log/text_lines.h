// A text that comes in pieces of any size, line by line.
#ifndef AFTERIMAGE_WORKLOAD_WORK_LOG_TEXT_LINES_H_
#define AFTERIMAGE_WORKLOAD_WORK_LOG_TEXT_LINES_H_

#include <algorithm>
#include <string>
#include <string_view>

#include "workload/replay/trace.h"

namespace afterimage::work_log {

inline constexpr Text kLongLine = {"a line of more than 1 MB", "一行超过 1 MB"};

class TextLines {
 public:
  // The longest line; of a longer one at most one more byte is kept.
  static constexpr size_t kMaxLine = size_t{1} << 20;

  explicit TextLines(replay::Trace* trace) : trace_(*trace) {}
  virtual ~TextLines() = default;

  void Feed(std::string_view piece) {
    while (!piece.empty()) {
      const size_t end = piece.find('\n');
      const size_t room = kMaxLine + 1 - std::min(carried_.size(), kMaxLine + 1);
      carried_.append(piece.substr(0, end).substr(0, room));
      if (end == std::string_view::npos) return;
      Next();
      piece.remove_prefix(end + 1);
    }
  }
  // Call it once, after all pieces.
  void FinishLines() {
    if (!carried_.empty()) Next();
  }

 protected:
  virtual void Line(std::string_view line) = 0;
  // Leaves the present line out.
  void LeaveOut(const Text& reason, uint32_t column) {
    if (trace_.unread++ == 0) trace_.first_unread = {trace_.lines, reason, column};
  }

  replay::Trace& trace_;

 private:
  void Next() {
    ++trace_.lines;
    if (!carried_.empty() && carried_.back() == '\r') carried_.pop_back();
    Line(carried_);
    carried_.clear();
  }

  std::string carried_;  // the line that has not ended
};

}  // namespace afterimage::work_log

#endif  // AFTERIMAGE_WORKLOAD_WORK_LOG_TEXT_LINES_H_
