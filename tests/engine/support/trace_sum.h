// Sums up in one line what was found in a text.
#ifndef AFTERIMAGE_TESTS_SUPPORT_TRACE_SUM_H_
#define AFTERIMAGE_TESTS_SUPPORT_TRACE_SUM_H_

#include <string>

#include "workload/replay/trace.h"

namespace afterimage::testing_support {

// "commits 3 aborts 1 inserts 2", of all that is not zero.
inline std::string Summed(const replay::Trace& trace) {
  std::string text;
  const auto add = [&](const char* name, uint64_t count) {
    if (count == 0) return;
    if (!text.empty()) text += ' ';
    text += name + std::string(" ") + std::to_string(count);
  };
  uint64_t before = 0;
  for (const replay::TraceTable& table : trace.tables) before += table.first_rows.size();
  const auto count = [&](replay::OpKind kind) { return trace.counts[static_cast<int>(kind)]; };
  add("commits", trace.commits);
  add("aborts", trace.aborts);
  add("unfinished", trace.unfinished);
  add("savepoints", trace.savepoints);
  add("locks", count(replay::OpKind::kLock));
  add("inserts", count(replay::OpKind::kInsert));
  add("updates", count(replay::OpKind::kUpdate));
  add("erases", count(replay::OpKind::kErase));
  add("entries", count(replay::OpKind::kEntry));
  add("reads", count(replay::OpKind::kRead));
  add("undone", trace.undone);
  add("before", before);
  add("dropped", trace.dropped);
  add("notes", trace.notes);
  add("unread", trace.unread);
  add("repeated", trace.repeated);
  return text;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_TRACE_SUM_H_
