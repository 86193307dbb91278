#include "workload/script.h"

#include <cctype>

namespace afterimage {
namespace {

constexpr Text kEmpty = {"the statement is empty", "语句为空"};
constexpr Text kUnknown = {
    "not a statement; known are: begin, commit, abort, NAME := value, read, insert, delete, "
    "signal, await, wait, checkpoint, steal",
    "不是语句；可用：begin、commit、abort、名称 := "
    "值、read、insert、delete、signal、await、wait、checkpoint、steal"};
constexpr Text kName = {"a name is expected: a letter, then up to 7 letters, digits or underscores",
                        "此处应有名称：字母开头，其后最多 7 个字母、数字或下划线"};
constexpr Text kRecord = {
    "there is no record with this name; add it to records, or insert it first",
    "没有此名称的记录；请加入 records 或先插入"};
constexpr Text kAssign = {"':=' and a value are expected", "此处应有 ':=' 和值"};
constexpr Text kValue = {"a value is expected: integers, record names, + - * and parentheses",
                         "此处应有值：整数、记录名、+ - * 与括号"};
constexpr Text kLarge = {"the number is beyond 2^53", "数字超出 2^53"};
constexpr Text kLong = {"the expression is too long", "表达式过长"};
constexpr Text kTrailing = {"there is text after the end of the statement", "语句结束后还有内容"};
constexpr Text kNoTxn = {"no transaction is open here; begin one first",
                         "此处没有打开的事务；请先 begin"};
constexpr Text kOpenTxn = {"a transaction is still open here; commit or abort it first",
                           "此处仍有打开的事务；请先提交或中止"};
constexpr Text kTwice = {"this transaction name is used twice", "事务名重复"};
constexpr Text kWait = {"a time is expected: a whole number and ns, us or ms, at most 1000 ms",
                        "此处应有时间：整数加 ns、us 或 ms，最多 1000 ms"};
constexpr Text kManyRecords = {"more than 1000 records", "记录超过 1000 个"};
constexpr Text kManyTxns = {"more than 10000 transactions", "事务超过 10000 个"};
constexpr Text kNever = {"this signal is awaited but never sent", "等待的信号从未发出"};

class Compiler {
 public:
  Compiler(std::string_view text, Script& script, TxnLabel* open)
      : text_(text), script_(script), open_(open) {
    statement_.text = std::string(text);
  }

  const Text* Run() {
    const std::string_view word = Word();
    if (word.empty()) return AtEnd() ? &kEmpty : &kUnknown;
    const Text* error = Dispatch(word);
    if (error) return error;
    if (!AtEnd()) return &kTrailing;
    if (statement_.verb != Verb::kBegin) statement_.txn = ends_ ? ended_ : *open_;
    script_.threads.back().push_back(std::move(statement_));
    return nullptr;
  }

 private:
  const Text* Dispatch(std::string_view word) {
    if (word == "begin") return Begin();
    if (word == "commit") return End(Verb::kCommit);
    if (word == "abort") return End(Verb::kAbort);
    if (word == "read") return OnRecord(Verb::kRead, true);
    if (word == "delete") return OnRecord(Verb::kDelete, true);
    if (word == "steal") return OnRecord(Verb::kSteal, false);
    if (word == "insert") return Insert();
    if (word == "signal") return Signal(Verb::kSignal);
    if (word == "await") return Signal(Verb::kAwait);
    if (word == "wait") return Wait();
    if (word == "checkpoint") {
      statement_.verb = Verb::kCheckpoint;
      return nullptr;
    }
    return Assign(word);
  }

  const Text* Begin() {
    if (*open_ != 0) return &kOpenTxn;
    const std::string_view name = Word();
    if (!IsName(name)) return &kName;
    for (const ScriptTransaction& txn : script_.transactions) {
      if (txn.name == name) return &kTwice;
    }
    if (script_.transactions.size() >= Script::kMaxTransactions) return &kManyTxns;
    script_.transactions.push_back(
        {std::string(name), static_cast<uint16_t>(script_.threads.size() - 1)});
    *open_ = statement_.txn = static_cast<TxnLabel>(script_.transactions.size());
    statement_.verb = Verb::kBegin;
    return nullptr;
  }

  const Text* End(Verb verb) {
    if (*open_ == 0) return &kNoTxn;
    ends_ = true;
    ended_ = *open_;
    *open_ = 0;
    statement_.verb = verb;
    return nullptr;
  }

  const Text* OnRecord(Verb verb, bool in_txn) {
    if (in_txn && *open_ == 0) return &kNoTxn;
    statement_.verb = verb;
    return Record(Word());
  }

  const Text* Record(std::string_view name) {
    if (!IsName(name)) return &kName;
    const int record = script_.FindRecord(name);
    if (record < 0) return &kRecord;
    statement_.record = static_cast<uint16_t>(record);
    return nullptr;
  }

  const Text* Insert() {
    if (*open_ == 0) return &kNoTxn;
    statement_.verb = Verb::kInsert;
    const std::string_view name = Word();
    if (!IsName(name)) return &kName;
    if (script_.FindRecord(name) < 0) {
      if (script_.records.size() >= Script::kMaxRecords) return &kManyRecords;
      script_.records.push_back({std::string(name), false, 0});
    }
    statement_.record = static_cast<uint16_t>(script_.FindRecord(name));
    return AssignedValue();
  }

  const Text* Assign(std::string_view word) {
    SkipSpace();
    if (text_.substr(at_, 2) != ":=") return &kUnknown;
    if (*open_ == 0) return &kNoTxn;
    statement_.verb = Verb::kAssign;
    const Text* error = Record(word);
    return error ? error : AssignedValue();
  }

  const Text* AssignedValue() {
    SkipSpace();
    if (text_.substr(at_, 2) != ":=") return &kAssign;
    at_ += 2;
    return Sum(0);
  }

  const Text* Signal(Verb verb) {
    statement_.verb = verb;
    const std::string_view name = Word();
    if (!IsName(name)) return &kName;
    size_t index = 0;
    while (index < script_.signals.size() && script_.signals[index] != name) ++index;
    if (index == script_.signals.size()) script_.signals.emplace_back(name);
    statement_.signal = static_cast<uint16_t>(index);
    return nullptr;
  }

  const Text* Wait() {
    statement_.verb = Verb::kWait;
    int64_t number = 0;
    SkipSpace();
    if (!Number(&number)) return &kWait;
    const std::string_view unit = Word();
    const int64_t scale = unit == "ns" ? 1 : unit == "us" ? 1000 : unit == "ms" ? 1000000 : 0;
    if (scale == 0 || number > 1000000000 / scale) return &kWait;
    statement_.wait_ns = static_cast<Time>(number * scale);
    return nullptr;
  }

  const Text* Sum(int depth) {
    const Text* error = Product(depth);
    for (SkipSpace(); !error && at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-');
         SkipSpace()) {
      const Term::Op op = text_[at_++] == '+' ? Term::Op::kAdd : Term::Op::kSubtract;
      error = Product(depth);
      if (!error) error = Emit({op, 0, 0});
    }
    return error;
  }

  const Text* Product(int depth) {
    const Text* error = Factor(depth);
    for (SkipSpace(); !error && at_ < text_.size() && text_[at_] == '*'; SkipSpace()) {
      ++at_;
      error = Factor(depth);
      if (!error) error = Emit({Term::Op::kMultiply, 0, 0});
    }
    return error;
  }

  const Text* Factor(int depth) {
    SkipSpace();
    if (depth > 16) return &kLong;
    if (at_ >= text_.size()) return &kValue;
    if (text_[at_] == '(') {
      ++at_;
      const Text* error = Sum(depth + 1);
      SkipSpace();
      if (error) return error;
      if (at_ >= text_.size() || text_[at_] != ')') return &kValue;
      ++at_;
      return nullptr;
    }
    if (text_[at_] == '-') {
      ++at_;
      const Text* error = Factor(depth + 1);
      return error ? error : Emit({Term::Op::kNegate, 0, 0});
    }
    if (std::isdigit(static_cast<unsigned char>(text_[at_]))) {
      int64_t number = 0;
      return Number(&number) ? Emit({Term::Op::kNumber, number, 0}) : &kLarge;
    }
    const std::string_view name = Word();
    if (!IsName(name)) return &kValue;
    const int record = script_.FindRecord(name);
    return record < 0 ? &kRecord : Emit({Term::Op::kRecord, 0, static_cast<uint16_t>(record)});
  }

  const Text* Emit(const Term& term) {
    if (statement_.value.size() >= Script::kMaxTerms) return &kLong;
    statement_.value.push_back(term);
    return nullptr;
  }

  bool Number(int64_t* number) {
    const size_t start = at_;
    int64_t value = 0;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) {
      value = value * 10 + (text_[at_++] - '0');
      if (value > (int64_t{1} << 53)) return false;
    }
    *number = value;
    return at_ > start;
  }

  void SkipSpace() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool AtEnd() {
    SkipSpace();
    return at_ == text_.size();
  }
  std::string_view Word() {
    SkipSpace();
    const size_t start = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
      ++at_;
    return text_.substr(start, at_ - start);
  }

  std::string_view text_;
  Script& script_;
  TxnLabel* open_;
  Statement statement_;
  size_t at_ = 0;
  bool ends_ = false;
  TxnLabel ended_ = 0;
};

}  // namespace

int Script::FindRecord(std::string_view name) const {
  for (size_t i = 0; i < records.size(); ++i) {
    if (records[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

bool IsName(std::string_view text) {
  if (text.empty() || text.size() > 8 || !std::isalpha(static_cast<unsigned char>(text[0])))
    return false;
  for (const char c : text) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  }
  return true;
}

const Text* CompileStatement(std::string_view text, Script& script, TxnLabel* open) {
  return Compiler(text, script, open).Run();
}

const Text* CheckSignals(const Script& script, uint32_t* thread, uint32_t* statement) {
  std::vector<bool> sent(script.signals.size());
  for (const auto& statements : script.threads) {
    for (const Statement& s : statements) {
      if (s.verb == Verb::kSignal) sent[s.signal] = true;
    }
  }
  for (*thread = 0; *thread < script.threads.size(); ++*thread) {
    const auto& statements = script.threads[*thread];
    for (*statement = 0; *statement < statements.size(); ++*statement) {
      const Statement& s = statements[*statement];
      if (s.verb == Verb::kAwait && !sent[s.signal]) return &kNever;
    }
  }
  return nullptr;
}

}  // namespace afterimage
