#include "workload/work_log/binlog.h"

#include <algorithm>
#include <charconv>

#include "workload/replay/commit_times.h"

namespace afterimage::work_log {
namespace {

constexpr Text kNoTableName = {"the name of a table in backticks is expected",
                               "此处应为反引号中的表名"};
constexpr Text kNoValue = {"a column and its value are expected, such as @1=7",
                           "此处应为列及其值，例如 @1=7"};
constexpr Text kNoEvent = {"a value without the line that says what is done to the row",
                           "该值之前没有说明对行做了什么"};
constexpr Text kManyColumns = {"a column's number is from 1 to 4096", "列号应为 1 到 4096"};
constexpr Text kNotVerbose = {
    "the rows are encoded; mysqlbinlog --verbose --base64-output=decode-rows prints them",
    "行已编码；用 mysqlbinlog --verbose --base64-output=decode-rows 打印"};
constexpr Text kStatements = {
    "there are no rows in this binary log; with binlog_format=ROW a server logs them, and "
    "mysqlbinlog --verbose prints them",
    "这份二进制日志中没有行；设置 binlog_format=ROW 后服务器会记录行，用 mysqlbinlog --verbose "
    "打印"};

constexpr std::string_view kRow = "### ";
constexpr std::string_view kServer = " server id ";
constexpr uint32_t kMostColumns = 4096;  // of a table of MySQL

bool Starts(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

// Takes `word` off the front, and blanks behind it.
bool Skip(std::string_view* text, std::string_view word) {
  if (!Starts(*text, word)) return false;
  text->remove_prefix(word.size());
  text->remove_prefix(std::min(text->find_first_not_of(' '), text->size()));
  return true;
}

// "COMMIT/*!*/;" without what ends a statement.
std::string_view SqlOf(std::string_view line) {
  const size_t end = line.find("/*!*/");
  if (end != std::string_view::npos) line = line.substr(0, end);
  const size_t last = line.find_last_not_of(" ;\t");
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

// Removes the addition of --verbose --verbose: "7 /* INT meta=0 nullable=0 is_null=0 */".
std::string_view WithoutType(std::string_view value) {
  const size_t comment = value.rfind(" /* ");
  const bool types =
      comment != std::string_view::npos && value.find("meta=", comment) != std::string_view::npos;
  return types ? value.substr(0, comment) : value;
}

uint32_t WidthOf(const RowImage& image) {
  uint32_t bytes = 0;
  for (const auto& [column, value] : image) bytes += BytesOf(value);
  return std::min<uint32_t>(bytes, UINT16_MAX);
}

// The bytes of the columns that change.
uint32_t ChangedBytes(const RowImage& before, const RowImage& after) {
  uint32_t bytes = 0;
  for (const auto& [column, value] : after) {
    const auto found = before.find(column);
    if (found == before.end() || found->second != value) bytes += BytesOf(value);
  }
  return std::min<uint32_t>(bytes, UINT16_MAX);
}

}  // namespace

bool Binlog::Begins(std::string_view head) {
  constexpr std::string_view kSigns[] = {
      "PSEUDO_SLAVE_MODE", "pseudo_replica_mode", kServer,
      "### INSERT INTO `", "### UPDATE `",        "### DELETE FROM `"};
  return std::any_of(std::begin(kSigns), std::end(kSigns), [&](std::string_view sign) {
    return head.find(sign) != std::string_view::npos;
  });
}

void Binlog::Finish() {
  FinishLines();
  EndEvent();
}

const Text* Binlog::Refusal() const {
  if (trace_.records > 0) return nullptr;
  return encoded_ ? &kNotVerbose : &kStatements;
}

void Binlog::Line(std::string_view line) {
  if (line.size() > kMaxLine) return LeaveOut(kLongLine, 0);
  if (Starts(line, kRow)) return RowLine(line.substr(kRow.size()));
  EndEvent();
  if (Starts(line, "#")) return Header(line);
  encoded_ = encoded_ || Starts(line, "BINLOG '");
  const std::string_view sql = SqlOf(line);
  if (!Statement(sql) && !sql.empty()) ++trace_.notes;
}

void Binlog::RowLine(std::string_view line) {
  if (line == "WHERE") return;
  if (line == "SET") {
    event_.in_after = true;
    return;
  }
  if (Starts(line, "  @")) return Value(line.substr(3));
  EndEvent();
  const bool inserts = Skip(&line, "INSERT INTO"), updates = !inserts && Skip(&line, "UPDATE");
  const bool erases = !inserts && !updates && Skip(&line, "DELETE FROM");
  if ((!inserts && !updates && !erases) || line.size() < 2 || line.front() != '`') {
    return LeaveOut(kNoTableName, static_cast<uint32_t>(kRow.size() + 1));
  }
  event_.act = inserts ? Act::kInsert : updates ? Act::kUpdate : Act::kErase;
  for (const char each : line) {
    if (each != '`' && each != ' ') event_.table += each;
  }
}

void Binlog::Value(std::string_view value) {
  constexpr uint32_t kColumn = 9;  // "###   @" is in front of it
  if (event_.act == Act::kBegin) return LeaveOut(kNoEvent, 1);
  uint32_t column = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), column);
  const auto digits = static_cast<size_t>(end - value.data());
  if (error != std::errc() || digits == value.size() || value[digits] != '=') {
    return LeaveOut(kNoValue, kColumn);
  }
  if (column == 0 || column > kMostColumns) return LeaveOut(kManyColumns, kColumn);
  RowImage& image = event_.in_after ? event_.after : event_.before;
  image[column] = WithoutType(value.substr(digits + 1));
}

void Binlog::Header(std::string_view line) {
  const size_t server = line.find(kServer);
  constexpr size_t kTime = 16;  // "#261129 21:14:06"
  if (server == std::string_view::npos || server < kTime) {
    ++trace_.notes;
    return;
  }
  std::string time = "20" + std::string(line.substr(1, 2)) + '-' + std::string(line.substr(3, 2)) +
                     '-' + std::string(line.substr(5, 2)) + ' ' + std::string(line.substr(8, 8));
  std::replace(time.begin() + 11, time.end(), ' ', '0');
  time_ = replay::TimeIn(time);
}

bool Binlog::Statement(std::string_view sql) {
  if (sql == "BEGIN" || sql == "START TRANSACTION") return Current(), true;
  if (sql == "COMMIT") return End(current_, true), true;
  if (sql == "ROLLBACK") return End(current_, false), true;
  if (Skip(&sql, "XA ")) return Xa(sql);
  if (Skip(&sql, "SAVEPOINT ")) {
    Open& open = open_[Current()];
    open.savepoints[std::string(sql)] = open.changes.size();
    Take(Act::kSavepoint, std::string(sql));
    return true;
  }
  if (!Skip(&sql, "ROLLBACK TO ")) return false;
  Skip(&sql, "SAVEPOINT ");
  Open& open = open_[Current()];
  const auto found = open.savepoints.find(std::string(sql));
  if (found == open.savepoints.end()) return false;
  TakeBack(open, found->second);
  Take(Act::kRollBack, found->first);
  return true;
}

// "START X'7831',X'',1", "PREPARE ...", "COMMIT ...", "ROLLBACK ..."
bool Binlog::Xa(std::string_view words) {
  const bool starts = Skip(&words, "START "), prepares = Skip(&words, "PREPARE ");
  const bool commits = Skip(&words, "COMMIT "), aborts = Skip(&words, "ROLLBACK ");
  const size_t one_phase = words.find(" ONE PHASE");
  const std::string name = "xa " + std::string(words.substr(0, one_phase));
  if (starts) {
    current_ = name;
    open_[name];
  }
  if (prepares) current_.clear();
  if (commits || aborts) End(name, commits);
  return starts || prepares || commits || aborts;
}

const std::string& Binlog::Current() {
  if (current_.empty()) {
    current_ = std::to_string(++begun_);
    open_[current_];
  }
  return current_;
}

void Binlog::EndEvent() {
  if (event_.act == Act::kBegin) return;
  Operate(open_[Current()]);
  event_ = Event();
}

void Binlog::Operate(Open& open) {
  RowImages& images = images_[event_.table];
  Step step;
  step.act = event_.act;
  step.transaction = current_;
  step.table = event_.table;
  const bool inserts = event_.act == Act::kInsert;
  const uint32_t row = inserts ? images.Insert(event_.after) : images.At(event_.before);
  const RowImage& image = images.image(row);
  if (inserts) {
    open.changes.push_back({event_.table, row, false, {}});
    step.bytes = WidthOf(image);
  } else {
    open.changes.push_back({event_.table, row, true, image});
    step.bytes = ChangedBytes(image, event_.after);
  }
  if (event_.act == Act::kUpdate) images.Change(row, event_.after);
  if (event_.act == Act::kErase) images.Remove(row);
  step.bytes = std::max(step.bytes, 1u);
  step.row = std::to_string(row);
  step.row_number = row;
  if (const Text* reason = log_.Take(step)) return LeaveOut(*reason, 0);
  ++trace_.records;
}

void Binlog::Take(Act act, const std::string& savepoint) {
  Step step;
  step.act = act;
  step.transaction = current_;
  step.savepoint = savepoint;
  if (const Text* reason = log_.Take(step)) LeaveOut(*reason, 0);
}

void Binlog::End(const std::string& transaction, bool commits) {
  const auto found = open_.find(transaction);
  if (found == open_.end()) return;
  if (!commits) TakeBack(found->second, 0);
  Step step;
  step.act = commits ? Act::kCommit : Act::kAbort;
  step.transaction = transaction;
  step.time = time_;
  log_.Take(step);
  if (transaction == current_) current_.clear();
  open_.erase(found);
}

void Binlog::TakeBack(Open& open, size_t kept) {
  while (open.changes.size() > kept) {
    const Change& last = open.changes.back();
    RowImages& images = images_[last.table];
    if (last.was_there) {
      images.Return(last.row, last.image);
    } else {
      images.Remove(last.row);
    }
    open.changes.pop_back();
  }
}

}  // namespace afterimage::work_log
