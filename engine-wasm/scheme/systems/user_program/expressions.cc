// Expressions: numbers, names, places and what is made of them, by precedence.
#include <algorithm>

#include "scheme/shared/heap/layout.h"
#include "scheme/systems/user_program/compiler.h"

namespace afterimage::own {

namespace {
struct OperatorInfo {
  std::string_view sign;
  Operator what;
  uint32_t level;
};
// The loosest first. && and || have levels of their own, below these.
constexpr OperatorInfo kOperators[] = {
    {"|", Operator::kOr, 2},
    {"^", Operator::kXor, 3},
    {"&", Operator::kAnd, 4},
    {"==", Operator::kEqual, 5},
    {"!=", Operator::kUnequal, 5},
    {"<", Operator::kLess, 6},
    {"<=", Operator::kLessOrEqual, 6},
    {">", Operator::kGreater, 6},
    {">=", Operator::kGreaterOrEqual, 6},
    {"<<", Operator::kShiftLeft, 7},
    {">>", Operator::kShiftRight, 7},
    {"+", Operator::kAdd, 8},
    {"-", Operator::kSubtract, 8},
    {"*", Operator::kMultiply, 9},
    {"/", Operator::kDivide, 9},
    {"%", Operator::kRemainder, 9},
};
constexpr uint32_t kTightest = 10;

const OperatorInfo* FindOperator(std::string_view sign, uint32_t level) {
  for (const OperatorInfo& info : kOperators) {
    if (info.sign == sign && info.level == level) return &info;
  }
  return nullptr;
}
}  // namespace

BodyCompiler::Register BodyCompiler::Binary(uint32_t level) {
  if (level == kTightest) return Unary();
  Register left = Binary(level + 1);
  while (!reader_.failed()) {
    const std::string_view sign = reader_.Peek().text;
    if ((level == 0 && sign == "||") || (level == 1 && sign == "&&")) {
      reader_.Take();
      left = ShortCircuit(left, level == 1, level);
      continue;
    }
    const OperatorInfo* info = FindOperator(sign, level);
    if (!info) return left;
    reader_.Take();
    const Register right = Binary(level + 1);
    const Register result = Temporary();
    Emit(Op::kBinary, result, left, right).what = info->what;
    points_ = kNoPointer;
    left = result;
  }
  return left;
}

// The right side is not looked at where the left one decides.
BodyCompiler::Register BodyCompiler::ShortCircuit(Register left, bool is_and, uint32_t level) {
  const Register result = Temporary(), truth = Temporary();
  Emit(Op::kNot, result, left);
  Emit(Op::kNot, result, result);
  Emit(Op::kCopy, truth, result);
  if (!is_and) Emit(Op::kNot, truth, truth);
  const size_t jump = here();
  Emit(Op::kJumpUnless, truth);
  const Register right = Binary(level + 1);
  Emit(Op::kNot, result, right);
  Emit(Op::kNot, result, result);
  procedure_->code[jump].imm = static_cast<uint32_t>(here());
  points_ = kNoPointer;
  return result;
}

// All that an expression has inside it is read here, so this is where its depth is held.
BodyCompiler::Register BodyCompiler::Unary() {
  const Token token = reader_.Peek();
  if (++depth_ > kMostInside) {
    reader_.Fail(token, "too much stands inside each other: at most 32 deep",
                 "嵌套过深：至多 32 层");
    return 0;
  }
  const Register result = Signed(token);
  --depth_;
  return result;
}

BodyCompiler::Register BodyCompiler::Signed(const Token& token) {
  const Op op = token.Is("!") ? Op::kNot : Op::kNegate;
  if (!reader_.TakeIf("!") && !reader_.TakeIf("-")) return Primary();
  const Register operand = Unary(), result = Temporary();
  Emit(op, result, operand);
  points_ = kNoPointer;
  return result;
}

BodyCompiler::Register BodyCompiler::Primary() {
  const Token token = reader_.Peek();
  if (reader_.TakeIf("(")) {
    const Register inner = Expression();
    reader_.Expect(")");
    return inner;
  }
  points_ = kNoPointer;
  if (reader_.TakeIf("&")) return AddressOf();
  if (token.IsNumber()) {
    uint64_t number = 0;
    reader_.Take();
    if (!NumberOf(token, &number))
      reader_.Fail(token, "this is no number below 2^64", "这不是小于 2^64 的数");
    return Constant64(number);
  }
  if (reader_.TakeIf("hash")) return Hash();
  if (reader_.TakeIf("alloc")) return Allocate();
  if (reader_.TakeIf("room")) return Room();
  return NumberOrName(token);
}

BodyCompiler::Register BodyCompiler::NumberOrName(const Token& token) {
  const Register result = Temporary();
  uint64_t value = 0;
  if (token.Is("txn") || token.Is("thread")) {
    reader_.Take();
    Emit(token.Is("txn") ? Op::kTransaction : Op::kThread, result);
    return result;
  }
  if (FindConstant(token.text, &value)) {
    reader_.Take();
    return Constant64(value);
  }
  if (token.IsName() && reader_.Peek(1).Is("(")) {
    reader_.Take();
    return Call(token);
  }
  const Target target = ReadTarget(false);
  if (reader_.failed()) return result;
  if (target.whole) {
    reader_.Fail(token, "a slot has several words: name a field of it",
                 "一个槽有多个字：请写出其中的字段");
    return result;
  }
  Load(target, result);
  points_ = target.points;
  return result;
}

void BodyCompiler::Load(const Target& target, Register into) {
  switch (target.kind) {
    case Target::Kind::kLocal: Emit(Op::kCopy, into, target.reg); break;
    case Target::Kind::kDram:
      Emit(Op::kLoadDram, into, target.reg, target.indexed ? 1 : 0, target.word);
      break;
    case Target::Kind::kNvm: Emit(Op::kLoad, into, target.reg); break;
    case Target::Kind::kNone: break;
  }
}

BodyCompiler::Register BodyCompiler::AddressOf() {
  const Token token = reader_.Peek();
  const Target target = ReadTarget(false);
  if (!reader_.failed() && target.kind != Target::Kind::kNvm)
    reader_.Fail(token, "only what is in NVM has an address", "只有 NVM 中的内容有地址");
  points_ = kNoPointer;
  return target.reg;
}

BodyCompiler::Register BodyCompiler::Hash() {
  const Register result = Temporary();
  Emit(Op::kConst, result, 0, 0, 0);
  if (!reader_.Expect("(")) return result;
  do {
    const Register part = Expression();
    Emit(Op::kHash, result, result, part);
  } while (!reader_.failed() && reader_.TakeIf(","));
  points_ = kNoPointer;
  reader_.Expect(")");
  return result;
}

// The arguments stand in registers one behind the other.
BodyCompiler::Register BodyCompiler::Call(const Token& name) {
  const auto& procedures = program_.procedures;
  uint32_t callee = 0;
  while (callee < number_ && procedures[callee].name != name.text) ++callee;
  const Register result = Temporary();
  if (callee == number_ || procedures[callee].name.substr(0, 3) == "on ") {
    reader_.Fail(name, "there is no procedure " + Quoted(name.text) + " above this line",
                 "此行之上没有过程 " + Quoted(name.text));
    return result;
  }
  std::vector<Register> arguments;
  reader_.Expect("(");
  while (!reader_.failed() && !reader_.Peek().Is(")")) {
    arguments.push_back(Expression());
    const auto& wanted = procedures[callee].param_points;
    if (arguments.size() <= wanted.size()) CheckPoints(name, wanted[arguments.size() - 1], points_);
    if (!reader_.TakeIf(",")) break;
  }
  reader_.Expect(")");
  if (reader_.failed()) return result;
  const uint32_t wanted = procedures[callee].params;
  if (arguments.size() != wanted) {
    reader_.Fail(name, Quoted(name.text) + " takes " + std::to_string(wanted) + " arguments",
                 Quoted(name.text) + " 需要 " + std::to_string(wanted) + " 个参数");
    return result;
  }
  Register first = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Register place = Temporary();
    if (i == 0) first = place;
    Emit(Op::kCopy, place, arguments[i]);
  }
  Emit(Op::kCall, result, first, static_cast<uint8_t>(wanted), callee);
  points_ = procedures[callee].returns;
  return result;
}

BodyCompiler::Register BodyCompiler::Constant64(uint64_t value) {
  auto& all = program_.constants;
  const auto found = std::find(all.begin(), all.end(), value);
  const auto index = static_cast<uint32_t>(found - all.begin());
  if (found == all.end()) all.push_back(value);
  const Register result = Temporary();
  Emit(Op::kConst, result, 0, 0, index);
  return result;
}

// --- Places --------------------------------------------------------------------------------------

BodyCompiler::Target BodyCompiler::ReadTarget(bool made) {
  if (reader_.Peek().Is("[")) return AddressTarget();
  const Token name = reader_.Take();
  Target target;
  if (!name.IsName() || IsReserved(name.text)) {
    reader_.Fail(name, "the name of a word or a variable is expected", "此处应为字或变量的名称");
    return target;
  }
  if (const Place* place = FindPlace(name.text)) return Follow(TargetOf(*place, name), name);
  const int local = FindLocal(name.text);
  target.kind = Target::Kind::kLocal;
  if (local >= 0) {
    target.reg = static_cast<Register>(local);
    target.points = local_points_[target.reg];
    return Follow(target, name);
  }
  if (made && !reader_.Peek().Is(".")) {
    target.reg = static_cast<Register>(locals_.size());
    locals_.emplace_back();  // it has its name once it has its value
    local_points_.push_back(kNoPointer);
    temporaries_ = 0;
  } else {
    reader_.Fail(name, Quoted(name.text) + " is not declared, and not set above",
                 Quoted(name.text) + " 未声明，且在此之前未赋值");
  }
  return target;
}

BodyCompiler::Target BodyCompiler::AddressTarget() {
  reader_.Take();
  const Register address = Expression();
  reader_.Expect("]");
  if (points_ != kNoPointer) return BlockAt(address, points_);
  Target target;
  target.kind = Target::Kind::kNvm;
  target.reg = Temporary();
  Emit(Op::kAddress, target.reg, address);
  return target;
}

BodyCompiler::Target BodyCompiler::TargetOf(const Place& place, const Token& name) {
  const auto number = static_cast<uint32_t>(&place - program_.places.data());
  Target target;
  target.kind = place.dram ? Target::Kind::kDram : Target::Kind::kNvm;
  if (place.broken) {
    reader_.Forget();
    return target;
  }
  if (place.heap) {
    reader_.Fail(name, Quoted(name.text) + " is a heap: a pointer leads to one of its blocks",
                 Quoted(name.text) + " 是堆：用指针指向其中的块");
    return target;
  }
  bool indexed = false;
  Register index = 0;
  if (reader_.TakeIf("[")) {
    if (!place.array)
      reader_.Fail(name, Quoted(name.text) + " is no array", Quoted(name.text) + " 不是数组");
    index = Expression();
    reader_.Expect("]");
    indexed = true;
  } else if (place.array) {
    reader_.Fail(name, "say which one: " + std::string(name.text) + "[0]",
                 "请写明是哪一个：" + std::string(name.text) + "[0]");
  }
  uint32_t field = 0;
  // A pointer has no fields: the dot is of the block that it leads to.
  const bool pointer = place.fields.empty() && place.PointsOf(0) != kNoPointer;
  if (!reader_.failed() && !pointer && reader_.TakeIf(".")) {
    const Token wanted = reader_.Take();
    const auto found = std::find(place.fields.begin(), place.fields.end(), wanted.text);
    field = static_cast<uint32_t>(found - place.fields.begin());
    if (found == place.fields.end())
      reader_.Fail(wanted, Quoted(name.text) + " has no field " + Quoted(wanted.text),
                   Quoted(name.text) + " 没有字段 " + Quoted(wanted.text));
  } else if (!place.fields.empty()) {
    target.whole = true;
    target.words = static_cast<uint8_t>(place.slot_words());
  }
  if (reader_.failed()) return target;
  if (!target.whole) target.points = place.PointsOf(field);
  if (indexed) {
    target.reg = Temporary();
    target.indexed = true;
    Emit(Op::kIndex, target.reg, index, static_cast<uint8_t>(field), number);
  } else if (place.dram) {
    target.word = place.offset + field;
  } else {
    target.reg = Constant64(heap::kLibraryArea + (place.offset + field) * heap::kWord);
  }
  return target;
}

}  // namespace afterimage::own
