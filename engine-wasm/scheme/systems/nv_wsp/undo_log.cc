#include "scheme/systems/nv_wsp/undo_log.h"

#include <algorithm>
#include <cstring>

namespace afterimage::nvwsp {
namespace {

// One split may be under way in each tree, of at most four changes; and pages are allocated one at
// a time.
uint32_t StructureSlack(const Schema& schema, bool indexed) {
  uint32_t trees = 0;
  for (uint32_t i = 0; indexed && i < schema.table_count(); ++i)
    trees += schema.table(static_cast<TableId>(i)).indexes();
  return trees > 0 ? 4 * trees + 1 : 0;
}

}  // namespace

UndoLog::UndoLog(const EngineContext& context, const UndoParams& params, Home& home)
    : arena_(context.arena),
      nvm_(context.devices.nvm),
      home_(home),
      machine_(context.machine),
      schema_(context.schema),
      params_(params),
      layout_(params.layout),
      mutations_(kTraced ? context.mutations : 0),
      structure_slack_(StructureSlack(context.schema, params.indexed)),
      record_ns_(context.machine.instructions_ns(Price::kPathLogRecord)),
      ended_(params.layout.marks(), 0, ArenaAllocator<uint64_t>(context.arena)),
      older_(params.layout.records, TxnUndo::kNone, ArenaAllocator<uint32_t>(context.arena)),
      records_(context.arena, params.layout.records),
      client_marks_(context.arena, params.layout.clients),
      system_marks_(context.arena, params.layout.clients),
      early_commits_(context.arena, Category::kLogWork, WhileBlocked::kSpins),
      cleaners_(context.kernel, context.arena, params.cleaners) {}

void UndoLog::Format() {
  const uint64_t super[3] = {kMagic, uint64_t{layout_.records} << 32 | layout_.clients,
                             uint64_t{layout_.image_bytes} << 32 | layout_.installs};
  nvm_.Format(Layout::kSuper, super, sizeof super);
  for (uint32_t i = 0; i < layout_.records; ++i) records_.GiveBack(i);
  for (uint32_t i = 0; i < layout_.marks(); ++i) MarksFor(layout_.OfSystem(i)).GiveBack(i);
}

void UndoLog::Start() { cleaners_.Start(engine_->pool(), engine_->params()); }

void UndoLog::Stop(Thread& thread) { cleaners_.Stop(thread); }

TxnUndo* UndoLog::TakeTxnUndo() {
  if (!free_undos_) return arena_.New<TxnUndo>(arena_);
  TxnUndo* undo = free_undos_;
  free_undos_ = undo->next_free;
  return undo;
}

void UndoLog::NotePage(TxnUndo& undo, PageId page) {
  if (std::find(undo.pages.rbegin(), undo.pages.rend(), page) == undo.pages.rend())
    undo.pages.push_back(page);
}

// --- Logging a change ----------------------------------------------------------------------------

Task<void> UndoLog::OnBegin(Thread&, Transaction& txn) {
  txn.log = nullptr;
  co_return;
}

// Only the end of another transaction frees records, and it may be waiting for this one's locks: a
// transaction that finds none rolls back.
Task<bool> UndoLog::Reserve(Thread& thread, Transaction& txn, uint32_t changes) {
  co_await Step(thread, {kUpdateReserve, kUndoLog, 0});
  co_await Ordered(thread);
  if (!txn.log && client_marks_.free() == 0) co_return false;
  if (records_.free() < reserved_ + structure_slack_ + changes) co_return false;
  if (!txn.log) {
    txn.log = TakeTxnUndo();
    UndoOf(txn).mark = client_marks_.Take();
  }
  UndoOf(txn).reserved += changes;
  reserved_ += changes;
  co_return true;
}

// The record's place in the log; it is the transaction's newest.
uint32_t UndoLog::MakeRecord(TxnUndo& undo, const Transaction& txn, const Change& change, Lsn lsn,
                             UndoRecord* record) {
  if (undo.mark == TxnUndo::kNone) undo.mark = MarksFor(txn.system).Take();
  undo.number = ended_[undo.mark] + 1;
  const uint32_t i = records_.Take();
  older_[i] = undo.newest;
  undo.newest = i;
  if (undo.reserved > 0) {
    --undo.reserved;
    --reserved_;
  }
  record->lsn = lsn;
  record->key = change.key;
  record->page = change.page;
  record->slot = change.slot;
  record->offset = change.offset;
  record->label = txn.label;
  record->bytes = static_cast<uint16_t>(change.before.size);
  record->change = static_cast<uint8_t>(change.kind);
  record->table = change.table;
  record->index = change.index;
  if (record->inlined() && record->bytes > 0)
    std::memcpy(record->image, change.before.data, record->bytes);
  record->owner = undo.number << 16 | undo.mark;
  ++counters_.log_records;
  counters_.log_bytes += sizeof *record + (record->inlined() ? 0 : record->bytes);
  return i;
}

Task<void> UndoLog::PersistRecord(Thread& thread, uint32_t i, const UndoRecord& record,
                                  const uint8_t* image) {
  const auto key = static_cast<uint32_t>(record.lsn);
  if (!record.inlined()) {
    thread.At({kUndoImage, kUndoLog, key});
    co_await nvm_.StoreAndFlush(thread, Category::kLogWork, layout_.Image(i), image, record.bytes,
                                Access::kPrivate, {kUndoImageBack, kUndoLog, key});
  }
  thread.At({kUndoRecord, kUndoLog, key});
  if (!thread.Does(kUndoRecordBack)) {
    co_await nvm_.Store(thread, Category::kLogWork, layout_.Record(i), &record, sizeof record,
                        Access::kPrivate);
    co_return;
  }
  co_await nvm_.StoreAndFlush(thread, Category::kLogWork, layout_.Record(i), &record, sizeof record,
                              Access::kPrivate, {kUndoRecordBack, kUndoLog, key});
}

Task<Lsn> UndoLog::OnUpdate(Thread& thread, Transaction& txn, const Change& change) {
  co_await Ordered(thread);
  const Time start = thread.now();
  const Lsn lsn = next_lsn_++;
  if (!txn.log) txn.log = TakeTxnUndo();
  TxnUndo& undo = UndoOf(txn);
  NotePage(undo, change.page);
  cleaners_.Wake(thread);
  // A page that is filled from scratch: nothing leads to it if the rest is undone.
  if (!NeedsUndo(change)) co_return lsn;
  UndoRecord record;
  const uint32_t i = MakeRecord(undo, txn, change, lsn, &record);
  thread.At({kUndoRecord, kUndoLog, static_cast<uint32_t>(lsn)});
  thread.Execute(Category::kLogWork, record_ns_ + machine_.copy_ns(sizeof record));
  co_await Note(thread, EventKind::kLogInsert,
                {.tier = Tier::kNvm, .address = layout_.Record(i), .size = sizeof record});
  co_await PersistRecord(thread, i, record, change.before.data);
  co_await Note(thread, EventKind::kLogDurable, {.tier = Tier::kNvm, .address = layout_.Record(i)});
  counters_.log_insert_ns += thread.now() - start;
  co_return lsn;
}

// Undo is not logged: it puts the same bytes back however often it is done.
//
// The page keeps its LSN in recovery, so that a recovery after this one undoes the same records
// again. While other transactions run it gets a new one, by which they see that a page has changed.
Task<Lsn> UndoLog::OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                                const Frame& frame) {
  co_await Ordered(thread);
  const uint16_t line = engine_->recovery().under_way() ? kRecoverRestore : kAbortRestore;
  co_await PageRecovery::NoteUndo(thread, {line, kBufferStructure, change.page}, frame, lsn);
  if (engine_->recovery().under_way()) co_return engine_->pool().View(&frame).page_lsn();
  NotePage(UndoOf(txn), change.page);
  co_return next_lsn_++;
}

// Undo records are durable before their page changes, so before it can leave DRAM.
Task<void> UndoLog::BeforeWritePage(Thread& thread, PageId page, Lsn) {
  thread.At({kHomeGate, kBufferStructure, page});
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kStep);
}

void UndoLog::AddTo(EngineCounters& counters) const {
  counters.log_records += counters_.log_records;
  counters.log_bytes += counters_.log_bytes;
  counters.log_insert_ns += counters_.log_insert_ns;
  counters.checkpoints += counters_.checkpoints;
  counters.checkpoint_ns += counters_.checkpoint_ns;
}

}  // namespace afterimage::nvwsp
