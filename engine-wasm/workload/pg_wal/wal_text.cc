#include "workload/pg_wal/wal_text.h"

#include <algorithm>

#include "workload/pg_wal/wal_line.h"

namespace afterimage::replay {
namespace {

constexpr Text kNoRecord = {"this is no record: \"rmgr:\" is expected",
                            "这不是记录：此处应为 \"rmgr:\""};
constexpr Text kNoCells = {"a row of this table has other columns than its head",
                           "该行的列与表头不符"};

constexpr std::string_view kRecordMark = "rmgr:";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr size_t kMaxPrefix = 200;  // what may stand before a record: a number, a quote, a name

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool BeginsWith(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}
bool Holds(std::string_view text, std::string_view what) {
  return text.find(what) != std::string_view::npos;
}

// The place at which a record begins in a line, or npos.
size_t RecordIn(std::string_view line) {
  for (size_t at = line.find(kRecordMark); at <= kMaxPrefix; at = line.find(kRecordMark, at + 1)) {
    if (at == 0 || Holds(line.substr(at), "len (rec/tot):")) return at;
    if (Trimmed(line.substr(0, at)).empty()) return at;
  }
  return std::string_view::npos;
}

// True for a line that a tool or a person puts between records.
bool IsNote(std::string_view line) {
  for (const std::string_view start : {"--", "```", "~~~", "...", "\xe2\x80\xa6", "[...]", "$", "#",
                                       "first record is after", "BKPBLOCK", "Time:"}) {
    if (BeginsWith(line, start)) return true;
  }
  for (const std::string_view word : {"pg_waldump", "pg_xlogdump", "pg_get_wal_records_info"}) {
    if (Holds(line, word)) return true;
  }
  return line.front() == '(' && Holds(line, " row") && line.back() == ')';
}

bool IsStatistics(std::string_view line) {
  return BeginsWith(line, "WAL statistics between") ||
         (BeginsWith(line, "Type") && Holds(line, "Record size") && Holds(line, "Combined size"));
}

// The text of a message stands in the description as it is; what follows it does not.
constexpr std::string_view kMessageStart = "prefix \"";
constexpr std::string_view kMessageEnd = "\"; payload (";

bool IsOpenMessage(std::string_view record) {
  if (record.substr(0, 40).find("LogicalMessage") == std::string_view::npos) return false;
  const size_t start = record.find(kMessageStart);
  return start != std::string_view::npos &&
         record.find(kMessageEnd, start) == std::string_view::npos;
}

}  // namespace

void WalText::LookAtStart(std::string_view piece) {
  if (piece.substr(0, 512).find('\0') == std::string_view::npos) return;
  binary_ = true;
  // A page of the log begins with 0xD0 and the version, the lower byte first.
  segment_ =
      piece.size() > 1 && (static_cast<uint8_t>(piece[1]) & 0xfe) == 0xd0 && piece[1] != '\0';
}

void WalText::Feed(std::string_view piece) {
  if (bytes_ == 0) {
    LookAtStart(piece);
    if (BeginsWith(piece, kByteOrderMark)) piece.remove_prefix(kByteOrderMark.size());
  }
  bytes_ += piece.size();
  if (binary_) return;
  while (!piece.empty()) {
    const size_t end = piece.find('\n');
    const std::string_view part = piece.substr(0, end);
    const bool whole = end != std::string_view::npos;
    if (whole && carried_.empty()) {
      Line(part.substr(0, kMaxLine), ++lines_);
    } else {
      carried_ += part.substr(0, kMaxLine - std::min(kMaxLine, carried_.size()));
      if (whole) {
        Line(carried_, ++lines_);
        carried_.clear();
      }
    }
    piece.remove_prefix(whole ? end + 1 : piece.size());
  }
}

void WalText::Finish() {
  if (!carried_.empty()) Line(carried_, ++lines_);
  if (message_left_ > 0) ReadHeldLines();
  EndRecord();
}

void WalText::Line(std::string_view line, uint64_t number) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (message_left_ > 0 && TakenByMessage(line, number)) return;
  const std::string_view text = Trimmed(line);
  if (text.empty()) return;
  const size_t at = RecordIn(line);
  if (at != std::string_view::npos) {
    table_.End();
    Begin(line.substr(at), {number, static_cast<uint32_t>(at) + 1});
  } else {
    Between(text, number);
  }
}

void WalText::Begin(std::string_view record, const TextPlace& place) {
  EndRecord();
  familiar_ = true;
  record_ = record;
  record_place_ = place;
  if (reading_held_ || !IsOpenMessage(record)) return;
  WalLine line;
  uint32_t column = 0;
  // The message is a part of its record: it cannot be longer.
  if (!ParseWalLine(record, &line, &column)) message_left_ = std::min<size_t>(line.bytes, kMaxLine);
}

void WalText::Between(std::string_view line, uint64_t number) {
  if (BeginsWith(line, "blkref #") && !record_.empty()) {
    if (record_.size() + line.size() > kMaxLine) return;
    (record_ += ", ") += line;
    return;
  }
  if (table_.IsHead(line)) {
    familiar_ = true;
    ++notes_;
    return;
  }
  std::string row;
  const WalTable::Row kind = table_.Read(line, &row);
  if (kind == WalTable::Row::kRecord) {
    Begin(row, {number, 0});
  } else if (kind == WalTable::Row::kMore && !record_.empty()) {
    record_ += row;
  } else if (kind == WalTable::Row::kBad) {
    sink_.OnUnread({number, 0}, kNoCells);
  } else if (IsNote(line)) {
    ++notes_;
  } else {
    statistics_ = statistics_ || IsStatistics(line);
    sink_.OnUnread({number, 1}, kNoRecord);
  }
}

bool WalText::TakenByMessage(std::string_view line, uint64_t number) {
  if (Holds(line, kMessageEnd)) {
    message_left_ = 0;
    held_.clear();
    return true;
  }
  if (line.size() + 1 > message_left_) {
    ReadHeldLines();
    return false;
  }
  message_left_ -= line.size() + 1;
  held_.push_back({std::string(line), number});
  return true;
}

void WalText::ReadHeldLines() {
  message_left_ = 0;
  std::vector<HeldLine> lines = std::move(held_);
  held_.clear();
  reading_held_ = true;
  for (const HeldLine& line : lines) Line(line.text, line.number);
  reading_held_ = false;
}

void WalText::EndRecord() {
  if (!record_.empty()) sink_.OnRecord(record_, record_place_);
  record_.clear();
}

}  // namespace afterimage::replay
