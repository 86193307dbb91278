// Compiles the statements of handlers and procedures into instructions over registers, in one pass.
// The common parts, such as the tokens of the statement and the complaints, are in Reader;
// declarations are read in compiler.cc.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_COMPILER_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_COMPILER_H_

#include "scheme/systems/user_program/program.h"
#include "scheme/systems/user_program/tokens.h"

namespace afterimage::own {

// The tokens of one statement, and complaints about them.
class Reader {
 public:
  explicit Reader(std::vector<ProgramProblem>* problems) : problems_(*problems) {}

  void Begin(std::vector<Token> tokens, uint32_t line, uint32_t end_column) {
    tokens_ = std::move(tokens);
    line_ = line;
    end_column_ = end_column;
    next_ = 0;
    failed_ = false;
  }
  bool AtEnd() const { return next_ >= tokens_.size(); }
  Token Peek(uint32_t ahead = 0) const {
    return next_ + ahead < tokens_.size() ? tokens_[next_ + ahead] : Token{{}, end_column_};
  }
  Token Take() {
    const Token token = Peek();
    ++next_;
    return token;
  }
  bool TakeIf(std::string_view text) {
    if (!Peek().Is(text)) return false;
    ++next_;
    return true;
  }
  // Complains where the next token is another one. Returns whether it was taken.
  bool Expect(std::string_view text);
  void ExpectEnd();
  uint32_t line() const { return line_; }

  // One complaint about a statement is enough.
  void Fail(const Token& token, std::string en, std::string zh);
  // The statement cannot be read on, and there is no need to say so.
  void Forget() { failed_ = true; }
  bool failed() const { return failed_; }
  bool any() const { return !problems_.empty(); }
  bool full() const { return problems_.size() >= kMostProblems; }

 private:
  std::vector<ProgramProblem>& problems_;
  std::vector<Token> tokens_;
  uint32_t line_ = 1;
  uint32_t end_column_ = 1;
  size_t next_ = 0;
  bool failed_ = false;
};

// Names that stand for a number.
struct Constant {
  std::string name;
  uint64_t value;
};

// Compiles the statements of one procedure.
class BodyCompiler {
 public:
  BodyCompiler(Program& program, const std::vector<Constant>& constants, Reader& reader)
      : program_(program), constants_(constants), reader_(reader) {}

  // Begins a procedure with these parameters, which the program has already.
  void Begin(uint32_t procedure, const std::vector<std::string>& params);
  // Reads a statement. Returns true where it was the procedure's own end.
  bool Statement();
  bool open() const { return procedure_ != nullptr; }
  uint32_t first_line() const { return procedure_->line; }

 private:
  using Register = uint8_t;
  // A place as a statement names it: its address, or its word of DRAM, is in a register or known.
  struct Target {
    enum class Kind : uint8_t { kNone, kLocal, kDram, kNvm } kind = Kind::kNone;
    Register reg = 0;   // of kLocal, or what has the address
    uint32_t word = 0;  // of kDram without an index
    bool indexed = false;
    uint8_t words = 1;   // that a write-back takes
    bool whole = false;  // a slot of several words
    Points points = kNoPointer;
  };
  struct Block {
    size_t jump;   // to be told where to go
    size_t start;  // of a loop
    bool loop;
    bool has_else;
  };

  void Assignment();
  void Assign(const Token& first, const Target& target);
  void Store(Op op);
  void WriteBack();
  void Latch(Op op);
  void If();
  void Else(const Token& token);
  void While();
  void Return();
  bool End();

  // Reads a place; with `made` an undeclared name becomes a local variable.
  Target ReadTarget(bool made);
  Target TargetOf(const Place& place, const Token& name);
  Target AddressTarget();
  // Reads the target into a register.
  void Load(const Target& target, Register into);

  Register Expression() { return Binary(0); }
  Register Binary(uint32_t level);
  Register Unary();
  Register Signed(const Token& token);
  Register Primary();
  Register NumberOrName(const Token& token);
  Register Hash();
  Register AddressOf();
  Register Call(const Token& name);
  Register Constant64(uint64_t value);
  Register ShortCircuit(Register left, bool is_and, uint32_t level);

  // --- pointers.cc ---
  // Goes on to the field of the block that the target leads to, as often as a dot follows.
  Target Follow(Target target, const Token& name);
  Target FieldOf(const Target& pointer);
  Target BlockAt(Register pointer, Points heap);
  // The number of the heap that the next token names.
  Points Heap();
  Register Allocate();
  Register Room();
  void Free();
  // Complains where a value that leads to blocks of one heap goes where those of another belong.
  void CheckPoints(const Token& token, Points wanted, Points given);

  Instruction& Emit(Op op, Register a = 0, Register b = 0, Register c = 0, uint32_t imm = 0);
  Register Temporary();
  int FindLocal(std::string_view name) const;
  const Place* FindPlace(std::string_view name) const;
  bool FindConstant(std::string_view name, uint64_t* value) const;
  size_t here() const { return procedure_->code.size(); }

  Program& program_;
  const std::vector<Constant>& constants_;
  Reader& reader_;
  Procedure* procedure_ = nullptr;
  uint32_t number_ = 0;
  std::vector<std::string> locals_;
  std::vector<Points> local_points_;
  Points points_ = kNoPointer;  // of the expression that has been read
  std::vector<Block> blocks_;
  uint32_t temporaries_ = 0;
  uint32_t depth_ = 0;  // of what is being read of an expression
};

// Returns `name` in backquotes, for complaints.
std::string Quoted(std::string_view name);

}  // namespace afterimage::own

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_COMPILER_H_
