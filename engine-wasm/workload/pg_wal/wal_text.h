// Takes a text of pg_waldump apart into records, in every form in which people paste it: indented,
// numbered or quoted, with the blocks of a record on lines of their own (-b), with messages of the
// tool, separators, code fences and prompts between them, as a table of pg_walinspect, with logical
// messages whose own text has line ends.
//
// The text comes in pieces of any size, and nothing of it is kept but the incomplete record.
#ifndef AFTERIMAGE_WORKLOAD_PG_WAL_WAL_TEXT_H_
#define AFTERIMAGE_WORKLOAD_PG_WAL_WAL_TEXT_H_

#include <string>
#include <vector>

#include "base/types.h"
#include "workload/pg_wal/wal_table.h"

namespace afterimage::replay {

// A place in the text: line and column, both from 1; a column of 0 is the entire line.
struct TextPlace {
  uint64_t line = 0;
  uint32_t column = 0;
};

class WalSink {
 public:
  virtual ~WalSink() = default;
  // A record, from "rmgr:" on, with its blocks; `column` is where it begins in its line.
  virtual void OnRecord(std::string_view record, const TextPlace& place) = 0;
  // A line that is left out, and why.
  virtual void OnUnread(const TextPlace& place, const Text& reason) = 0;
};

class WalText {
 public:
  // The length at which a longer line is cut off.
  static constexpr size_t kMaxLine = size_t{1} << 20;

  explicit WalText(WalSink& sink) : sink_(sink) {}

  void Feed(std::string_view piece);
  // Call it once, after all pieces.
  void Finish();

  uint64_t bytes() const { return bytes_; }
  uint64_t lines() const { return lines_; }
  // Lines of the tool about itself, and what people put between records.
  uint64_t notes() const { return notes_; }
  // True where the text is the summary that --stats prints.
  bool statistics() const { return statistics_; }
  // True where nothing in it is a record, or a table of them, not even one with a mistake.
  bool foreign() const { return !familiar_; }
  // True where it is no text at all, or, `segment`, a piece of the log itself.
  bool binary() const { return binary_; }
  bool segment() const { return segment_; }

 private:
  void Line(std::string_view line, uint64_t number);
  // True where a logical message that has not ended takes the line.
  bool TakenByMessage(std::string_view line, uint64_t number);
  // Lines that seemed to belong to a message that has no end are read after all.
  void ReadHeldLines();
  void Begin(std::string_view record, const TextPlace& place);
  void Between(std::string_view line, uint64_t number);
  void EndRecord();
  void LookAtStart(std::string_view piece);

  struct HeldLine {
    std::string text;
    uint64_t number;
  };

  WalSink& sink_;
  WalTable table_;
  std::string carried_;  // the line that has not ended
  std::string record_;   // the one that may get further blocks
  TextPlace record_place_;
  std::vector<HeldLine> held_;
  size_t message_left_ = 0;  // bytes that the open message may still have
  bool reading_held_ = false;
  uint64_t bytes_ = 0;
  uint64_t lines_ = 0;
  uint64_t notes_ = 0;
  bool statistics_ = false;
  bool familiar_ = false;
  bool binary_ = false;
  bool segment_ = false;
};

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_PG_WAL_WAL_TEXT_H_
