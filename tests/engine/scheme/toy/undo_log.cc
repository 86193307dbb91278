#include "scheme/toy/undo_log.h"

#include <algorithm>
#include <cstring>

namespace afterimage::toy {

// --- Changes -------------------------------------------------------------------------------------

Task<void> UndoLog::OnBegin(Thread&, Transaction& txn) {
  txn.log = nullptr;
  co_return;
}

Task<bool> UndoLog::Reserve(Thread& thread, Transaction& txn, uint32_t changes) {
  co_await Step(thread, {kUpdateReserve, kRecords, 0});
  co_await Ordered(thread);
  for (uint32_t i = 0; i < Layout::kSlots && !txn.log; ++i) {
    if (slots_[i].taken) continue;
    slots_[i] = {true, 0, nvm_.LoadWord(Layout::End(i)) + 1};
    txn.log = &slots_[i];
  }
  co_return txn.log&& SlotOf(txn)->records + changes <= layout_.records;
}

Task<Lsn> UndoLog::OnUpdate(Thread& thread, Transaction& txn, const Change& change) {
  co_await Ordered(thread);
  const Lsn lsn = next_lsn_++;
  Slot& slot = *SlotOf(txn);
  UndoRecord record;
  record.lsn = lsn;
  record.key = change.key;
  record.page = change.page;
  record.slot = change.slot;
  record.offset = change.offset;
  record.label = txn.label;
  record.change = static_cast<uint8_t>(change.kind);
  record.bytes = static_cast<uint8_t>(change.before.size);
  if (record.bytes > 0) std::memcpy(record.image, change.before.data, record.bytes);
  record.number = slot.number;
  const Address at = layout_.Record(Index(slot), slot.records++);
  ++counters_.log_records;
  counters_.log_bytes += sizeof record;
  const auto key = static_cast<uint32_t>(lsn);
  thread.At({kUpdateRecord, kRecords, key});
  if (Mutated(kRecordInCache)) {
    thread.set_broken(true);
    co_await nvm_.Store(thread, Category::kLogWork, at, &record, sizeof record, Access::kPrivate);
    thread.set_broken(false);
  } else {
    co_await nvm_.StoreAndFlush(thread, Category::kLogWork, at, &record, sizeof record,
                                Access::kPrivate, {kUpdateBack, kRecords, key});
  }
  co_return lsn;
}

// Undo is not logged: it puts the same bytes back however often it is done. In recovery the page
// keeps its LSN, by which the next recovery sees that the change is there.
Task<Lsn> UndoLog::OnCompensate(Thread& thread, Transaction&, const Change& change, Lsn lsn,
                                const Frame& frame) {
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kUndo,
                {.tier = Tier::kDram,
                 .address = frame.address,
                 .a = change.page,
                 .b = static_cast<uint32_t>(lsn)});
  co_return engine_->recovery().under_way() ? engine_->pool().View(&frame).page_lsn() : next_lsn_++;
}

// Undo records are durable before their page changes, so before it can leave DRAM.
Task<void> UndoLog::BeforeWritePage(Thread& thread, PageId page, Lsn) {
  thread.At({kWritePage, kDiskStructure, page});
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kStep);
}

// --- Ends ----------------------------------------------------------------------------------------

Task<void> UndoLog::End(Thread& thread, const Slot& slot, Labels labels) {
  co_await Step(thread, {labels.force, kBufferStructure, 0});
  co_await engine_->pool().WriteOlderThan(thread, next_lsn_ + 1);
  thread.At({labels.end, kEnds, Index(slot)});
  co_await nvm_.StoreAndFlush(thread, Category::kLogWork, Layout::End(Index(slot)), &slot.number,
                              sizeof slot.number, Access::kPrivate,
                              {labels.back, kEnds, Index(slot)});
}

Task<void> UndoLog::OnCommit(Thread& thread, Transaction& txn) {
  if (!txn.log) co_return;  // it has changed nothing
  co_await End(thread, *SlotOf(txn), {kCommitForce, kCommitEnd, kCommitBack});
}

UndoRecord UndoLog::ReadRecord(Thread& thread, uint32_t slot, uint32_t i) {
  UndoRecord record;
  nvm_.ChargeLoad(thread, Category::kLogWork, layout_.Record(slot, i), sizeof record);
  nvm_.Load(layout_.Record(slot, i), &record, sizeof record);
  return record;
}

Task<bool> UndoLog::UndoRecorded(Thread& thread, Transaction& txn, const UndoRecord& record,
                                 uint16_t label) {
  Change change;
  change.kind = static_cast<ChangeKind>(record.change);
  change.page = record.page;
  change.slot = record.slot;
  change.offset = record.offset;
  change.key = record.key;
  change.before = {record.image, record.bytes};
  const auto whole = co_await engine_->recovery().UndoStep(
      thread, {label, kRecords, static_cast<uint32_t>(record.lsn)}, txn, change, record.lsn);
  co_return whole;
}

Task<void> UndoLog::OnAbort(Thread& thread, Transaction& txn) {
  if (!txn.log) co_return;
  const Slot& slot = *SlotOf(txn);
  for (uint32_t i = slot.records; i-- > 0;) {
    const UndoRecord record = ReadRecord(thread, Index(slot), i);
    co_await nvm_.AwaitReads(thread);
    const bool whole = co_await UndoRecorded(thread, txn, record, kAbortUndo);
    AI_CHECK(whole);
  }
  co_await End(thread, slot, {kAbortForce, kAbortEnd, kAbortBack});
}

void UndoLog::OnEnd(Transaction& txn) {
  if (txn.log) SlotOf(txn)->taken = false;
  txn.log = nullptr;
}

Task<void> UndoLog::OnCheckpoint(Thread& thread) {
  co_await Step(thread, {kCheckpointForce, kBufferStructure, 0});
  co_await engine_->pool().WriteOlderThan(thread, next_lsn_ + 1);
  ++counters_.checkpoints;
}

// --- Recovery ------------------------------------------------------------------------------------

Task<bool> UndoLog::Analysis(Thread& thread, ArenaVector<Found>* found) {
  for (PageId page = 0; page < engine_->page_limit(); ++page) {
    Frame* frame = co_await engine_->pages().Latch(thread, page);
    if (!frame) co_return false;
    next_lsn_ = std::max(next_lsn_, engine_->pool().View(frame).page_lsn() + 1);
    co_await engine_->pages().Unlatch(thread, frame);
  }
  for (uint32_t slot = 0; slot < Layout::kSlots; ++slot) {
    for (uint32_t i = 0; i < layout_.records; ++i) {
      thread.At({kRecoverScan, kRecords, slot});
      const UndoRecord record = ReadRecord(thread, slot, i);
      co_await nvm_.AwaitReads(thread);
      if (!thread.Holds(Live(slot, record))) continue;
      if (record.change > static_cast<uint8_t>(ChangeKind::kErase) ||
          record.page >= engine_->page_limit() || record.bytes > UndoRecord::kImageBytes)
        co_return false;
      found->push_back({record, slot});
      next_lsn_ = std::max(next_lsn_, record.lsn + 1);
    }
  }
  std::sort(found->begin(), found->end(),
            [](const Found& a, const Found& b) { return a.record.lsn > b.record.lsn; });
  co_return true;
}

Task<bool> UndoLog::Undo(Thread& thread, const ArenaVector<Found>& found) {
  auto* loser = arena_.New<Transaction>();
  for (const Found& each : found) {
    Frame* frame = co_await engine_->pages().Latch(thread, each.record.page);
    if (!frame) co_return false;
    const bool there = engine_->pool().View(frame).page_lsn() >= each.record.lsn;
    co_await engine_->pages().Unlatch(thread, frame);
    loser->label = each.record.label;
    thread.set_txn(loser->label);
    if (there && !co_await UndoRecorded(thread, *loser, each.record, kRecoverUndo)) co_return false;
  }
  thread.set_txn(0);
  for (const Found& each : found) {
    Slot& slot = slots_[each.slot];
    if (slot.number == each.record.number) continue;  // ended already
    slot.number = each.record.number;
    co_await End(thread, slot, {kRecoverForce, kRecoverEnd, kRecoverBack});
  }
  co_return true;
}

Task<void> UndoLog::OnRecover(Thread& thread, Restart& restart) {
  ArenaVector<Found> found{ArenaAllocator<Found>(arena_)};
  co_await restart.Pass(thread, RecoveryPass::kAnalysis, kRecoverScan,
                        [&] { return Analysis(thread, &found); });
  restart.CountRead(found.size(), found.size() * sizeof(UndoRecord));
  co_await restart.Pass(thread, RecoveryPass::kUndo, kRecoverUndo,
                        [&] { return Undo(thread, found); });
}

void UndoLog::AddTo(EngineCounters& counters) const {
  counters.log_records += counters_.log_records;
  counters.log_bytes += counters_.log_bytes;
  counters.checkpoints += counters_.checkpoints;
}

// --- Structures ----------------------------------------------------------------------------------

void UndoLog::Describe(Inspector& inspector) {
  static constexpr Text kLsn = {"LSN", "LSN"};
  static constexpr Text kRecord = {"record", "记录"};
  static constexpr Text kEnded = {"ended", "已结束"};
  inspector.BeginStructure(kRecords, Layout::kSlots * layout_.records);
  for (uint32_t slot = 0; slot < Layout::kSlots; ++slot) {
    for (uint32_t i = 0; i < layout_.records; ++i) {
      UndoRecord record;
      const Address at = layout_.Record(slot, i);
      nvm_.Load(at, &record, sizeof record);
      if (!Live(slot, record)) continue;
      const std::string label = std::to_string(record.lsn);
      inspector.BeginItem(static_cast<uint32_t>(record.lsn), label, record.label);
      inspector.Field({.name = kLsn, .tier = Tier::kNvm, .address = at});
      inspector.Field(
          {.name = kRecord, .tier = Tier::kNvm, .address = at + 8, .codec = Codec::kName});
      inspector.EndItem();
    }
  }
  inspector.EndStructure();
  inspector.BeginStructure(kEnds, Layout::kSlots);
  for (uint32_t slot = 0; slot < Layout::kSlots; ++slot) {
    inspector.BeginItem(slot, std::to_string(slot), 0, nvm_.LoadWord(Layout::End(slot)) == 0);
    inspector.Field({.name = kEnded, .tier = Tier::kNvm, .address = Layout::End(slot)});
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void UndoLog::CheckStructures(StructureCheck& check) {
  static constexpr Text kSlot = {"slot", "槽"};
  static constexpr Text kRecordsText = {"undo records", "撤销记录"};
  static constexpr Text kEnded = {"Every undo record belongs to a transaction that has ended.",
                                  "每条撤销记录都属于已结束的事务。"};
  for (uint32_t slot = 0; slot < Layout::kSlots; ++slot) {
    for (uint32_t i = 0; i < layout_.records; ++i) {
      UndoRecord record;
      nvm_.Load(layout_.Record(slot, i), &record, sizeof record);
      check.Expect(!Live(slot, record), kEnded, {{kSlot, slot}});
    }
  }
  check.Count(kRecordsText, Layout::kSlots * layout_.records);
}

}  // namespace afterimage::toy
