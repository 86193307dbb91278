// Reads the binary log of a MySQL or MariaDB server, in row format, as `mysqlbinlog --verbose`
// prints it: lines with "###" are the rows that an event changes, lines of SQL begin and end
// transactions.
//
// It has the transactions that were committed, one after the other, and those that were prepared
// (XA) with their later end. The changes that a savepoint undid are not in it, unless a table
// without transactions was changed meanwhile. Rows are told apart by their images (row_images.h).
#ifndef AFTERIMAGE_WORKLOAD_WORK_LOG_BINLOG_H_
#define AFTERIMAGE_WORKLOAD_WORK_LOG_BINLOG_H_

#include <map>

#include "workload/work_log/row_images.h"
#include "workload/work_log/text_lines.h"
#include "workload/work_log/work_log.h"

namespace afterimage::work_log {

class Binlog final : public TextLines {
 public:
  Binlog(replay::Trace* trace, WorkLog& log) : TextLines(trace), log_(log) {}

  // True of the beginning of such a text.
  static bool Begins(std::string_view head);

  // Call it once, after the last piece.
  void Finish();
  // Returns the problem of a text in which no row was found, or null.
  const Text* Refusal() const;

 private:
  // The row that an event changes, image by image.
  struct Event {
    Act act = Act::kBegin;  // no event
    std::string table;
    RowImage before;
    RowImage after;
    bool in_after = false;  // the next value belongs there
  };
  // The state before a change, for a transaction that is rolled back.
  struct Change {
    std::string table;
    uint32_t row = 0;
    bool was_there = false;
    RowImage image;
  };
  struct Open {
    std::vector<Change> changes;
    std::map<std::string, size_t> savepoints;  // changes before them
  };

  void Line(std::string_view line) override;
  void RowLine(std::string_view line);
  // "###   @3=100"
  void Value(std::string_view value);
  // "#261129 21:14:06 server id 1 ..."
  void Header(std::string_view line);
  // True where the SQL is of transactions.
  bool Statement(std::string_view sql);
  bool Xa(std::string_view words);
  void EndEvent();
  void Operate(Open& open);
  void Take(Act act, const std::string& savepoint);
  void End(const std::string& transaction, bool commits);
  // Rows have the images again that they had before these changes.
  void TakeBack(Open& open, size_t kept);
  // The transaction that is read, which begins where none is.
  const std::string& Current();

  WorkLog& log_;
  Event event_;
  std::map<std::string, RowImages> images_;  // by table
  std::string current_;                      // a transaction's name, or none
  uint64_t begun_ = 0;
  std::map<std::string, Open> open_;
  int64_t time_ = -1;     // of the last header, in microseconds
  bool encoded_ = false;  // there are events in base64
};

}  // namespace afterimage::work_log

#endif  // AFTERIMAGE_WORKLOAD_WORK_LOG_BINLOG_H_
