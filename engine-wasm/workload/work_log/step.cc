#include "workload/work_log/step.h"

#include <string_view>

namespace afterimage::work_log {
namespace {

using replay::RowLock;

constexpr Text kObject = {"a line is an object in braces", "每行是一个花括号中的对象"};
constexpr Text kUnknown = {
    "no such field; there are `do`, `transaction`, `table`, `row`, `bytes`, "
    "`mode`, `savepoint`, `client`, `time`",
    "没有这个字段；可用的有 `do`、`transaction`、`table`、`row`、`bytes`、"
    "`mode`、`savepoint`、`client`、`time`"};
constexpr Text kNoAct = {
    "`do` is one of `table`, `begin`, `read`, `lock`, `insert`, `update`, "
    "`erase`, `savepoint`, `rollback`, `commit`, `abort`",
    "`do` 应为 `table`、`begin`、`read`、`lock`、`insert`、`update`、"
    "`erase`、`savepoint`、`rollback`、`commit`、`abort` 之一"};
constexpr Text kName = {"a name of 1 to 64 bytes, or a whole number from 0 to 2^53 - 1",
                        "应为 1 到 64 字节的名称，或 0 到 2^53 - 1 的整数"};
constexpr Text kBytes = {"a whole number of bytes from 1 to 65535", "应为 1 到 65535 的字节数"};
constexpr Text kMode = {"`key-share`, `share`, `no-key-update` or `update`",
                        "应为 `key-share`、`share`、`no-key-update` 或 `update`"};
constexpr Text kClient = {"a client's number, from 0 to 1000000", "应为 0 到 1000000 的客户端号"};
constexpr Text kTime = {"a time in seconds, from 0 on", "应为从 0 起的秒数"};
constexpr Text kNoTransaction = {"`transaction` is missing", "缺少 `transaction`"};
constexpr Text kNoTable = {"`table` is missing", "缺少 `table`"};
constexpr Text kNoRow = {"`row` is missing", "缺少 `row`"};
constexpr Text kNoSavepoint = {"`savepoint` is missing: its name", "缺少 `savepoint`：其名称"};

constexpr std::string_view kActs[] = {"table",    "begin",  "read",  "lock",
                                      "insert",   "update", "erase", "savepoint",
                                      "rollback", "commit", "abort"};
constexpr std::string_view kModes[replay::kRowLocks] = {"key-share", "share", "no-key-update",
                                                        "update"};
constexpr double kMostSeconds = 1e11;

// Sets *index if the value is one of `words`.
template <size_t kCount>
bool IsOneOf(const std::string_view (&words)[kCount], const JsonValue& value, uint32_t* index) {
  for (uint32_t i = 0; i < kCount && value.type == JsonValue::Type::kString; ++i) {
    if (value.string == words[i]) return *index = i, true;
  }
  return false;
}

bool Name(const JsonValue& value, std::string* out) {
  if (value.type == JsonValue::Type::kString) {
    *out = value.string;
    return !out->empty() && out->size() <= Step::kLongestName;
  }
  const bool fits = value.type == JsonValue::Type::kInteger && value.integer >= 0 &&
                    value.integer <= Step::kMostRow;
  if (fits) *out = std::to_string(value.integer);
  return fits;
}

bool Whole(const JsonValue& value, int64_t least, int64_t most) {
  return value.type == JsonValue::Type::kInteger && value.integer >= least && value.integer <= most;
}

bool Seconds(const JsonValue& value, int64_t* microseconds) {
  const bool whole = value.type == JsonValue::Type::kInteger;
  if (!whole && value.type != JsonValue::Type::kNumber) return false;
  const double seconds = whole ? static_cast<double>(value.integer) : value.Number();
  if (!(seconds >= 0 && seconds <= kMostSeconds)) return false;
  *microseconds = static_cast<int64_t>(seconds * 1e6);
  return true;
}

// Returns the reason why the value of a field is invalid, or null.
const Text* ReadField(const std::string& name, const JsonValue& value, Step* out) {
  uint32_t index = 0;
  if (name == "do") {
    if (!IsOneOf(kActs, value, &index)) return &kNoAct;
    out->act = static_cast<Act>(index);
    return nullptr;
  }
  if (name == "transaction") return Name(value, &out->transaction) ? nullptr : &kName;
  if (name == "table") return Name(value, &out->table) ? nullptr : &kName;
  if (name == "savepoint") return Name(value, &out->savepoint) ? nullptr : &kName;
  if (name == "row") {
    if (value.type == JsonValue::Type::kInteger) out->row_number = value.integer;
    return Name(value, &out->row) ? nullptr : &kName;
  }
  if (name == "bytes") {
    if (!Whole(value, 1, UINT16_MAX)) return &kBytes;
    out->bytes = static_cast<uint32_t>(value.integer);
    return nullptr;
  }
  if (name == "mode") {
    if (!IsOneOf(kModes, value, &index)) return &kMode;
    out->mode = static_cast<RowLock>(index);
    out->has_mode = true;
    return nullptr;
  }
  if (name == "client") {
    if (!Whole(value, 0, Step::kMostClient)) return &kClient;
    out->client = value.integer;
    return nullptr;
  }
  if (name == "time") return Seconds(value, &out->time) ? nullptr : &kTime;
  return &kUnknown;
}

// Returns the complaint about a field that the act needs and the line lacks, or null.
const Text* Missing(const Step& fields) {
  if (fields.act != Act::kTable && fields.transaction.empty()) return &kNoTransaction;
  const bool operates = IsOperation(fields.act);
  if ((operates || fields.act == Act::kTable) && fields.table.empty()) return &kNoTable;
  if (operates && fields.row.empty()) return &kNoRow;
  const bool at_savepoint = fields.act == Act::kSavepoint || fields.act == Act::kRollBack;
  return at_savepoint && fields.savepoint.empty() ? &kNoSavepoint : nullptr;
}

}  // namespace

bool IsOperation(Act act) { return act >= Act::kRead && act <= Act::kErase; }

StepFault ReadStep(const JsonValue& line, Step* step) {
  if (line.type != JsonValue::Type::kObject) return {&kObject, line.column};
  for (const JsonValue::Member& member : line.members) {
    const Text* reason = ReadField(member.key, member.value, step);
    if (reason) return {reason, member.value.column};
  }
  if (!line.Find("do")) return {&kNoAct, line.column};
  return {Missing(*step), line.column};
}

}  // namespace afterimage::work_log
