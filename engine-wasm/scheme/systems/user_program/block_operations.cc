// A program's operations on the blocks of its heaps, and their possible mistakes.
#include <cstdio>

#include "scheme/systems/user_program/interpreter.h"

namespace afterimage::own {

bool Interpreter::ComputeBlocks(Thread& thread, const Instruction& instruction, Activation& run) {
  uint64_t* const r = run.registers + run.frames[run.depth - 1].base;
  switch (instruction.op) {
    case Op::kField: {
      const uint64_t pointer = r[instruction.b];
      Follow(thread, instruction, pointer, run);
      r[instruction.a] = pointer + instruction.c * heap::kWord;
      return true;
    }
    case Op::kAllocate: Allocate(thread, instruction, run, r); return true;
    case Op::kFree: {
      const Blocks::Block block = Follow(thread, instruction, r[instruction.a], run);
      if (block.heap) blocks_.Free(block, run.line);
      return true;
    }
    case Op::kRoom:
      r[instruction.a] = blocks_.known() ? blocks_.CountFree(program_.places[instruction.imm]) : 0;
      return true;
    default: return false;
  }
}

Blocks::Block Interpreter::Follow(Thread& thread, const Instruction& instruction, uint64_t pointer,
                                  Activation& run) {
  const Place& heap = program_.places[instruction.imm];
  const Blocks::Block block = blocks_.At(pointer);
  const bool there = block.start && block.heap == &heap;
  if (there && blocks_.InUse(block)) return block;
  char en[144], zh[176];
  const char* const name = heap.name.c_str();
  const auto shown = static_cast<unsigned long long>(pointer);
  if (pointer == 0) {
    std::snprintf(en, sizeof en, "the pointer is 0: it leads to no block of %s", name);
    std::snprintf(zh, sizeof zh, "指针为 0，不指向 `%s` 的任何块", name);
  } else if (!there) {
    std::snprintf(en, sizeof en, "%llu is not the start of a block of %s", shown, name);
    std::snprintf(zh, sizeof zh, "`%llu` 不是 `%s` 某个块的起点", shown, name);
  } else if (const uint32_t line = blocks_.FreedAt(block); line > 0) {
    const bool again = instruction.op == Op::kFree;
    std::snprintf(en, sizeof en,
                  again ? "the block of %s is free already, since line %u"
                        : "the block of %s was freed in line %u",
                  name, line);
    std::snprintf(zh, sizeof zh,
                  again ? "`%s` 的块已在第 %u 行释放，不能再次释放" : "`%s` 的块已在第 %u 行释放",
                  name, line);
  } else {
    std::snprintf(en, sizeof en, "the pointer leads to a block of %s that nobody has taken", name);
    std::snprintf(zh, sizeof zh, "指针指向 `%s` 中尚未分配的块", name);
  }
  Fail(thread, run, en, zh);
  return {};
}

void Interpreter::Allocate(Thread& thread, const Instruction& instruction, Activation& run,
                           uint64_t* r) {
  const Place& heap = program_.places[instruction.imm];
  if (blocks_.known()) {
    r[instruction.a] = blocks_.Take(heap, run.line);
    return;
  }
  Fail(thread, run, "nobody knows which blocks are free before recovery has ended",
       "恢复结束之前，无法得知哪些块空闲");
}

// An address may lie in a block: not in a free one.
void Interpreter::CheckBlock(Thread& thread, uint64_t address, Activation& run) {
  const Blocks::Block block = blocks_.At(address);
  if (!block.heap || blocks_.InUse(block)) return;
  char en[144], zh[176];
  std::snprintf(en, sizeof en, "the address lies in a free block of %s", block.heap->name.c_str());
  std::snprintf(zh, sizeof zh, "该地址位于 `%s` 的空闲块中", block.heap->name.c_str());
  Fail(thread, run, en, zh);
}

void Interpreter::CheckLeaks() {
  // A deferred store may be the pointer that leads there.
  if (deferred_.size() > 0) return;
  const Blocks::Leak leak = blocks_.FindLeak(dram_, set_);
  if (!leak.heap || failed()) return;
  fault_.line = leak.line;
  const char* const name = leak.heap->name.c_str();
  std::snprintf(fault_.en, sizeof fault_.en,
                "a leak: no pointer leads to this block of %s any more, and it was not freed",
                name);
  std::snprintf(fault_.zh, sizeof fault_.zh, "泄漏：已没有指针指向 `%s` 的这个块，而它未被释放",
                name);
}

}  // namespace afterimage::own
