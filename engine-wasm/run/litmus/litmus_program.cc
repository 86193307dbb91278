#include "run/litmus/litmus_program.h"

#include <algorithm>

namespace afterimage::litmus {
namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

struct Token {
  std::string_view text;
  uint32_t column = 0;
  bool IsName() const { return !text.empty() && IsLetter(text[0]); }
  bool IsNumber() const { return !text.empty() && IsDigit(text[0]); }
};

// The length of the operator that `rest` begins with.
size_t OperatorLength(std::string_view rest) {
  for (const std::string_view two : {"==", "!=", "+=", "&&", "||", "/\\", "\\/"})
    if (rest.substr(0, 2) == two) return 2;
  return 1;
}

std::vector<Token> TokensOf(std::string_view statement, uint32_t column) {
  std::vector<Token> tokens;
  for (size_t at = 0; at < statement.size();) {
    const char c = statement[at];
    if (c == ' ' || c == '\t' || c == '\r' || c == ',') {
      ++at;
      continue;
    }
    size_t end = at + 1;
    if (IsLetter(c) || IsDigit(c)) {
      while (end < statement.size() && (IsLetter(statement[end]) || IsDigit(statement[end]))) ++end;
    } else {
      end = at + OperatorLength(statement.substr(at));
    }
    tokens.push_back({statement.substr(at, end - at), column + static_cast<uint32_t>(at)});
    at = end;
  }
  return tokens;
}

const std::string_view kReserved[] = {"line",  "thread", "nt",     "clwb",   "clflush",
                                      "fence", "sfence", "mfence", "ack",    "if",
                                      "end",   "exists", "never",  "forall", "clflushopt"};

class Parser {
 public:
  Parser(LitmusProgram* program, std::vector<Problem>* problems)
      : program_(*program), problems_(*problems) {}

  bool Run(std::string_view text) {
    for (size_t at = 0; at <= text.size() && problems_.size() < kMostProblems; ++line_) {
      const size_t end = std::min(text.find('\n', at), text.size());
      Line(text.substr(at, end - at));
      at = end + 1;
    }
    if (!open_.empty()) FailAt(open_.back().line, 1, "this if has no end", "此 `if` 没有 `end`");
    if (problems_.empty() && program_.threads.empty())
      FailAt(1, 1, "there is no thread: begin one with the word thread",
             "没有线程：请以 `thread` 一词开始");
    program_.lines = lines_;
    return problems_.empty();
  }

 private:
  static constexpr size_t kMostProblems = 20;
  struct Open {
    size_t branch;
    uint32_t line;
  };

  void Line(std::string_view line) {
    line = line.substr(0, line.find('#'));
    for (size_t at = 0; at <= line.size();) {
      const size_t end = std::min(line.find(';', at), line.size());
      tokens_ = TokensOf(line.substr(at, end - at), static_cast<uint32_t>(at) + 1);
      end_column_ = static_cast<uint32_t>(end) + 1;
      next_ = 0;
      if (!tokens_.empty()) Statement();
      at = end + 1;
    }
  }

  void Statement() {
    const size_t before = problems_.size();
    const Token first = Take();
    if (first.text == "line")
      SharedLine();
    else if (first.text == "thread")
      BeginThread(first);
    else if (first.text == "exists" || first.text == "never" || first.text == "forall")
      Question(first);
    else
      InThread(first);
    if (problems_.size() == before && next_ < tokens_.size())
      Fail(tokens_[next_], "nothing is expected here", "此处不应再有内容");
  }

  void SharedLine() {
    if (lines_ >= kMostLines) return Fail(tokens_[0], "at most 12 lines", "至多 12 个缓存行");
    const auto line = static_cast<uint8_t>(lines_);
    bool any = false;
    while (next_ < tokens_.size()) {
      const Token name = Take();
      if (!IsWordName(name))
        return Fail(name, "the name of a word is expected", "此处应为字的名称");
      if (Find(program_.words, name.text) >= 0)
        return Fail(name, "this word has a line already", "该字已属于一个缓存行");
      if (!NewWord(name, line)) return;
      any = true;
    }
    if (!any) return Fail(tokens_[0], "name the words of the line", "请写出该行中的字");
    ++lines_;
  }

  void BeginThread(const Token& first) {
    if (program_.threads.size() >= kMostThreads)
      return Fail(first, "at most 4 threads", "至多 4 个线程");
    if (!open_.empty()) return Fail(first, "an if has no end", "有 `if` 没有 `end`");
    while (next_ < tokens_.size()) Take();  // a name for the reader
    program_.threads.emplace_back();
  }

  void InThread(const Token& first) {
    if (program_.threads.empty())
      return Fail(first, "begin a thread first, with the word thread",
                  "请先以 `thread` 一词开始线程");
    if (program_.quantifier != Quantifier::kNone)
      return Fail(first, "the question comes last", "问题应放在最后");
    uint32_t all = 0;
    for (const auto& thread : program_.threads) all += static_cast<uint32_t>(thread.size());
    if (all >= kMostInstructions) return Fail(first, "at most 64 statements", "至多 64 条语句");
    if (first.text == "end") return EndIf(first);
    Instruction instruction;
    instruction.line = line_;
    const size_t before = problems_.size();
    Read(first, &instruction);
    if (problems_.size() > before) return;
    if (instruction.op == Op::kBranch) open_.push_back({Code().size(), line_});
    Code().push_back(instruction);
  }

  void EndIf(const Token& first) {
    if (open_.empty()) return Fail(first, "no if is open here", "此处没有未结束的 `if`");
    Code()[open_.back().branch].target = static_cast<uint8_t>(Code().size());
    open_.pop_back();
  }

  void Read(const Token& first, Instruction* out) {
    if (first.text == "fence" || first.text == "sfence" || first.text == "mfence") {
      out->op = Op::kFence;
    } else if (first.text == "clwb" || first.text == "clflushopt" || first.text == "clflush") {
      out->op = first.text == "clflush" ? Op::kClflush : Op::kClwb;
      uint8_t word = 0;
      if (Word(&word)) out->place = program_.line_of[word];
    } else if (first.text == "ack") {
      out->op = Op::kAcknowledge;
      Ack(&out->place);
    } else if (first.text == "nt") {
      out->op = Op::kNtStore;
      if (Word(&out->place) && Expect("=")) Value(out);
    } else if (first.text == "if") {
      Branch(out);
    } else {
      Assignment(first, out);
    }
  }

  void Branch(Instruction* out) {
    out->op = Op::kBranch;
    const Token name = Peek();
    out->of_register = IsRegister(name.text);
    if (out->of_register) {
      out->reg = RegisterOf(Take().text);
    } else if (!Word(&out->place)) {
      return;
    }
    if (Comparison(&out->equal)) Number(&out->value);
  }

  void Assignment(const Token& first, Instruction* out) {
    if (IsRegister(first.text)) {
      out->op = Op::kLoad;
      out->reg = RegisterOf(first.text);
      if (Expect("=")) Word(&out->place);
      return;
    }
    if (!IsWordName(first))
      return Fail(first, "a statement is expected: a store, clwb, clflush, fence, ack, if",
                  "此处应为语句：存储、`clwb`、`clflush`、`fence`、`ack` 或 `if`");
    if (!WordOf(first, &out->place)) return;
    const Token sign = Take();
    if (sign.text != "=" && sign.text != "+=")
      return Fail(sign, "= or += is expected", "此处应为 `=` 或 `+=`");
    out->op = sign.text == "=" ? Op::kStore : Op::kFetchAdd;
    Value(out);
  }

  void Question(const Token& first) {
    if (program_.quantifier != Quantifier::kNone)
      return Fail(first, "one question is enough", "只能有一个问题");
    program_.quantifier = first.text == "exists"  ? Quantifier::kExists
                          : first.text == "never" ? Quantifier::kNever
                                                  : Quantifier::kForall;
    program_.condition_line = line_;
    program_.condition.emplace_back();
    while (true) {
      Term term;
      if (!ReadTerm(&term)) return;
      program_.condition.back().push_back(term);
      const std::string_view sign = Peek().text;
      if (sign == "||" || sign == "\\/" || sign == "or")
        program_.condition.emplace_back();
      else if (sign != "&&" && sign != "/\\" && sign != "and")
        return;
      Take();
    }
  }

  bool ReadTerm(Term* term) {
    const bool no = Peek().text == "no" || Peek().text == "!";
    if (no) Take();
    if (Peek().text == "ack") {
      Take();
      term->is_ack = true;
      term->value = 1;
      term->equal = !no;
      return Ack(&term->place);
    }
    return Word(&term->place) && Comparison(&term->equal) && Number(&term->value);
  }

  // == also stands as =.
  bool Comparison(bool* equal) {
    const Token sign = Take();
    *equal = sign.text != "!=";
    if (sign.text == "==" || sign.text == "=" || sign.text == "!=") return true;
    Fail(sign, "== or != is expected", "此处应为 `==` 或 `!=`");
    return false;
  }

  void Value(Instruction* out) {
    if (IsRegister(Peek().text)) {
      out->from_register = true;
      out->reg = RegisterOf(Take().text);
    } else {
      Number(&out->value);
    }
  }

  bool Number(uint8_t* out) {
    const Token token = Take();
    uint32_t value = 0;
    if (!token.IsNumber()) {
      Fail(token, "a number from 0 to 255 is expected", "此处应为 0 至 255 的数");
      return false;
    }
    for (const char c : token.text) {
      if (IsDigit(c)) value = std::min<uint32_t>(value * 10 + static_cast<uint32_t>(c - '0'), 1000);
      if (!IsDigit(c) || value > kMostValue) {
        Fail(token, "a number from 0 to 255 is expected", "此处应为 0 至 255 的数");
        return false;
      }
    }
    *out = static_cast<uint8_t>(value);
    return true;
  }

  bool Word(uint8_t* out) { return WordOf(Take(), out); }
  bool WordOf(const Token& name, uint8_t* out) {
    if (!IsWordName(name)) {
      Fail(name, "the name of a word is expected", "此处应为字的名称");
      return false;
    }
    const int found = Find(program_.words, name.text);
    if (found >= 0) {
      *out = static_cast<uint8_t>(found);
      return true;
    }
    if (lines_ >= kMostLines) {
      Fail(name, "at most 12 lines", "至多 12 个缓存行");
      return false;
    }
    *out = static_cast<uint8_t>(program_.words.size());
    if (!NewWord(name, static_cast<uint8_t>(lines_))) return false;
    ++lines_;
    return true;
  }
  bool NewWord(const Token& name, uint8_t line) {
    if (program_.words.size() >= kMostWords) {
      Fail(name, "at most 12 words", "至多 12 个字");
      return false;
    }
    program_.words.emplace_back(name.text);
    program_.line_of.push_back(line);
    return true;
  }

  bool Ack(uint8_t* out) {
    const Token name = Take();
    if (!IsWordName(name)) {
      Fail(name, "the name of an acknowledgement is expected", "此处应为确认的名称");
      return false;
    }
    int found = Find(program_.acks, name.text);
    if (found < 0) {
      found = static_cast<int>(program_.acks.size());
      if (program_.acks.size() >= kMostAcks) {
        Fail(name, "at most 8 acknowledgements", "至多 8 个确认");
        return false;
      }
      program_.acks.emplace_back(name.text);
    }
    *out = static_cast<uint8_t>(found);
    return true;
  }

  static int Find(const std::vector<std::string>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
  }
  static bool IsRegister(std::string_view name) {
    return name.size() == 2 && name[0] == 'r' && name[1] >= '1' && name[1] <= '4';
  }
  static uint8_t RegisterOf(std::string_view name) { return static_cast<uint8_t>(name[1] - '1'); }
  static bool IsWordName(const Token& token) {
    return token.IsName() && token.text.size() <= 12 && !IsRegister(token.text) &&
           std::find(std::begin(kReserved), std::end(kReserved), token.text) == std::end(kReserved);
  }

  std::vector<Instruction>& Code() { return program_.threads.back(); }
  Token Peek() const {
    return next_ < tokens_.size() ? tokens_[next_] : Token{std::string_view(), end_column_};
  }
  Token Take() {
    const Token token = Peek();
    ++next_;
    return token;
  }
  bool Expect(std::string_view sign) {
    const Token token = Take();
    if (token.text == sign) return true;
    Fail(token, "= is expected", "此处应为 `=`");
    return false;
  }
  void Fail(const Token& token, const char* en, const char* zh) {
    FailAt(line_, token.column, en, zh);
  }
  void FailAt(uint32_t line, uint32_t column, const char* en, const char* zh) {
    problems_.push_back({"", en, zh, line, column});
  }

  LitmusProgram& program_;
  std::vector<Problem>& problems_;
  std::vector<Token> tokens_;
  std::vector<Open> open_;
  size_t next_ = 0;
  uint32_t line_ = 1, end_column_ = 1, lines_ = 0;
};

}  // namespace

bool ParseLitmus(std::string_view text, LitmusProgram* program, std::vector<Problem>* problems) {
  return Parser(program, problems).Run(text);
}

}  // namespace afterimage::litmus
