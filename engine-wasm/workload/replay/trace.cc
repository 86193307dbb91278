#include "workload/replay/trace.h"

#include <algorithm>

#include "workload/pg_wal/trace_reader.h"
#include "workload/replay/assembler.h"
#include "workload/work_log/binlog.h"
#include "workload/work_log/json_lines.h"

namespace afterimage::replay {
namespace {

constexpr Text kTooLong = {"longer than 256 MB", "超过 256 MB"};
constexpr Text kNothing = {"no transaction in it changes a row and commits",
                           "其中没有修改行并提交的事务"};
constexpr Text kEmpty = {
    "the text is empty; pg_waldump -p $PGDATA/pg_wal FIRST LAST > wal.txt writes one (with -q it "
    "prints nothing)",
    "文本为空；用 pg_waldump -p $PGDATA/pg_wal FIRST LAST > wal.txt 生成（加 -q "
    "时不输出任何内容）"};
constexpr Text kSegment = {
    "this is a piece of the log itself, not its text; pg_waldump FILE > wal.txt makes text of it",
    "这是日志文件本身而非其文本；用 pg_waldump FILE > wal.txt 将其转换为文本"};
constexpr Text kBinary = {
    "this is no text; pg_waldump -p $PGDATA/pg_wal FIRST LAST > wal.txt makes text of a log, and "
    "the work of SQLite and others is given as JSON lines (docs/own-database.md)",
    "这不是文本；用 pg_waldump -p $PGDATA/pg_wal FIRST LAST > wal.txt 将日志转换为文本；SQLite "
    "等其他数据库的工作以 JSON 行给出"};
constexpr Text kForeign = {
    "no line of this is a record as pg_waldump or mysqlbinlog print it; the work of SQLite and "
    "others is given as JSON lines, such as {\"do\": \"insert\", \"transaction\": 1, \"table\": "
    "\"t\", \"row\": 1} (docs/own-database.md)",
    "没有一行是 pg_waldump 或 mysqlbinlog 打印的记录；SQLite 等其他数据库的工作以 JSON "
    "行给出，例如 "
    "{\"do\": \"insert\", \"transaction\": 1, \"table\": \"t\", \"row\": 1}"};
constexpr Text kStatistics = {
    "this is the summary that --stats prints, which has no records; leave --stats (-z) out",
    "这是 --stats 打印的统计，不含记录；请去掉 --stats（-z）"};

// The form of a text, recognized by its beginning.
enum class Form : uint8_t { kUnknown, kWal, kBinlog, kJsonLines };

// kUnknown until there is enough of it.
Form FormOf(std::string_view head, bool whole) {
  constexpr size_t kEnough = 4096;
  const size_t first = head.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && head[first] == '{') return Form::kJsonLines;
  if (!whole && head.size() < kEnough) return Form::kUnknown;
  const bool is_wal = head.find("rmgr:") != std::string_view::npos;
  return !is_wal && work_log::Binlog::Begins(head) ? Form::kBinlog : Form::kWal;
}

// Reads a log, finding out itself which it is.
class TextReader final : public InputReader {
 public:
  void Feed(std::string_view piece) override {
    bytes_ += piece.size();
    if (bytes_ > Trace::kMaxBytes) return;
    if (form_ != Form::kUnknown) return Take(piece);
    start_ += piece;
    form_ = FormOf(start_, false);
    if (form_ != Form::kUnknown) Take(start_);
  }

  std::shared_ptr<WorkloadInput> Finish(InputProblem* problem) override {
    return FinishTrace(problem);
  }

  std::shared_ptr<Trace> FinishTrace(InputProblem* problem) {
    if (bytes_ > Trace::kMaxBytes) return Refuse({0, kTooLong, 0}, problem);
    if (form_ == Form::kUnknown) {
      form_ = FormOf(start_, true);
      Take(start_);
    }
    Assembler(ReadLog(), trace_.get()).Run();
    if (const Text* reason = Refusal()) {
      // The first line that could not be read is the one to look at.
      const uint64_t line = reason == &kForeign ? trace_->first_unread.line : 0;
      return Refuse({line, *reason, 0}, problem);
    }
    return trace_->commits == 0 ? Refuse(trace_->first_unread, problem) : std::move(trace_);
  }

 private:
  static std::shared_ptr<Trace> Refuse(const InputProblem& why, InputProblem* problem) {
    *problem = why;
    return nullptr;
  }

  void Take(std::string_view piece) {
    if (form_ == Form::kWal) text_.Feed(piece);
    if (form_ == Form::kBinlog) binlog_.Feed(piece);
    if (form_ == Form::kJsonLines) json_lines_.Feed(piece);
  }

  // Reads the content of the complete text.
  RawLog& ReadLog() {
    if (form_ == Form::kWal) {
      text_.Finish();
      records_.Finish();
      trace_->lines = text_.lines();
      trace_->notes = text_.notes();
      return records_.log();
    }
    if (form_ == Form::kBinlog) binlog_.Finish();
    if (form_ == Form::kJsonLines) json_lines_.FinishLines();
    work_.Finish();
    return work_.log();
  }

  // Why nothing can be done with the text, or null where something can.
  const Text* Refusal() const {
    if (text_.segment()) return &kSegment;
    if (text_.binary()) return &kBinary;
    if (form_ == Form::kBinlog && binlog_.Refusal()) return binlog_.Refusal();
    const bool blank = trace_->records == 0 && trace_->unread == 0;
    if (bytes_ == 0 || blank) return &kEmpty;
    if (trace_->records == 0 && text_.statistics()) return &kStatistics;
    if (form_ == Form::kWal && text_.foreign()) return &kForeign;
    return trace_->commits == 0 && trace_->unread == 0 ? &kNothing : nullptr;
  }

  std::shared_ptr<Trace> trace_ = std::make_shared<Trace>();
  TraceReader records_{trace_.get()};
  WalText text_{records_};
  work_log::WorkLog work_{trace_.get()};
  work_log::Binlog binlog_{trace_.get(), work_};
  work_log::JsonLines json_lines_{trace_.get(), work_};
  uint64_t bytes_ = 0;
  Form form_ = Form::kUnknown;
  std::string start_;  // until it is known
};

}  // namespace

std::unique_ptr<InputReader> NewTraceReader() { return std::make_unique<TextReader>(); }

std::shared_ptr<Trace> ReadTrace(std::string_view text, InputProblem* problem) {
  TextReader reader;
  reader.Feed(text);
  return reader.FinishTrace(problem);
}

namespace {

void DescribeTimes(const CommitTimes& times, JsonWriter& json) {
  json.Key("times").BeginObject();
  json.Key("commits").Integer(static_cast<int64_t>(times.count()));
  json.Key("microseconds").Integer(times.span());
  json.Key("busiestSecond").Integer(times.busiest());
  json.Key("secondsWithCommits").Integer(static_cast<int64_t>(times.seconds()));
  json.EndObject();
}

void DescribeUnread(const InputProblem& problem, JsonWriter& json) {
  json.Key("firstUnread").BeginObject();
  json.Key("line").Integer(static_cast<int64_t>(problem.line));
  json.Key("column").Integer(problem.column);
  json.Key("reason").Bilingual(problem.reason).EndObject();
}

}  // namespace

void Trace::Describe(JsonWriter& json) const {
  static constexpr const char* kNames[kOpKinds] = {"locks",  "inserts",      "updates",
                                                   "erases", "indexEntries", "reads"};
  static constexpr const char* kLockNames[kRowLocks] = {"keyShare", "share", "noKeyUpdate",
                                                        "update"};
  const auto number = [&](const char* name, uint64_t value) {
    json.Key(name).Integer(static_cast<int64_t>(value));
  };
  json.BeginObject();
  number("lines", lines);
  number("records", records);
  number("commits", commits);
  number("aborts", aborts);
  number("unfinished", unfinished);
  number("empty", empty);
  number("subTransactions", sub_transactions);
  number("savepoints", savepoints);
  number("guessedSavepoints", guessed_savepoints);
  for (uint32_t kind = 0; kind < kOpKinds; ++kind) number(kNames[kind], counts[kind]);
  json.Key("lockModes").BeginObject();
  for (uint32_t mode = 0; mode < kRowLocks; ++mode) number(kLockNames[mode], locks[mode]);
  json.EndObject();
  number("undone", undone);
  number("derivedRows", derived_rows);
  number("hiddenRows", hidden_rows);
  number("databases", databases);
  number("clients", clients);
  number("dropped", dropped);
  number("clipped", clipped);
  number("notes", notes);
  number("unread", unread);
  if (unread > 0) DescribeUnread(first_unread, json);
  number("repeated", repeated);
  number("backwards", backwards);
  DescribeTimes(times, json);
  json.Key("volume");
  volume.Describe(json);
  json.Key("tables").BeginArray();
  for (const TraceTable& table : tables) {
    json.BeginObject().Key("id").String(table.id).Key("index").Bool(table.index);
    number("rows", table.keys.size());
    number("rowsBefore", table.first_rows.size());
    number("blocks", table.blocks.size());
    number("lastPlace", table.last_place);
    number("widest", table.widest);
    json.EndObject();
  }
  json.EndArray().Key("skipped").BeginArray();
  for (const auto& [name, count] : skipped) {
    json.BeginObject().Key("name").String(name);
    number("count", count);
    json.EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace afterimage::replay
