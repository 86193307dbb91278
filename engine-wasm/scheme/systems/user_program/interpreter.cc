#include "scheme/systems/user_program/interpreter.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "scheme/contract/scheme.h"
#include "scheme/systems/user_program/story.h"
#include "scheme/systems/user_program/view/drawn.h"

namespace afterimage::own {

using heap::kWord;

Interpreter::Interpreter(const EngineContext& context, const heap::PersistentHeap& heap,
                         const Program& program)
    : nvm_(context.devices.nvm),
      heap_(heap),
      program_(program),
      blocks_(context.arena, context.devices.nvm, program),
      statement_ns_(kInstructions * context.machine[Price::kInstructionPs] / 1000),
      dram_(program.dram_words, 0, ArenaAllocator<uint64_t>(context.arena)),
      set_(program.dram_words, false, ArenaAllocator<bool>(context.arena)),
      latches_(ArenaAllocator<Latch*>(context.arena)),
      holders_(program.latches.size(), 0, ArenaAllocator<uint32_t>(context.arena)),
      deferred_(context.arena),
      deferred_addresses_(ArenaAllocator<Address>(context.arena)) {
  for (size_t i = 0; i < program.latches.size(); ++i)
    latches_.push_back(context.arena.New<Latch>(LatchCostsOf(context.machine)));
  StartDram();
}

void Interpreter::StartDram() {
  for (const Place& place : program_.places) {
    if (!place.dram) continue;
    for (uint32_t i = 0; i < place.count * place.stride; ++i) {
      dram_[place.offset + i] = place.initial;
      set_[place.offset + i] = place.has_initial;
    }
  }
}

// --- Words that a transaction has deferred -------------------------------------------------------

uint64_t Interpreter::LoadWord(Address address) const {
  const Deferred* deferred = deferred_.size() == 0 ? nullptr : deferred_.Find(address);
  return deferred ? deferred->word : nvm_.LoadWord(address);
}

void Interpreter::Load(Address address, uint8_t* out, uint32_t size) const {
  nvm_.Load(address, out, size);
  for (uint32_t i = 0; deferred_.size() > 0 && i < size; i += kWord) {
    const uint64_t word = LoadWord(address + i);
    std::memcpy(out + i, &word, std::min(size - i, kWord));
  }
}

void Interpreter::DropDeferred(TxnId txn) {
  size_t kept = 0;
  for (const Address address : deferred_addresses_) {
    const Deferred* deferred = deferred_.Find(address);
    if (!deferred) continue;
    if (deferred->txn == txn) {
      deferred_.Erase(address);
    } else {
      deferred_addresses_[kept++] = address;
    }
  }
  deferred_addresses_.resize(kept);
}

// --- Running -------------------------------------------------------------------------------------

Task<uint64_t> Interpreter::Run(Thread& thread, Handler handler, const Call& call) {
  const Procedure* const first = program_.Find(handler);
  if (!first || failed()) co_return 1;
  Activation run;
  run.txn = call.txn;
  run.frames[0].procedure = first;
  run.depth = 1;
  std::copy(std::begin(call.arguments), std::end(call.arguments), run.registers);
  while (run.depth > 0 && !failed()) {
    Frame& frame = run.frames[run.depth - 1];
    const Instruction instruction = frame.procedure->code[frame.next++];
    if (instruction.op == Op::kLine) {
      run.line = instruction.imm;
      thread.Execute(Category::kLogWork, statement_ns_);
      co_await Ordered(thread);
      co_await Step(thread, {static_cast<uint16_t>(kProgram + run.line), 0, 0});
      if (++run.statements > kMostStatements)
        Fail(thread, run, "it goes on for more than 20,000 statements",
             "执行超过 20,000 条语句仍未结束");
      continue;
    }
    if (!Compute(thread, instruction, run)) co_await Touch(thread, instruction, run);
  }
  for (uint32_t& holder : holders_) {
    if (holder == 1u + thread.id() && !failed())
      Fail(thread, run, "the handler has ended and holds a latch still",
           "处理程序已结束，却仍持有闩锁");
  }
  co_return failed() ? 1 : run.result;
}

// A device, or a latch.
Task<void> Interpreter::Touch(Thread& thread, Instruction instruction, Activation& run) {
  uint64_t* const r = run.registers + run.frames[run.depth - 1].base;
  const auto address = static_cast<Address>(r[instruction.a]);
  const auto label = static_cast<uint16_t>(kProgram + run.line);
  constexpr Category kWork = Category::kLogWork;
  switch (instruction.op) {
    case Op::kLoad: {
      const auto from = static_cast<Address>(r[instruction.b]);
      thread.ProgramReads(from);
      r[instruction.a] = LoadWord(from);
      co_await nvm_.Read(thread, kWork, from, kWord);
      break;
    }
    case Op::kFence: co_await nvm_.Fence(thread, kWork); break;
    case Op::kAcquire:
      if (!MayLatch(thread, instruction.imm, true, run)) break;
      co_await Latch::Acquire(thread, *latches_[instruction.imm], Category::kLogContention);
      holders_[instruction.imm] = 1 + thread.id();
      break;
    case Op::kRelease:
      if (!MayLatch(thread, instruction.imm, false, run)) break;
      holders_[instruction.imm] = 0;
      co_await Latch::Release(thread, *latches_[instruction.imm]);
      break;
    case Op::kWriteBack:
      thread.At(PlaceOf(label, address));
      co_await nvm_.Clwb(thread, kWork, address, instruction.c * kWord, Access::kShared);
      break;
    case Op::kNtStore:
      Reveal(thread, label, address);
      co_await nvm_.NtStore(thread, kWork, address, &r[instruction.b], kWord, Access::kShared);
      break;
    default:
      Reveal(thread, label, address);
      co_await nvm_.Store(thread, kWork, address, &r[instruction.b], kWord, Access::kShared);
      break;
  }
}

// A store that is made now need not be deferred any more.
void Interpreter::Reveal(Thread& thread, uint16_t label, Address address) {
  if (deferred_.size() > 0) deferred_.Erase(address);
  thread.At(PlaceOf(label, address));
}

bool Interpreter::Compute(Thread& thread, const Instruction& instruction, Activation& run) {
  uint64_t* const r = run.registers + run.frames[run.depth - 1].base;
  switch (instruction.op) {
    case Op::kConst: r[instruction.a] = program_.constants[instruction.imm]; return true;
    case Op::kCopy: r[instruction.a] = r[instruction.b]; return true;
    case Op::kNot: r[instruction.a] = r[instruction.b] == 0 ? 1 : 0; return true;
    case Op::kNegate: r[instruction.a] = ~r[instruction.b] + 1; return true;
    case Op::kHash:
      r[instruction.a] = Mix64(r[instruction.b] * 31 + r[instruction.c] + 1);
      return true;
    case Op::kTransaction: r[instruction.a] = run.txn; return true;
    case Op::kThread: r[instruction.a] = thread.id() + 1u; return true;
    case Op::kBinary:
      if (!Binary(instruction, r)) Fail(thread, run, "it divides by zero", "除以零");
      return true;
    case Op::kIndex: Index(thread, instruction, run, r); return true;
    case Op::kAddress: CheckAddress(thread, instruction, run, r); return true;
    case Op::kLoadDram: ReadDram(thread, instruction, run, r); return true;
    case Op::kStoreDram: {
      const uint64_t word = instruction.c == 1 ? r[instruction.b] : instruction.imm;
      dram_[word] = r[instruction.a];
      set_[word] = true;
      return true;
    }
    case Op::kDefer:
      Defer(static_cast<Address>(r[instruction.a]), r[instruction.b], run.txn);
      return true;
    case Op::kJump: run.frames[run.depth - 1].next = instruction.imm; return true;
    case Op::kJumpUnless:
      if (r[instruction.a] == 0) run.frames[run.depth - 1].next = instruction.imm;
      return true;
    case Op::kCall: Enter(instruction, run); return true;
    case Op::kReturn: Leave(r[instruction.a], run); return true;
    case Op::kAssert:
      if (r[instruction.a] == 0) Fail(thread, run, "what it asserts does not hold", "断言不成立");
      return true;
    default: return ComputeBlocks(thread, instruction, run);
  }
}

void Interpreter::Enter(const Instruction& instruction, Activation& run) {
  const Frame& caller = run.frames[run.depth - 1];
  Frame& frame = run.frames[run.depth++];
  frame.procedure = &program_.procedures[instruction.imm];
  frame.next = 0;
  frame.base = caller.base + caller.procedure->registers;
  frame.result = instruction.a;
  uint64_t* const registers = run.registers + frame.base;
  std::fill(registers, registers + frame.procedure->registers, 0);
  std::copy_n(run.registers + caller.base + instruction.b, instruction.c, registers);
}

void Interpreter::Leave(uint64_t result, Activation& run) {
  const uint8_t into = run.frames[run.depth - 1].result;
  if (--run.depth == 0) {
    run.result = result;
  } else {
    run.registers[run.frames[run.depth - 1].base + into] = result;
  }
}

// --- What may go wrong ---------------------------------------------------------------------------

bool Interpreter::Binary(const Instruction& instruction, uint64_t* r) {
  const uint64_t x = r[instruction.b], y = r[instruction.c];
  uint64_t& out = r[instruction.a];
  switch (instruction.what) {
    case Operator::kAdd: out = x + y; return true;
    case Operator::kSubtract: out = x - y; return true;
    case Operator::kMultiply: out = x * y; return true;
    case Operator::kDivide: out = y == 0 ? 0 : x / y; return y != 0;
    case Operator::kRemainder: out = y == 0 ? 0 : x % y; return y != 0;
    case Operator::kAnd: out = x & y; return true;
    case Operator::kOr: out = x | y; return true;
    case Operator::kXor: out = x ^ y; return true;
    case Operator::kShiftLeft: out = y < 64 ? x << y : 0; return true;
    case Operator::kShiftRight: out = y < 64 ? x >> y : 0; return true;
    case Operator::kEqual: out = x == y; return true;
    case Operator::kUnequal: out = x != y; return true;
    case Operator::kLess: out = x < y; return true;
    case Operator::kLessOrEqual: out = x <= y; return true;
    case Operator::kGreater: out = x > y; return true;
    case Operator::kGreaterOrEqual: out = x >= y; return true;
  }
  return false;
}

void Interpreter::Index(Thread& thread, const Instruction& instruction, Activation& run,
                        uint64_t* r) {
  const Place& place = program_.places[instruction.imm];
  const uint64_t index = r[instruction.b];
  if (index >= place.count) {
    char en[96], zh[128];
    const auto shown = static_cast<long long>(index);
    std::snprintf(en, sizeof en, "%s[%lld] is not there: it has %u elements, from 0 on",
                  place.name.c_str(), shown, place.count);
    std::snprintf(zh, sizeof zh, "`%s[%lld]` 不存在：它有 %u 个元素，从 0 起编号",
                  place.name.c_str(), shown, place.count);
    Fail(thread, run, en, zh);
    return;
  }
  const uint64_t word = place.offset + index * place.stride + instruction.c;
  r[instruction.a] = place.dram ? word : heap::kLibraryArea + word * kWord;
}

void Interpreter::CheckAddress(Thread& thread, const Instruction& instruction, Activation& run,
                               uint64_t* r) {
  const uint64_t address = r[instruction.b];
  r[instruction.a] = address;
  if (address % kWord == 0 && address >= reach_.from && address < reach_.to)
    return CheckBlock(thread, address, run);
  char en[96], zh[128];
  const auto shown = static_cast<unsigned long long>(address);
  std::snprintf(en, sizeof en, "%llu is not the address of a word of the database", shown);
  std::snprintf(zh, sizeof zh, "`%llu` 不是数据库中某个字的地址", shown);
  if (address == 0) {
    std::snprintf(en, sizeof en, "it follows an address that is 0");
    std::snprintf(zh, sizeof zh, "它使用了为 0 的地址");
  }
  Fail(thread, run, en, zh);
}

const Place& Interpreter::DramPlaceOf(uint64_t word) const {
  const Place* found = nullptr;
  for (const Place& place : program_.places) {
    if (place.dram && place.offset <= word) found = &place;
  }
  return *found;
}

void Interpreter::ReadDram(Thread& thread, const Instruction& instruction, Activation& run,
                           uint64_t* r) {
  const uint64_t word = instruction.c == 1 ? r[instruction.b] : instruction.imm;
  r[instruction.a] = dram_[word];
  if (set_[word]) return;
  char en[120], zh[150];
  const char* const name = DramPlaceOf(word).name.c_str();
  std::snprintf(
      en, sizeof en,
      "%s is in DRAM and has no value: a power cut takes it, and nothing has set it since", name);
  std::snprintf(zh, sizeof zh, "%s 位于 DRAM，没有值：断电会使其丢失，此后没有重新赋值", name);
  Fail(thread, run, en, zh);
}

void Interpreter::Defer(Address address, uint64_t word, TxnId txn) {
  if (!deferred_.Find(address)) deferred_addresses_.push_back(address);
  deferred_[address] = {word, txn};
}

bool Interpreter::MayLatch(Thread& thread, uint32_t latch, bool acquire, Activation& run) {
  const bool holds = holders_[latch] == 1u + thread.id();
  if (acquire && holds)
    Fail(thread, run, "the thread holds this latch already", "线程已持有该闩锁");
  if (!acquire && !holds)
    Fail(thread, run, "the thread does not hold this latch", "线程并未持有该闩锁");
  return !failed();
}

// The process does nothing more.
void Interpreter::Fail(Thread& thread, Activation& run, const char* en, const char* zh) {
  fault_.line = run.line;
  std::snprintf(fault_.en, sizeof fault_.en, "%s", en);
  std::snprintf(fault_.zh, sizeof fault_.zh, "%s", zh);
  if (thread.kind() != ThreadKind::kRecovery) thread.kernel().End();
}

// The item that a word belongs to, for the interface.
Where Interpreter::PlaceOf(uint16_t label, Address address) const {
  const uint32_t word = (address - heap::kLibraryArea) / kWord;
  for (const Place& place : program_.places) {
    const uint32_t end = place.offset + place.count * place.stride;
    if (place.dram || address < heap::kLibraryArea || word < place.offset || word >= end) continue;
    const ShownAt shown = ShownWord(program_, place, word - place.offset);
    return {label, shown.structure, shown.key};
  }
  return heap_.PlaceOf(label, address);
}

}  // namespace afterimage::own
