#include "scheme/pcmlogging/pcm_log.h"

#include "scheme/pcmlogging/story.h"

namespace afterimage::pcm {

PcmLog::PcmLog(const EngineContext& context, StagingArea& area, Home& home)
    : arena_(context.arena),
      schema_(context.schema),
      area_(area),
      home_(home),
      destager_(context, area, home),
      free_entries_(ArenaAllocator<uint32_t>(context.arena)) {
  // The first entry is the first to be taken, and one that was given back the last.
  for (uint32_t i = area.params().layout.transactions; i-- > 0;) free_entries_.push_back(i);
}

void PcmLog::Format() { area_.slots().Format(); }

// --- A change in DRAM ----------------------------------------------------------------------------

Task<void> PcmLog::OnBegin(Thread&, Transaction& txn) {
  txn.log = nullptr;
  co_return;
}

TxnEntry* PcmLog::TakeEntry(const Transaction& txn) {
  TxnEntry* entry = free_txns_;
  if (entry)
    free_txns_ = entry->next_free;
  else
    entry = arena_.New<TxnEntry>(arena_);
  entry->xid = next_xid_++;
  entry->label = txn.label;
  entry->entry = free_entries_.back();
  entry->enlisted = entry->committing = entry->left = false;
  free_entries_.pop_back();
  return entry;
}

// Only the end of another transaction makes room for owned items, and it may be waiting for this
// one's locks: who finds none rolls back.
Task<bool> PcmLog::Reserve(Thread& thread, Transaction& txn, uint32_t changes) {
  co_await Step(thread, {kUpdateReserve, kTransactionStructure, 0});
  co_await Ordered(thread);
  if (!txn.log && free_entries_.empty()) co_return false;
  if (!area_.HasRoom(changes)) co_return false;
  if (!txn.log) txn.log = TakeEntry(txn);
  area_.AddPending(EntryOf(txn), changes);
  co_return true;
}

// Nothing is logged: the tables know from here on whose the record is.
Task<Lsn> PcmLog::OnUpdate(Thread& thread, Transaction& txn, const Change& change) {
  const bool by_page = area_.params().by_page;
  co_await Step(thread, {kUpdateTable, kTransactionStructure, change.page});
  co_await Ordered(thread);
  if (!txn.log) txn.log = TakeEntry(txn);
  Item& item = area_.tables().Get(change.page, by_page ? kWholePage : change.slot);
  item.table = change.table;
  item.key = by_page ? Key{0} : change.key;
  area_.Own(EntryOf(txn), item, next_lsn_);
  co_return next_lsn_++;
}

// A rollback puts pages or records back as they were, not change by change.
Task<Lsn> PcmLog::OnCompensate(Thread&, Transaction&, const Change&, Lsn, const Frame&) {
  AI_CHECK(false);
  co_return kNoLsn;
}

// A structure change is a part of the client's transaction, whose pages nobody else may change
// before its end.
Transaction* PcmLog::StructureOwner(Thread& thread) {
  Transaction* client = nullptr;
  for (Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
    if (txn->system || txn->thread != &thread) continue;
    if (!client || txn->label == thread.txn()) client = txn;
  }
  AI_CHECK(client);
  return client;
}

// Destages all that has committed: recovery finds less in PCM.
Task<void> PcmLog::OnCheckpoint(Thread& thread) {
  thread.At({kDestageChoose, kDiskStructure, 0});
  co_await Note(thread, EventKind::kCheckpointBegin);
  co_await destager_.DestageAll(thread);
  thread.At({kDestageChoose, kDiskStructure, 0});
  co_await Note(thread, EventKind::kCheckpointEnd);
}

void PcmLog::AddTo(EngineCounters& counters) const {
  const StagingCounters& staged = area_.counters();
  const DestageCounters& destaged = destager_.counters();
  counters.log_records += staged.flushes;
  counters.log_bytes += staged.bytes;
  counters.steals += staged.steals;
  if (!area_.params().by_page) {
    counters.page_writes += destaged.pages;
    counters.page_bytes += destaged.pages * area_.params().page_bytes;
    counters.records_written += destaged.versions;
  }
}

}  // namespace afterimage::pcm
