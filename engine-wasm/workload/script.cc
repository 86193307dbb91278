#include "workload/script.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/build.h"

namespace afterimage {
namespace {

constexpr Text kEmpty = {"the statement is empty", "语句为空"};
#if AFTERIMAGE_EXPLORER
#define AFTERIMAGE_LAST_STATEMENTS "steal, scan, crash"
#define AFTERIMAGE_LAST_STATEMENTS_ZH "steal、scan、crash"
#else
#define AFTERIMAGE_LAST_STATEMENTS "steal, scan"
#define AFTERIMAGE_LAST_STATEMENTS_ZH "steal、scan"
#endif
constexpr Text kUnknown = {
    "not a statement; known are: begin, commit, abort, NAME := value, read, insert, delete, "
    "signal, await, wait, checkpoint, " AFTERIMAGE_LAST_STATEMENTS,
    "不是语句；可用：begin、commit、abort、名称 := "
    "值、read、insert、delete、signal、await、wait、checkpoint、" AFTERIMAGE_LAST_STATEMENTS_ZH};
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
constexpr Text kSeveral = {
    "several transactions are open here; name the one that is meant, as in T1: commit",
    "此处有多个打开的事务；请写明是哪一个，例如 T1: commit"};
constexpr Text kNotOpen = {"this thread has no such transaction open here",
                           "此处本线程没有打开这个事务"};
constexpr Text kBeginsItself = {"begin names its transaction itself, as in begin T1",
                                "begin 自身写明事务，例如 begin T1"};
constexpr Text kManyOpen = {"more than 16 transactions of this thread are open here",
                            "此处本线程打开的事务超过 16 个"};
constexpr Text kOwnLock = {
    "another open transaction of this thread has locked this record: neither could ever go on",
    "本线程另一个打开的事务已锁住此记录：两者都无法继续"};
constexpr Text kTwice = {"this transaction name is used twice", "事务名重复"};
constexpr Text kWait = {"a time is expected: a whole number and ns, us or ms, at most 1000 ms",
                        "此处应有时间：整数加 ns、us 或 ms，最多 1000 ms"};
constexpr Text kManyRecords = {"more than 1000 records", "记录超过 1000 个"};
constexpr Text kManyTxns = {"more than 10000 transactions", "事务超过 10000 个"};
constexpr Text kTo = {"'to' and a second record are expected, as in scan A to C",
                      "此处应有 to 和第二条记录，例如 scan A to C"};
constexpr Text kEmptyRange = {
    "the index has the second record before the first: shorter names come first, then the last "
    "letters decide",
    "索引中第二条记录在第一条之前：名称短的在前，然后由末尾的字符决定"};
constexpr Text kManyLives = {"a thread has at most 7 of these", "一个线程最多断电 7 次"};
constexpr Text kNever = {"this signal is awaited but never sent", "等待的信号从未发出"};

class Compiler {
 public:
  Compiler(std::string_view text, Script& script, OpenTransactions* open)
      : text_(text), script_(script), open_(*open) {
    statement_.text = std::string(text);
    statement_.life = open->life();
  }

  const Text* Run() {
    std::string_view word = Word();
    place_ = open_.Find(0);
    if (Named()) {
      place_ = open_.Find(LabelOf(word));
      if (place_ < 0) return &kNotOpen;
      word = Word();
      if (word == "begin") return &kBeginsItself;
    }
    if (word.empty()) return AtEnd() ? &kEmpty : &kUnknown;
    const Text* error = Dispatch(word);
    if (!error) error = Lock();
    if (error) return error;
    if (statement_.verb == Verb::kBegin) place_ = open_.Begin(NewTransaction());
    if (place_ >= 0) {
      statement_.place = static_cast<uint16_t>(place_);
      statement_.txn = open_.at(place_);
    }
    if (kExplorer && statement_.verb == Verb::kCrash) open_.NextLife();
    if (statement_.verb == Verb::kCommit || statement_.verb == Verb::kAbort) open_.End(place_);
    if (!AtEnd()) return &kTrailing;  // what follows is judged as if this were right
    script_.threads.back().push_back(std::move(statement_));
    return nullptr;
  }

 private:
  // The next sign is the colon behind a transaction's name, and no assignment.
  bool Named() {
    SkipSpace();
    if (at_ >= text_.size() || text_[at_] != ':' || text_.substr(at_, 2) == ":=") return false;
    ++at_;
    return true;
  }

  // 0 would stand for the only one.
  TxnLabel LabelOf(std::string_view name) const {
    for (size_t i = 0; i < script_.transactions.size(); ++i) {
      if (script_.transactions[i].name == name) return static_cast<TxnLabel>(i + 1);
    }
    return kMaxLabel;
  }

  TxnLabel NewTransaction() {
    script_.transactions.push_back(
        {std::string(name_), static_cast<uint16_t>(script_.threads.size() - 1)});
    return static_cast<TxnLabel>(script_.transactions.size());
  }

  const Text* InTransaction() const {
    return place_ >= 0 ? nullptr : open_.count() == 0 ? &kNoTxn : &kSeveral;
  }

  // Reads what the statement locks, until its transaction ends.
  const Text* Lock() {
    bool free = true;
    for (const Term& term : statement_.value) {
      if (term.op == Term::Op::kRecord) free = free && open_.Lock(place_, term.record, false);
    }
    const Verb verb = statement_.verb;
    const bool changes = verb == Verb::kAssign || verb == Verb::kInsert || verb == Verb::kDelete;
    if (verb == Verb::kScan) {
      for (uint16_t i = 0; i < script_.records.size(); ++i) {
        const Key key = KeyFromName(script_.records[i].name);
        if (KeyOf(statement_.record) <= key && key <= KeyOf(statement_.last))
          free = free && open_.Lock(place_, i, false);
      }
    }
    if (changes || verb == Verb::kRead)
      free = free && open_.Lock(place_, statement_.record, changes);
    return free ? nullptr : &kOwnLock;
  }

  const Text* Dispatch(std::string_view word) {
    if (word == "begin") return Begin();
    if (word == "commit") return End(Verb::kCommit);
    if (word == "abort") return End(Verb::kAbort);
    if (word == "read") return OnRecord(Verb::kRead, true);
    if (word == "delete") return OnRecord(Verb::kDelete, true);
    if (word == "steal") return OnRecord(Verb::kSteal, false);
    if (word == "scan") return Scan();
    if (word == "insert") return Insert();
    if (word == "signal") return Signal(Verb::kSignal);
    if (word == "await") return Signal(Verb::kAwait);
    if (word == "wait") return Wait();
    if (word == "checkpoint") {
      statement_.verb = Verb::kCheckpoint;
      return nullptr;
    }
    if (kExplorer && word == "crash") return Crash();
    return Assign(word);
  }

  const Text* Crash() {
    statement_.verb = Verb::kCrash;
    place_ = -1;  // it happens, whatever has become of the transactions that are open
    if (statement_.life + 2u > Script::kMaxLives) return &kManyLives;
    script_.lives = std::max(script_.lives, statement_.life + 2u);
    return nullptr;
  }

  const Text* Begin() {
    statement_.verb = Verb::kBegin;
    name_ = Word();
    if (!IsName(name_)) return &kName;
    if (LabelOf(name_) != kMaxLabel) return &kTwice;
    if (script_.transactions.size() >= Script::kMaxTransactions) return &kManyTxns;
    return open_.count() < OpenTransactions::kMost ? nullptr : &kManyOpen;
  }

  const Text* End(Verb verb) {
    statement_.verb = verb;
    return InTransaction();
  }

  const Text* OnRecord(Verb verb, bool in_txn) {
    statement_.verb = verb;
    const Text* error = in_txn ? InTransaction() : nullptr;
    return error ? error : Record(Word());
  }

  const Text* Record(std::string_view name) {
    if (!IsName(name)) return &kName;
    const int record = script_.FindRecord(name);
    if (record < 0) return &kRecord;
    statement_.record = static_cast<uint16_t>(record);
    return nullptr;
  }

  Key KeyOf(uint16_t record) const { return KeyFromName(script_.records[record].name); }

  const Text* Scan() {
    const Text* error = OnRecord(Verb::kScan, true);
    if (error) return error;
    const uint16_t first = statement_.record;
    if (Word() != "to") return &kTo;
    error = Record(Word());
    if (error) return error;
    statement_.last = std::exchange(statement_.record, first);
    return KeyOf(first) <= KeyOf(statement_.last) ? nullptr : &kEmptyRange;
  }

  const Text* Insert() {
    statement_.verb = Verb::kInsert;
    if (const Text* error = InTransaction()) return error;
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
    statement_.verb = Verb::kAssign;
    const Text* error = InTransaction();
    if (!error) error = Record(word);
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

  static constexpr TxnLabel kMaxLabel = 0xffff;  // there are never so many

  std::string_view text_;
  Script& script_;
  OpenTransactions& open_;
  Statement statement_;
  size_t at_ = 0;
  int place_ = -1;         // of the transaction that the statement belongs to; -1: of none
  std::string_view name_;  // of the one that it begins
};

}  // namespace

int Script::FindRecord(std::string_view name) const {
  for (size_t i = 0; i < records.size(); ++i) {
    if (records[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

uint32_t OpenTransactions::count() const {
  uint32_t count = 0;
  for (const TxnLabel txn : txn_) count += txn != 0;
  return count;
}

int OpenTransactions::Find(TxnLabel txn) const {
  if (txn == 0 && count() != 1) return -1;
  for (uint32_t i = 0; i < kMost; ++i) {
    if (txn_[i] != 0 && (txn == 0 || txn_[i] == txn)) return static_cast<int>(i);
  }
  return -1;
}

int OpenTransactions::Begin(TxnLabel txn) {
  for (uint32_t i = 0; i < kMost; ++i) {
    if (txn_[i] != 0) continue;
    txn_[i] = txn;
    return static_cast<int>(i);
  }
  return -1;
}

void OpenTransactions::End(int place) {
  txn_[place] = 0;
  const auto others = static_cast<uint16_t>(~(1u << place));
  for (Locks& locks : records_) {
    locks.any &= others;
    locks.exclusive &= others;
  }
}

void OpenTransactions::NextLife() {
  const auto next = static_cast<uint16_t>(life_ + 1);
  *this = OpenTransactions();
  life_ = next;
}

bool OpenTransactions::Lock(int place, uint16_t record, bool exclusively) {
  if (records_.size() <= record) records_.resize(record + size_t{1});
  Locks& locks = records_[record];
  const auto own = static_cast<uint16_t>(1u << place);
  if ((exclusively ? locks.any : locks.exclusive) & ~own) return false;
  locks.any |= own;
  if (exclusively) locks.exclusive |= own;
  return true;
}

bool IsName(std::string_view text) {
  if (text.empty() || text.size() > 8 || !std::isalpha(static_cast<unsigned char>(text[0])))
    return false;
  for (const char c : text) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  }
  return true;
}

std::string_view InsertedName(std::string_view text) {
  const auto skip_space = [&] {
    while (!text.empty() && (text[0] == ' ' || text[0] == '\t')) text.remove_prefix(1);
  };
  const auto word = [&] {
    skip_space();
    const std::string_view found = text.substr(0, text.find_first_of(" \t:"));
    text.remove_prefix(found.size());
    skip_space();
    return found;
  };
  std::string_view verb = word();
  if (!text.empty() && text[0] == ':' && text.substr(0, 2) != ":=") {
    text.remove_prefix(1);
    verb = word();
  }
  const std::string_view name = verb == "insert" ? word() : "";
  return IsName(name) ? name : "";
}

const Text* CompileStatement(std::string_view text, Script& script, OpenTransactions* open) {
  return Compiler(text, script, open).Run();
}

const Text* CheckSignals(const Script& script, uint32_t* thread, uint32_t* statement) {
  const size_t count = script.signals.size();
  std::vector<bool> sent(count * script.lives);
  for (const auto& statements : script.threads) {
    for (const Statement& s : statements) {
      if (s.verb == Verb::kSignal) sent[s.life * count + s.signal] = true;
    }
  }
  for (*thread = 0; *thread < script.threads.size(); ++*thread) {
    const auto& statements = script.threads[*thread];
    for (*statement = 0; *statement < statements.size(); ++*statement) {
      const Statement& s = statements[*statement];
      if (s.verb == Verb::kAwait && !sent[s.life * count + s.signal]) return &kNever;
    }
  }
  return nullptr;
}

}  // namespace afterimage
