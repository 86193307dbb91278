#include "scheme/page_engine.h"

#include <algorithm>

#include "db/apply_change.h"

namespace afterimage {

namespace {
LockParams LocksOf(const EngineContext& context, const PageParams& params) {
  LockParams locks;
  locks.deadlock = context.deadlock;
  locks.structure = kLockStructure;
  locks.inherit = params.inherit_locks;
  return locks;
}

PageStoreParams StoreOf(const PageParams& params, const File& file) {
  const bool twice = params.torn == TornPages::kDoubleWrite;
  const auto pages =
      static_cast<uint32_t>(file.size() / params.page_bytes) - (twice ? kDoubleWriteSlots : 0);
  return {params.page_bytes, pages, twice};
}

PoolParams PoolOf(const PageParams& params, uint32_t page_limit) {
  PoolParams pool;
  pool.frames = params.frames;
  pool.page_bytes = params.page_bytes;
  pool.pages = page_limit;
  pool.replacement = params.replacement;
  pool.structure = kDiskStructure;
  return pool;
}
}  // namespace

PageEngine::PageEngine(const EngineContext& context, const PageParams& params,
                       const PageLabels& labels, LoggingHooks& hooks, Dram& dram,
                       DatabaseHome& home)
    : arena_(context.arena),
      machine_(context.machine),
      schema_(context.schema),
      dram_(dram),
      params_(params),
      labels_(labels),
      hooks_(hooks),
      home_(home),
      page_limit_(home.page_count()),
      locks_(context.arena, context.machine, LocksOf(context, params)),
      pool_(context.arena, context.machine, PoolOf(params, page_limit_), home, hooks),
      begin_ns_(context.machine.instructions_ns(Price::kPathBegin)),
      commit_ns_(context.machine.instructions_ns(Price::kPathCommit)),
      hints_(ArenaAllocator<PageId>(context.arena)),
      changed_(ArenaAllocator<PageId>(context.arena)) {
  pool_.set_active(&active_);
  hooks.Attach(*this);
}

PageEngine::PageEngine(const EngineContext& context, const PageParams& params,
                       const PageLabels& labels, LoggingHooks& hooks, Dram& dram, File& file)
    : PageEngine(context, params, labels, hooks, dram,
                 *context.arena.New<PageStore>(context.arena, file, StoreOf(params, file))) {}

uint32_t PageEngine::PageLimit(const PageParams& params, const InitialRows& rows) {
  if (params.placement == Placement::kHash) return params.heap_pages + 1;
  BlockPool pool;
  Arena arena(pool);
  return InitialPages(arena, rows, params.page_bytes).page_count() + params.spare_pages;
}

// --- The fresh database --------------------------------------------------------------------------

bool PageEngine::Format(const InitialRows& rows) {
  if (hashed()) {
    if (!FormatHashed(rows)) return false;
  } else {
    auto* pages = arena_.New<InitialPages>(arena_, rows, params_.page_bytes);
    if (!pages->fits()) return false;
    home_.SetSource(pages);
    pool_.SetInitial(pages);
    for (uint32_t table = 0; table < schema_.table_count(); ++table) {
      const uint32_t indexes = schema_.table(static_cast<TableId>(table)).indexes();
      for (uint32_t index = 0; index < indexes; ++index)
        OpenTree(table, index, pages->root(static_cast<TableId>(table), index));
    }
    if (params_.warm) Warm(*pages);
  }
  hooks_.Format();
  return true;
}

bool PageEngine::FormatHashed(const InitialRows& rows) {
  if (rows.table_count() > 1) return false;  // a key is all that says where a record stands
  PagedBytes memory(arena_, params_.page_bytes);
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(params_.page_bytes));
  bool fits = true;
  for (PageId id = 0; id < page_limit_; ++id) {
    SlottedPage page(PageView(memory, 0, params_.page_bytes));
    page.Format(id);
    const auto put = [&](Key key, const uint8_t* value, uint32_t size) {
      Change change;
      change.kind = ChangeKind::kInsert;
      change.slot = page.FindRoom(key, size, [](Key) { return false; });
      change.key = key;
      change.after = {value, size};
      fits = fits && change.slot != SlottedPage::kNoSlot && page.Apply(change);
    };
    const uint64_t heap_pages = params_.heap_pages;
    if (id == kCatalogPage)
      put(kCatalogKey, reinterpret_cast<const uint8_t*>(&heap_pages), sizeof heap_pages);
    for (uint64_t row = 0; row < rows.RowCount(0); ++row) {
      Value value;
      const Key key = rows.KeyAt(0, row);
      if (id == kCatalogPage || HomeOf(key) != id) continue;
      value.size = rows.table(0).value_bytes;
      rows.ValueAt(0, row, 0, value.size, value.bytes);
      put(key, value.bytes, value.size);
    }
    page.Read(0, bytes, params_.page_bytes);
    SetPageChecksum(bytes, params_.page_bytes);
    home_.FormatPage(id, bytes);
  }
  arena_.Recycle(bytes, params_.page_bytes);
  return fits;
}

// A pool that has been running for long holds the indexes, and of the records that are in use an
// even share.
void PageEngine::Warm(const InitialPages& pages) {
  home_.Warm();
  const uint32_t total = pages.page_count();
  uint32_t indexes = 0, heap = 0;
  for (PageId page = 0; page < total; ++page) ++(pages.IsIndex(page) ? indexes : heap);
  for (PageId page = 0; page < total; ++page) heap -= pages.InUse(page) ? 0 : 1;
  const uint64_t room = params_.frames > indexes ? params_.frames - indexes : 0;
  for (PageId page = 0; page < total; ++page) {
    if (pages.IsIndex(page) || (pages.InUse(page) && Mix64(page) % heap < room))
      pool_.Prefill(page);
  }
}

// --- Transactions ------------------------------------------------------------------------------

Task<void> PageEngine::Begin(Thread& thread, Transaction& txn) {
  thread.Execute(Category::kLogic, begin_ns_);
  co_await Ordered(thread);
  txn.thread = &thread;
  txn.state = TxnState::kActive;
  active_.Add(txn);
  co_await hooks_.OnBegin(thread, txn);
}

Task<LockResult> PageEngine::LockTable(Thread& thread, Transaction& txn, TableId table,
                                       LockMode mode) {
  const LockMode intent =
      mode == LockMode::kShared ? LockMode::kIntentShared : LockMode::kIntentExclusive;
  return locks_.LockTable(thread, txn, table, intent);
}

void PageEngine::Remember(Transaction& txn, LockMode mode, const Value& value) {
  txn.found_value_known = mode == LockMode::kExclusive;
  if (!txn.found_value_known) return;
  txn.found_value.size = value.size;
  std::memcpy(txn.found_value.bytes, value.bytes, value.size);
}

Task<Status> PageEngine::Read(Thread& thread, Transaction& txn, TableId table, Key key,
                              LockMode mode, Value* value) {
  thread.At({labels_.lock, 0, 0});
  if (params_.table_locks && co_await LockTable(thread, txn, table, mode) == LockResult::kDie)
    co_return Status::kMustAbort;
  if (co_await Lock(thread, txn, table, key, mode) == LockResult::kDie)
    co_return Status::kMustAbort;
  thread.At({labels_.fix, kBufferStructure, hashed() ? HomeOf(key) : 0});
  Frame* frame = nullptr;
  SlotId slot = 0;
  co_await Ordered(thread);
  Status status = Status::kOk;
  if (!TryLocate(thread, txn, table, key, &frame, &slot, &status))
    status = co_await Locate(thread, table, key, &frame, &slot);
  if (status != Status::kOk) co_return status;
  const bool there = pool_.ReadRecord(frame, slot, value);
  pool_.Unfix(thread, frame);
  if (there) Remember(txn, mode, *value);
  co_return there ? Status::kOk : Status::kDamaged;
}

// Everything that is here already, at one instant: index, page and record. The costs come after it.
bool PageEngine::TryLocate(Thread& thread, Transaction& txn, TableId table, Key key, Frame** frame,
                           SlotId* slot, Status* status) {
  if (hashed()) return TryLocateHashed(thread, key, frame, slot, status);
  uint64_t packed = txn.found_rid;
  if (packed == 0 || txn.found_key != key || txn.found_table != table) {
    txn.found_value_known = false;
    IndexTree::Outcome outcome;
    if (!Tree(table, 0).TryFind(thread, key, &packed, &outcome)) return false;
    *status = Status::kNotFound;
    if (outcome == IndexTree::Outcome::kMissing) return true;
    txn.found_key = key;
    txn.found_table = table;
    txn.found_rid = packed;
  }
  const Rid rid = Rid::Of(packed);
  *frame = pool_.TryFix(rid.page);
  if (!*frame) return false;
  thread.Execute(Category::kBufferPool, pool_.fix_ns());
  *slot = rid.slot;
  *status = Status::kOk;
  return true;
}

bool PageEngine::TryLocateHashed(Thread& thread, Key key, Frame** frame, SlotId* slot,
                                 Status* status) {
  *frame = pool_.TryFix(HomeOf(key));
  if (!*frame) return false;
  thread.Execute(Category::kBufferPool, pool_.fix_ns());
  *status = FindHashed(thread, *frame, key, slot);
  return true;
}

Status PageEngine::FindHashed(Thread& thread, Frame* frame, Key key, SlotId* slot) {
  *slot = SlottedPage(pool_.View(frame)).Find(key);
  if (*slot != SlottedPage::kNoSlot) return Status::kOk;
  pool_.Unfix(thread, frame);
  return Status::kNotFound;
}

Task<Status> PageEngine::Locate(Thread& thread, TableId table, Key key, Frame** frame,
                                SlotId* slot) {
  if (hashed()) {
    *frame = co_await pool_.Fix(thread, HomeOf(key));
    co_return *frame ? FindHashed(thread, *frame, key, slot) : Status::kDamaged;
  }
  uint64_t packed = 0;
  const IndexTree::Outcome outcome = co_await Tree(table, 0).Find(thread, key, &packed);
  if (outcome == IndexTree::Outcome::kMissing) co_return Status::kNotFound;
  if (outcome == IndexTree::Outcome::kDamaged) co_return Status::kDamaged;
  const Rid rid = Rid::Of(packed);
  if (rid.page >= page_limit_) co_return Status::kDamaged;
  *frame = co_await pool_.Fix(thread, rid.page);
  *slot = rid.slot;
  co_return *frame ? Status::kOk : Status::kDamaged;
}

Task<Status> PageEngine::Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                                const Value& value) {
  if (hashed()) return ModifyHashed(thread, txn, key, Verb::kInsert, &value);
  return InsertIndexed(thread, txn, table, key, value);
}
Task<Status> PageEngine::Update(Thread& thread, Transaction& txn, TableId table, Key key,
                                const Value& value) {
  if (hashed()) return ModifyHashed(thread, txn, key, Verb::kUpdate, &value);
  return ModifyIndexed(thread, txn, table, key, Verb::kUpdate, &value);
}
Task<Status> PageEngine::Erase(Thread& thread, Transaction& txn, TableId table, Key key) {
  if (hashed()) return ModifyHashed(thread, txn, key, Verb::kErase, nullptr);
  return ModifyIndexed(thread, txn, table, key, Verb::kErase, nullptr);
}

// What an update really changes, in whole words; nothing where both are equal.
void PageEngine::Narrow(const Value& old, const Value& value, Change* change) {
  const uint32_t size = std::min(old.size, value.size);
  const auto same = [&](uint32_t at) {
    if (at + 8 > size) return std::memcmp(old.bytes + at, value.bytes + at, size - at) == 0;
    return std::memcmp(old.bytes + at, value.bytes + at, 8) == 0;
  };
  uint32_t from = 0, to = (size + 7) / 8 * 8;
  while (from < to && same(from)) from += 8;
  while (to > from && same(to - 8)) to -= 8;
  to = std::min(to, size);
  if (from >= to) from = to = 0;
  change->offset = static_cast<uint16_t>(from);
  change->before = {old.bytes + from, to - from};
  change->after = {value.bytes + from, to - from};
}

Task<Status> PageEngine::ModifyHashed(Thread& thread, Transaction& txn, Key key, Verb verb,
                                      const Value* value) {
  thread.At({labels_.lock, 0, 0});
  if (params_.table_locks &&
      co_await LockTable(thread, txn, 0, LockMode::kExclusive) == LockResult::kDie)
    co_return Status::kMustAbort;
  if (co_await Lock(thread, txn, 0, key, LockMode::kExclusive) == LockResult::kDie)
    co_return Status::kMustAbort;
  // Before the latch: waiting for log space under it would stop the checkpoint that makes space.
  if (!co_await hooks_.Reserve(thread, txn, 1)) co_return Status::kMustAbort;
  thread.At({labels_.fix, kBufferStructure, HomeOf(key)});
  Frame* frame = co_await Latch(thread, HomeOf(key));
  if (!frame) co_return Status::kDamaged;
  const SlottedPage page(pool_.View(frame));
  Value old;
  Change change;
  change.page = frame->page;
  change.key = key;
  change.slot = page.Find(key);
  Status status = Status::kOk;
  if (verb == Verb::kInsert) {
    change.kind = ChangeKind::kInsert;
    change.after = {value->bytes, value->size};
    if (change.slot != SlottedPage::kNoSlot) status = Status::kExists;
    // A ghost's space is free once nobody can bring its record back.
    change.slot = page.FindRoom(key, value->size,
                                [&](Key ghost) { return !locks_.LockedByOther(0, ghost, txn); });
    if (status == Status::kOk && change.slot == SlottedPage::kNoSlot) status = Status::kPageFull;
  } else if (!page.ReadValue(change.slot, &old)) {
    status = Status::kNotFound;
  } else if (verb == Verb::kUpdate) {
    Narrow(old, *value, &change);
  } else {
    change.kind = ChangeKind::kErase;
    change.before = {old.bytes, old.size};
  }
  if (status == Status::kOk) co_await LogAndApply(thread, txn, frame, change);
  co_await Unlatch(thread, frame);
  co_return status;
}

Task<void> PageEngine::LogAndApply(Thread& thread, Transaction& txn, Frame* frame,
                                   const Change& change) {
  pool_.MarkDirty(frame, hooks_.NextLsn());
  const Lsn lsn = co_await hooks_.OnUpdate(thread, txn, change);
  if (txn.first_lsn == kNoLsn) txn.first_lsn = lsn;
  txn.last_lsn = lsn;
  thread.At({labels_.change_page, kBufferStructure, frame->page});
  co_await Note(thread, EventKind::kWrite,
                {.tier = Tier::kDram,
                 .address = frame->address,
                 .size = params_.page_bytes,
                 .a = static_cast<uint32_t>(lsn),
                 .b = static_cast<uint32_t>(change.key)});
  AI_CHECK(Apply(frame, change, lsn));
  frame->writer = txn.id;
}

Task<Status> PageEngine::Commit(Thread& thread, Transaction& txn) {
  thread.Execute(Category::kLogic, commit_ns_);
  txn.state = TxnState::kCommitting;
  co_await hooks_.OnCommit(thread, txn);
  co_return Status::kOk;
}

Task<void> PageEngine::ReleaseEarly(Thread& thread, Transaction& txn, Lsn commit_lsn) {
  return locks_.ReleaseEarly(thread, txn, commit_lsn);
}

Task<void> PageEngine::Abort(Thread& thread, Transaction& txn) {
  thread.Execute(Category::kLogic, commit_ns_);
  txn.state = TxnState::kAborting;
  co_await hooks_.OnAbort(thread, txn);
}

Task<void> PageEngine::Finish(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  txn.state = txn.state == TxnState::kAborting ? TxnState::kAborted : TxnState::kCommitted;
  active_.Remove(txn);
  hooks_.OnEnd(txn);
  thread.At(
      {txn.state == TxnState::kAborted ? labels_.abort_acknowledge : labels_.release_locks, 0, 0});
  co_await locks_.ReleaseAll(thread, txn);
}

Task<void> PageEngine::Checkpoint(Thread& thread) { return hooks_.OnCheckpoint(thread); }

Task<void> PageEngine::Steal(Thread& thread, Key key) {
  PageId page = 0;
  if (hashed()) {
    page = HomeOf(key);
  } else {
    uint64_t packed = 0;
    if (co_await Tree(0, 0).Find(thread, key, &packed) != IndexTree::Outcome::kFound) co_return;
    page = Rid::Of(packed).page;
  }
  thread.At({labels_.write_page, kDiskStructure, page});
  co_await pool_.WritePage(thread, page);
}

bool PageEngine::ReadDram(Address address, uint32_t size, uint8_t* out) const {
  return dram_.Read(address, size, out) || pool_.Read(address, size, out) ||
         hooks_.ReadDram(address, size, out);
}

EngineCounters PageEngine::counters() const {
  EngineCounters counters = counters_;
  const PoolCounters& pool = pool_.counters();
  counters.page_hits = pool.hits;
  counters.page_misses = pool.misses;
  counters.page_writes = pool.writes;
  counters.page_bytes = pool.writes * params_.page_bytes;
  counters.records_written = pool.changes_written;
  counters.steals = pool.steals;
  hooks_.AddTo(counters);
  return counters;
}

}  // namespace afterimage
