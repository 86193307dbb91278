#include "scheme/systems/pcmlogging/pcm_log.h"

#include <algorithm>

#include "scheme/systems/pcmlogging/story.h"

namespace afterimage::pcm {

PcmLog::PcmLog(const EngineContext& context, StagingArea& area, Home& home)
    : arena_(context.arena),
      kernel_(context.kernel),
      schema_(context.schema),
      area_(area),
      home_(home),
      destager_(context, area, home),
      free_entries_{Numbers(ArenaAllocator<uint32_t>(context.arena)),
                    Numbers(ArenaAllocator<uint32_t>(context.arena))},
      too_small_{area.params().room_param,
                 {"PCM is smaller than what a single transaction changes, with the versions before",
                  "PCM 容不下单个事务的修改及其前一版本"}} {
  // The first entry is the first to be taken, and one that was given back the last.
  const Layout& layout = area.params().layout;
  for (uint32_t i = layout.entries(); i-- > 0;) FreeEntries(i >= layout.transactions).push_back(i);
}

void PcmLog::Format() { area_.slots().Format(); }

// --- A change in DRAM ----------------------------------------------------------------------------

Task<void> PcmLog::OnBegin(Thread&, Transaction& txn) {
  // A structure change has been noted by BeforeSplit already.
  if (!txn.system) txn.log = nullptr;
  co_return;
}

TxnEntry* PcmLog::TakeEntry(const Transaction& txn) {
  TxnEntry* entry = free_txns_;
  if (entry)
    free_txns_ = entry->next_free;
  else
    entry = arena_.New<TxnEntry>(arena_);
  Numbers& free = FreeEntries(txn.system);
  AI_CHECK(!free.empty());
  entry->xid = area_.NewXid();
  entry->label = txn.label;
  entry->system = txn.system;
  entry->entry = free.back();
  entry->enlisted = entry->committing = entry->left = false;
  entry->split = nullptr;
  free.pop_back();
  return entry;
}

// Only the end of another transaction makes room for owned items, and it may be waiting for this
// one's locks: a transaction that finds none rolls back.
Task<bool> PcmLog::Reserve(Thread& thread, Transaction& txn, uint32_t changes) {
  co_await Step(thread, {kUpdateReserve, kTransactionStructure, 0});
  co_await Ordered(thread);
  if (!txn.log && FreeEntries(false).empty()) co_return false;
  if (!area_.HasRoom(changes)) {
    if (!area_.FitsAlone(static_cast<const TxnEntry*>(txn.log), changes)) found_small_ = true;
    co_return false;
  }
  if (!txn.log) txn.log = TakeEntry(txn);
  area_.AddPending(EntryOf(txn), changes);
  co_return true;
}

// A structure change changes complete pages.
Item& PcmLog::ItemOf(const Transaction& txn, const Change& change) {
  Tables& tables = area_.tables();
  if (area_.params().by_page || txn.system) return tables.Get(change.page, kWholePage);
  if (change.kind != ChangeKind::kEntryInsert && change.kind != ChangeKind::kEntryErase) {
    Item& item = tables.Get(change.page, change.slot);
    item.table = change.table;
    item.key = change.key;
    return item;
  }
  const bool erases = change.kind == ChangeKind::kEntryErase;
  Item& item = tables.GetEntry(change.table, change.index, change.key, change.page);
  if (item.page->id != change.page) tables.Move(item, tables.Get(change.page));
  const uint8_t* value = erases ? change.before.data : change.after.data;
  if (!item.owner) {
    item.was_there = erases;
    if (erases) std::memcpy(&item.value_before, value, sizeof item.value_before);
  }
  if (!erases) std::memcpy(&item.value, value, sizeof item.value);
  Tables::SetErased(item, erases);
  return item;
}

// A rollback of an insertion returns its place on the page first, and the record's version in PCM
// then: in between another transaction may already have taken the place.
bool PcmLog::LeftByOther(const Transaction& txn, const Change& change) const {
  if (area_.params().by_page) return false;
  const Item* item = area_.tables().Find(change.page, change.slot);
  return item && item->owner && item->owner != txn.log;
}

// Nothing is logged: the tables know from here on whose the record is.
Task<Lsn> PcmLog::OnUpdate(Thread& thread, Transaction& txn, const Change& change) {
  co_await Step(thread, {kUpdateTable, kTransactionStructure, change.page});
  co_await Ordered(thread);
  while (!txn.system && LeftByOther(txn, change)) co_await area_.AwaitChange(thread);
  if (!txn.log) txn.log = TakeEntry(txn);
  area_.Own(EntryOf(txn), ItemOf(txn, change), next_lsn_);
  co_return next_lsn_++;
}

// Section 3.3, "serving read/write requests": a record that PCM has is accessed there, without its
// page. The new version goes out of place at once, as when a page is stolen. If another thread has
// brought the page meanwhile, it may have been read before that.
Task<bool> PcmLog::UpdateRecord(Thread& thread, Transaction& txn, const Change& change,
                                const Value& value) {
  co_await Step(thread, {kUpdateTable, kTransactionStructure, change.page});
  co_await Ordered(thread);
  Item* item = area_.tables().FindRecord(change.page, change.table, change.key);
  if (!item || !item->current.there() || engine_->pool().Lookup(change.page)) co_return false;
  RecordImage image;
  image.header = area_.slots().Header(item->current.first);
  if (image.header.deleted) co_return false;
  if (!txn.log) txn.log = TakeEntry(txn);
  const Lsn lsn = next_lsn_++;
  area_.Own(EntryOf(txn), *item, lsn);
  item->dirty = false;  // nothing of it is in DRAM
  txn.Logged(lsn);
  image.header.bytes = static_cast<uint16_t>(value.size);
  std::memcpy(image.value, value.bytes, value.size);
  co_await area_.AwaitTurn(thread, *item);
  co_await Step(thread, {kUpdateApart, kBufferStructure, change.page});
  co_await Ordered(thread);
  co_await area_.Flush(thread, *item, image.header, image.value, lsn);
  co_await Ordered(thread);
  if (!engine_->pool().Lookup(change.page)) co_return true;
  Frame* frame = co_await engine_->pages().Latch(thread, change.page);
  if (!frame) co_return true;
  co_await InTurn(thread);
  Change there = change;
  there.slot = item->slot;
  // Others may have changed the page since: who writes it goes by its LSN for what it has of them.
  // The page's own LSN may be of an earlier life.
  Lsn newest = lsn;
  for (const Item* other = item->page->items; other; other = other->older) {
    if (other->owner) newest = std::max(newest, other->lsn);
  }
  AI_CHECK(engine_->pages().Apply(frame, there, newest));
  co_await engine_->pages().Unlatch(thread, frame);
  co_return true;
}

// A rollback puts pages, records and entries back as they were, not change by change.
Task<Lsn> PcmLog::OnCompensate(Thread&, Transaction&, const Change&, Lsn, const Frame&) {
  AI_CHECK(false);
  co_return kNoLsn;
}

// Destages all that has committed: recovery finds less in PCM.
Task<void> PcmLog::OnCheckpoint(Thread& thread) {
  thread.At({kDestageChoose, kDiskStructure, 0});
  co_await Note(thread, EventKind::kCheckpointBegin);
  co_await destager_.DestageAll(thread);
  thread.At({kDestageChoose, kDiskStructure, 0});
  co_await Note(thread, EventKind::kCheckpointEnd);
}

void PcmLog::OnEnd(Transaction& txn) {
  if (!txn.log) return;
  TxnEntry& entry = EntryOf(txn);
  area_.EndPending(entry);
  area_.EndXid(entry.xid);
  Numbers& free = FreeEntries(entry.system);
  free.insert(free.begin(), entry.entry);
  entry.next_free = free_txns_;
  free_txns_ = &entry;
  txn.log = nullptr;
}

void PcmLog::AddTo(EngineCounters& counters) const {
  const StagingCounters& staged = area_.counters();
  const DestageCounters& destaged = destager_.counters();
  counters.log_records += staged.flushes;
  counters.log_bytes += staged.bytes;
  counters.steals += staged.steals;
  counters.page_misses += home_.served_records();
  counters.misses_in_nvm += home_.served_records() + home_.served_pages();
  counters.pcmlogging.swaps += staged.swaps;
  counters.pcmlogging.swap_lines += staged.swap_lines;
  const Slots& slots = area_.slots();
  counters.pcmlogging.relocations += slots.relocations();
  counters.pcmlogging.swap_lines += slots.relocations() * slots.relocation_lines();
  const bool by_page = area_.params().by_page;
  counters.room_slots += by_page ? slots.layout().pages : slots.layout().small;
  counters.room_used += by_page ? slots.used_pages() : slots.used();
  counters.pcmlogging.room_scattered += slots.scattered();
  counters.room_waits += staged.waits;
  counters.room_wait_ns += staged.wait_ns;
  counters.pcmlogging.destage_reads += destaged.reads;
  counters.destage_writes += destaged.pages;
  counters.pcmlogging.destage_versions += destaged.versions;
  counters.pcmlogging.destage_windows += area_.pace().windows();
  counters.pcmlogging.destage_outrun += area_.pace().outrun();
  if (!area_.params().by_page) {
    counters.page_writes += destaged.pages;
    counters.page_bytes += destaged.pages * area_.params().layout.page_bytes;
  }
}

// A watermark has no states. Before it has first been nearly full, PCM was in state 0.
Occupancy PcmLog::occupancy(Time now) const {
  static constexpr OccupancyInfo kInfo = {
      {"How full PCM is: planned and measured", "PCM 的占用状态：计划与实测"},
      {"state k: M − k free segments", "状态 k：剩 M − k 个空闲段"},
      {"PCM fills faster than the disk can empty it: destaging goes on at full speed.",
       "PCM 填入的速度超过磁盘腾出的速度：降级写回全速进行。"}};
  static_assert(kMostSegments + 2 <= kMostStates);
  Occupancy occupancy;
  if (!area_.params().adaptive) return occupancy;
  const DestagePace& pace = area_.pace();
  occupancy.info = &kInfo;
  occupancy.states = pace.overflow() + 1;
  for (uint32_t k = 0; k <= pace.overflow(); ++k) {
    occupancy.spent[k] = pace.spent(k, now);
    occupancy.planned[k] = pace.planned_sum(k);
  }
  occupancy.spent[0] += now - pace.measured(now);
  occupancy.plans = pace.windows();
  occupancy.unbalanced = pace.outrun();
  return occupancy;
}

}  // namespace afterimage::pcm
