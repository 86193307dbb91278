// Pointers: what they lead to is known where a program is compiled, so that a field has its offset
// and a heap its blocks. Where a pointer leads when it is followed is for the interpreter to check.
#include <algorithm>

#include "scheme/systems/user_program/compiler.h"

namespace afterimage::own {

void BodyCompiler::CheckPoints(const Token& token, Points wanted, Points given) {
  if (wanted == kNoPointer || given == kNoPointer || wanted == given) return;
  const auto name = [&](Points heap) {
    return Quoted(program_.places[static_cast<size_t>(heap)].name);
  };
  reader_.Fail(token,
               "a pointer to " + name(wanted) + " belongs here, and not one to " + name(given),
               "此处应为指向 " + name(wanted) + " 的指针，而不是指向 " + name(given) + " 的");
}

BodyCompiler::Target BodyCompiler::Follow(Target target, const Token& name) {
  while (!reader_.failed() && reader_.Peek().Is(".")) {
    if (target.points == kNoPointer) {
      reader_.Fail(name,
                   "nothing says which block this leads to: " + Quoted(name.text) +
                       " is no pointer to a heap",
                   "无法得知指向哪个块：" + Quoted(name.text) + " 不是指向堆的指针");
      return target;
    }
    target = FieldOf(target);
  }
  return target;
}

BodyCompiler::Target BodyCompiler::FieldOf(const Target& pointer) {
  const Place& heap = program_.places[static_cast<size_t>(pointer.points)];
  Register block = pointer.reg;
  if (pointer.kind != Target::Kind::kLocal) {
    block = Temporary();
    Load(pointer, block);
  }
  reader_.Take();
  const Token wanted = reader_.Take();
  const auto found = std::find(heap.fields.begin(), heap.fields.end(), wanted.text);
  if (found == heap.fields.end()) {
    reader_.Fail(wanted, Quoted(heap.name) + " has no field " + Quoted(wanted.text),
                 Quoted(heap.name) + " 没有字段 " + Quoted(wanted.text));
    return pointer;
  }
  const auto field = static_cast<uint32_t>(found - heap.fields.begin());
  Target target;
  target.kind = Target::Kind::kNvm;
  target.reg = Temporary();
  target.points = heap.PointsOf(field);
  Emit(Op::kField, target.reg, block, static_cast<Register>(field),
       static_cast<uint32_t>(pointer.points));
  return target;
}

BodyCompiler::Target BodyCompiler::BlockAt(Register pointer, Points heap) {
  Target target;
  target.kind = Target::Kind::kNvm;
  target.reg = Temporary();
  target.whole = true;
  target.words = static_cast<uint8_t>(program_.places[static_cast<size_t>(heap)].slot_words());
  Emit(Op::kField, target.reg, pointer, 0, static_cast<uint32_t>(heap));
  return target;
}

Points BodyCompiler::Heap() {
  const Token name = reader_.Take();
  const Place* const place = FindPlace(name.text);
  if (place && place->broken) {
    reader_.Forget();
  } else if (!place || !place->heap) {
    reader_.Fail(name, "the name of a heap is expected", "此处应为堆的名称");
  } else {
    return static_cast<Points>(place - program_.places.data());
  }
  return kNoPointer;
}

BodyCompiler::Register BodyCompiler::Allocate() {
  const Register result = Temporary();
  const Points heap = Heap();
  if (heap == kNoPointer) return result;
  Emit(Op::kAllocate, result, 0, 0, static_cast<uint32_t>(heap));
  points_ = heap;
  return result;
}

BodyCompiler::Register BodyCompiler::Room() {
  const Register result = Temporary();
  if (!reader_.Expect("(")) return result;
  const Points heap = Heap();
  reader_.Expect(")");
  if (heap != kNoPointer) Emit(Op::kRoom, result, 0, 0, static_cast<uint32_t>(heap));
  return result;
}

void BodyCompiler::Free() {
  const Token token = reader_.Peek();
  const Register block = Expression();
  if (points_ == kNoPointer)
    reader_.Fail(token, "`free` takes a pointer to a block of a heap",
                 "`free` 需要指向堆中块的指针");
  else
    Emit(Op::kFree, block, 0, 0, static_cast<uint32_t>(points_));
}

}  // namespace afterimage::own
