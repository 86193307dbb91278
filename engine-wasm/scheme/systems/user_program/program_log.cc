#include "scheme/systems/user_program/program_log.h"

#include <algorithm>

#include "scheme/contract/restart.h"
#include "scheme/systems/user_program/story.h"

namespace afterimage::own {

using heap::kLibraryArea;
using heap::kWord;

ProgramLog::ProgramLog(const EngineContext& context, heap::PersistentHeap& heap,
                       const Program& program)
    : Library(heap),
      arena_(context.arena),
      nvm_(context.devices.nvm),
      program_(program),
      latch_costs_(LatchCostsOf(context.machine)),
      interpreter_(context, heap, program),
      drawn_(context.devices.nvm, heap, interpreter_.blocks(), program) {}

void ProgramLog::Format() {
  for (const Place& place : program_.places) {
    if (place.dram || !place.has_initial) continue;
    for (uint32_t i = 0; i < place.count * place.stride; ++i)
      nvm_.Format(kLibraryArea + (place.offset + i) * kWord, &place.initial, kWord);
  }
  if (program_.Find(Handler::kFormat) || program_.Find(Handler::kOpen))
    setting_up_ = arena_.New<Latch>(latch_costs_);
}

Task<void> ProgramLog::SetUp(Thread& thread) {
  if (!setting_up_) co_return;
  Latch& latch = *setting_up_;
  co_await Latch::Acquire(thread, latch, Category::kLogContention);
  if (setting_up_) {
    co_await interpreter_.Run(thread, Handler::kFormat, {});
    co_await interpreter_.Run(thread, Handler::kOpen, {});
    setting_up_ = nullptr;
  }
  co_await Latch::Release(thread, latch);
}

void ProgramLog::Open(Address) {
  interpreter_.set_reach({kLibraryArea, static_cast<Address>(nvm_.size())});
}

// --- A transaction -------------------------------------------------------------------------------

ProgramLog::Changes& ProgramLog::ChangesOf(Transaction& txn) {
  if (!txn.log) {
    if (!free_) free_ = arena_.New<Changes>(arena_);
    txn.log = free_;
    free_ = free_->next_free;
  }
  return *static_cast<Changes*>(txn.log);
}

void ProgramLog::Close(Transaction& txn) {
  Changes& changes = ChangesOf(txn);
  changes.taken.clear();
  changes.freed.clear();
  changes.next_free = free_;
  free_ = &changes;
  txn.log = nullptr;
}

Task<bool> ProgramLog::Reserve(Thread& thread, Transaction& txn, uint32_t updates, uint32_t frees) {
  co_await Ordered(thread);
  if (!txn.log) {
    co_await SetUp(thread);
    ChangesOf(txn);
    co_await interpreter_.Run(thread, Handler::kBegin, {txn.id, {}});
  }
  const uint64_t room =
      co_await interpreter_.Run(thread, Handler::kReserve, {txn.id, {updates + frees}});
  co_return room != 0;
}

Task<void> ProgramLog::Set(Thread& thread, Transaction& txn, Address address, uint64_t word,
                           Where where) {
  co_await Ordered(thread);
  const uint64_t old = LoadWord(address);
  thread.ProgramReads(address);
  const Interpreter::Call call = {txn.id, {address, old, word}};
  ++logged_;
  if (program_.Find(Handler::kUpdate)) {
    co_await interpreter_.Run(thread, Handler::kUpdate, call);
    co_return;
  }
  co_await interpreter_.Run(thread, Handler::kLog, call);
  thread.At(where);
  co_await nvm_.Store(thread, Category::kDataIo, address, &call.arguments[2], kWord,
                      Access::kShared);
}

void ProgramLog::Return(Transaction& txn, Address block) {
  ArenaVector<Address>& taken = ChangesOf(txn).taken;
  taken.erase(std::find(taken.begin(), taken.end(), block));
  heap_.GiveBack(block);
}

Task<void> ProgramLog::Fill(Thread& thread, Address address, const void* bytes, uint32_t size,
                            Where where) {
  thread.At(where);
  co_await nvm_.NtStore(thread, Category::kDataIo, address, bytes, size, Access::kShared);
  co_await nvm_.Fence(thread, Category::kDataIo);
}

Task<void> ProgramLog::Free(Thread& thread, Transaction& txn, Address block) {
  const Where where = {heap::kEraseDelete, heap::kHeapStructure, block};
  co_await Set(thread, txn, block, heap_.HeaderOf(block, false), where);
  ChangesOf(txn).freed.push_back(block);
}

Task<void> ProgramLog::Commit(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  if (!txn.log) co_return;
  co_await interpreter_.Run(thread, Handler::kCommit, {txn.id, {}});
  co_await Ordered(thread);
  for (const Address block : ChangesOf(txn).freed) heap_.GiveBack(block);
  Close(txn);
}

Task<void> ProgramLog::RollBack(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  if (!txn.log) co_return;
  co_await interpreter_.Run(thread, Handler::kAbort, {txn.id, {}});
  co_await Ordered(thread);
  interpreter_.DropDeferred(txn.id);
  for (const Address block : ChangesOf(txn).taken) heap_.GiveBack(block);
  Close(txn);
}

Task<void> ProgramLog::OnCheckpoint(Thread& thread) {
  co_await SetUp(thread);
  co_await interpreter_.Run(thread, Handler::kCheckpoint, {});
}

Task<bool> ProgramLog::Recover(Thread& thread, RecoveryReport* report) {
  PassMeter meter(thread);
  interpreter_.blocks().Forget();
  co_await interpreter_.Run(thread, Handler::kRecover, {});
  const bool finds = !interpreter_.failed() && interpreter_.blocks().any();
  if (finds) co_await interpreter_.blocks().FindUsed(thread);
  co_await interpreter_.Run(thread, Handler::kOpen, {});
  meter.End(RecoveryPass::kUndo, report);
  co_return !interpreter_.failed();
}

// --- What the interface shows --------------------------------------------------------------------

void ProgramLog::Describe(Inspector& inspector) const {
  DescribeWords(inspector);
  DescribeSlots(inspector);
  drawn_.Describe(inspector);
  DescribeVariables(inspector);
  DescribeBlocks(inspector);
}

void ProgramLog::DescribeWords(Inspector& inspector) const {
  inspector.BeginStructure(kWords);
  for (const Place& place : program_.places) {
    if (place.dram || place.array || place.drawing >= 0) continue;
    inspector.BeginItem(kLibraryArea + place.offset * kWord, place.name, 0);
    drawn_.DescribeFields(inspector, place, 0);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void ProgramLog::DescribeSlot(Inspector& inspector, const Place& place, uint32_t slot,
                              bool empty) const {
  const Address at = kLibraryArea + (place.offset + slot * place.stride) * kWord;
  // The item has the name that the program's statements use.
  inspector.BeginItem(at, place.name + "[" + std::to_string(slot) + "]", 0, empty);
  drawn_.DescribeFields(inspector, place, slot);
  inspector.EndItem();
}

// The first ones, and those behind them that hold something.
void ProgramLog::DescribeSlots(Inspector& inspector) const {
  static constexpr uint32_t kFirst = 4, kMostShown = 12;  // of an array
  if (program_.AllDrawn()) return;
  inspector.BeginStructure(kSlots);
  for (const Place& place : program_.places) {
    if (place.drawing >= 0) {
      for (const uint32_t slot : drawn_.Unchained(place))
        DescribeSlot(inspector, place, slot, false);
      continue;
    }
    if (place.dram || !place.array || place.heap) continue;
    uint32_t shown = 0;
    for (uint32_t i = 0; i < place.count && shown < kMostShown; ++i) {
      const bool blank = drawn_.IsBlank(place, i);
      if (i >= kFirst && blank) continue;
      ++shown;
      DescribeSlot(inspector, place, i, blank);
    }
    if (place.count > shown) inspector.More(place.count - shown);
  }
  inspector.EndStructure();
}

// Describes the blocks in use and those that were, and the first ones. Before recovery has ended
// the used ones are unknown: then those that hold something are shown.
void ProgramLog::DescribeBlocks(Inspector& inspector) const {
  static constexpr uint32_t kFirst = 4, kMostShown = 16;  // of a heap
  const Blocks& blocks = interpreter_.blocks();
  if (!blocks.any()) return;
  inspector.BeginStructure(kBlocks);
  for (const Place& place : program_.places) {
    uint32_t shown = 0;
    if (!place.heap || place.drawing >= 0) continue;
    for (uint32_t i = 0; i < place.count && shown < kMostShown; ++i) {
      const Blocks::Block block = {&place, i, true};
      const bool used = blocks.known() ? blocks.InUse(block) : !drawn_.IsBlank(place, i);
      if (!used && i >= kFirst && blocks.FreedAt(block) == 0) continue;
      ++shown;
      DescribeSlot(inspector, place, i, !used);
    }
    if (place.count > shown) inspector.More(place.count - shown);
  }
  inspector.EndStructure();
}

// DRAM has no bytes that the interface could read: values stand in tags.
void ProgramLog::DescribeVariables(Inspector& inspector) const {
  static constexpr Text kIs = {"is", "为"};
  static constexpr uint32_t kMostShown = 8;
  inspector.BeginStructure(kVariables);
  for (const Place& place : program_.places) {
    if (!place.dram) continue;
    const uint32_t words = std::min(place.count * place.stride, kMostShown);
    inspector.BeginItem(place.offset, place.name, 0, !interpreter_.is_set(place.offset));
    for (uint32_t i = 0; i < words; ++i) {
      if (!interpreter_.is_set(place.offset + i)) continue;
      const uint64_t value = interpreter_.dram(place.offset + i);
      const ShownAt target = drawn_.TargetOf(place.PointsOf(i % place.stride), value);
      if (target.structure != 0) {
        inspector.Link(target.structure, target.key, kIs);
      } else {
        inspector.TagNumber(kIs, value);
      }
    }
    inspector.EndItem();
  }
  inspector.EndStructure();
}

}  // namespace afterimage::own
