// Statements: each begins with a kLine, and leaves no temporary register behind.
#include <algorithm>

#include "scheme/systems/user_program/compiler.h"

namespace afterimage::own {

std::string Quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

bool Reader::Expect(std::string_view text) {
  if (failed_) return false;
  if (TakeIf(text)) return true;
  Fail(Peek(), Quoted(text) + " is expected", "此处应为 " + Quoted(text));
  return false;
}

void Reader::ExpectEnd() {
  if (!failed_ && !AtEnd())
    Fail(Peek(), "nothing more is expected in this line", "此行不应再有内容");
}

void Reader::Fail(const Token& token, std::string en, std::string zh) {
  if (failed_ || full()) return;
  failed_ = true;
  problems_.push_back({line_, token.column, std::move(en), std::move(zh)});
}

// --- Registers and names -------------------------------------------------------------------------

Instruction& BodyCompiler::Emit(Op op, Register a, Register b, Register c, uint32_t imm) {
  Instruction instruction;
  instruction.op = op;
  instruction.a = a;
  instruction.b = b;
  instruction.c = c;
  instruction.imm = imm;
  procedure_->code.push_back(instruction);
  return procedure_->code.back();
}

BodyCompiler::Register BodyCompiler::Temporary() {
  const uint32_t number = static_cast<uint32_t>(locals_.size()) + temporaries_++;
  if (number >= kMostRegisters) {
    reader_.Fail(reader_.Peek(), "too many variables, or too long an expression",
                 "变量过多，或表达式过长");
    return 0;
  }
  procedure_->registers = std::max(procedure_->registers, static_cast<uint8_t>(number + 1));
  return static_cast<Register>(number);
}

int BodyCompiler::FindLocal(std::string_view name) const {
  const auto found = std::find(locals_.begin(), locals_.end(), name);
  return found == locals_.end() ? -1 : static_cast<int>(found - locals_.begin());
}

const Place* BodyCompiler::FindPlace(std::string_view name) const {
  for (const Place& place : program_.places) {
    if (place.name == name) return &place;
  }
  return nullptr;
}

bool BodyCompiler::FindConstant(std::string_view name, uint64_t* value) const {
  for (const Constant& constant : constants_) {
    if (constant.name != name) continue;
    *value = constant.value;
    return true;
  }
  return false;
}

// --- The statements of a procedure ---------------------------------------------------------------

void BodyCompiler::Begin(uint32_t procedure, const std::vector<std::string>& params) {
  number_ = procedure;
  procedure_ = &program_.procedures[procedure];
  locals_ = params;
  local_points_ = procedure_->param_points;
  local_points_.resize(params.size(), kNoPointer);
  blocks_.clear();
  procedure_->registers = static_cast<uint8_t>(params.size());
}

bool BodyCompiler::Statement() {
  temporaries_ = 0;
  depth_ = 0;
  const Token first = reader_.Peek();
  if (first.Is("end")) return End();
  if (first.Is("else")) {
    Else(first);
    return false;
  }
  const size_t begin = here();
  Emit(Op::kLine, 0, 0, 0, reader_.line());
  if (first.Is("if") || first.Is("while")) {
    first.Is("if") ? If() : While();
  } else if (first.Is("return")) {
    Return();
  } else if (first.Is("nt") || first.Is("defer")) {
    Store(first.Is("nt") ? Op::kNtStore : Op::kDefer);
  } else if (first.Is("write_back") || first.Is("clwb")) {
    WriteBack();
  } else if (reader_.TakeIf("fence") || reader_.TakeIf("sfence")) {
    Emit(Op::kFence);
  } else if (first.Is("acquire") || first.Is("release")) {
    Latch(first.Is("acquire") ? Op::kAcquire : Op::kRelease);
  } else if (reader_.TakeIf("free")) {
    Free();
  } else if (reader_.TakeIf("assert")) {
    Emit(Op::kAssert, Expression());
  } else if (first.IsName() && reader_.Peek(1).Is("(")) {
    Call(reader_.Take());
  } else {
    Assignment();
  }
  reader_.ExpectEnd();
  if (reader_.failed() && blocks_.empty()) procedure_->code.resize(begin);
  return false;
}

void BodyCompiler::Assignment() {
  const Token first = reader_.Peek();
  if (!first.IsName() && !first.Is("[")) {
    reader_.Fail(first, "a statement is expected", "此处应为语句");
    return;
  }
  const Target target = ReadTarget(true);
  if (reader_.failed()) return;
  const bool fresh = target.kind == Target::Kind::kLocal && locals_[target.reg].empty();
  Assign(first, target);
  // Later statements may name it even if this was no valid value.
  if (fresh) locals_[target.reg] = first.text;
}

void BodyCompiler::Assign(const Token& first, const Target& target) {
  if (!reader_.Expect("=")) return;
  if (target.whole) {
    reader_.Fail(first, "a slot has several words: set its fields one by one",
                 "一个槽有多个字：请逐个设置字段");
    return;
  }
  const Register value = Expression();
  if (reader_.failed()) return;
  CheckPoints(first, target.points, points_);
  if (target.kind == Target::Kind::kLocal) {
    if (target.points == kNoPointer) local_points_[target.reg] = points_;
    Emit(Op::kCopy, target.reg, value);
    const auto used = static_cast<uint8_t>(target.reg + 1);
    procedure_->registers = std::max(procedure_->registers, used);
  } else if (target.kind == Target::Kind::kDram) {
    Emit(Op::kStoreDram, value, target.reg, target.indexed ? 1 : 0, target.word);
  } else {
    Emit(Op::kStore, target.reg, value);
  }
}

void BodyCompiler::Store(Op op) {
  const Token word = reader_.Take(), place = reader_.Peek();
  const Target target = ReadTarget(false);
  if (reader_.failed()) return;
  if (target.kind != Target::Kind::kNvm || target.whole) {
    reader_.Fail(place, Quoted(word.text) + " stores one word of NVM",
                 Quoted(word.text) + " 存储 NVM 的一个字");
    return;
  }
  if (!reader_.Expect("=")) return;
  const Register value = Expression();
  CheckPoints(place, target.points, points_);
  Emit(op, target.reg, value);
}

void BodyCompiler::WriteBack() {
  reader_.Take();
  const Token place = reader_.Peek();
  const Target target = ReadTarget(false);
  if (!reader_.failed() && target.kind == Target::Kind::kLocal && target.points != kNoPointer) {
    const std::string form = Quoted("write_back [" + std::string(place.text) + "]");
    reader_.Fail(place, "a pointer: " + form + " writes its block back",
                 "这是指针：用 " + form + " 写回它的块");
  }
  if (!reader_.failed() && target.kind != Target::Kind::kNvm)
    reader_.Fail(place, "only what is in NVM is written back", "只有 NVM 中的内容才写回");
  Emit(Op::kWriteBack, target.reg, 0, target.words);
}

void BodyCompiler::Latch(Op op) {
  reader_.Take();
  const Token name = reader_.Take();
  const auto& all = program_.latches;
  const auto found = std::find(all.begin(), all.end(), name.text);
  if (found == all.end())
    reader_.Fail(name, "there is no latch " + Quoted(name.text),
                 "没有名为 " + Quoted(name.text) + " 的闩锁");
  Emit(op, 0, 0, 0, static_cast<uint32_t>(found - all.begin()));
}

void BodyCompiler::If() {
  reader_.Take();
  const Register condition = Expression();
  blocks_.push_back({here(), 0, false, false});
  Emit(Op::kJumpUnless, condition);
}

void BodyCompiler::While() {
  const size_t start = here() - 1;  // its kLine
  reader_.Take();
  const Register condition = Expression();
  blocks_.push_back({here(), start, true, false});
  Emit(Op::kJumpUnless, condition);
}

void BodyCompiler::Else(const Token& token) {
  reader_.Take();
  if (blocks_.empty() || blocks_.back().loop || blocks_.back().has_else) {
    reader_.Fail(token, "no `if` is open here", "此处没有未结束的 `if`");
    return;
  }
  const size_t jump = here();
  Emit(Op::kJump);
  procedure_->code[blocks_.back().jump].imm = static_cast<uint32_t>(here());
  blocks_.back().jump = jump;
  blocks_.back().has_else = true;
  reader_.ExpectEnd();
}

bool BodyCompiler::End() {
  reader_.Take();
  reader_.ExpectEnd();
  if (blocks_.empty()) {
    temporaries_ = 0;
    Emit(Op::kReturn, Constant64(0));
    procedure_ = nullptr;
    return true;
  }
  const Block block = blocks_.back();
  blocks_.pop_back();
  if (block.loop) Emit(Op::kJump, 0, 0, 0, static_cast<uint32_t>(block.start));
  procedure_->code[block.jump].imm = static_cast<uint32_t>(here());
  return false;
}

void BodyCompiler::Return() {
  reader_.Take();
  const Token token = reader_.Peek();
  points_ = kNoPointer;
  const Register value = reader_.AtEnd() ? Constant64(0) : Expression();
  CheckPoints(token, procedure_->returns, points_);
  if (points_ != kNoPointer) procedure_->returns = points_;
  Emit(Op::kReturn, value);
}

}  // namespace afterimage::own
