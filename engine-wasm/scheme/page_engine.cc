#include "scheme/page_engine.h"

#include <cstdio>

namespace afterimage {

namespace {
constexpr PageId kCatalogPage = 0;
constexpr Key kCatalogKey = 0x676f6c61746163;  // "catalog"
}  // namespace

PageEngine::PageEngine(const EngineContext& context, const PageParams& params, const PageLabels& labels,
                       LoggingHooks& hooks, Dram& dram, uint32_t disk_base)
    : arena_(context.arena),
      disk_(context.devices.disk),
      dram_(dram),
      disk_base_(disk_base),
      params_(params),
      labels_(labels),
      hooks_(hooks),
      locks_(context.arena, context.machine, {.deadlock = context.deadlock, .structure = kLockStructure}),
      pool_(context.arena, dram, context.machine, params.frames, params.page_bytes, *this, hooks, kDiskStructure),
      begin_ns_(context.machine.instructions_ns(Price::kPathBegin)),
      commit_ns_(context.machine.instructions_ns(Price::kPathCommit)) {
  hooks.Attach(*this);
}

bool PageEngine::Format(const InitialRecord* records, uint32_t count) {
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(params_.page_bytes));
  bool fits = true;
  for (PageId id = 0; id < page_count(); ++id) {
    SlottedPage page(bytes, params_.page_bytes);
    page.Format(id);
    const auto put = [&](Key key, int64_t number) {
      const SlotId slot = page.FindRoom(key, params_.value_bytes, [](Key) { return false; });
      fits = fits && slot != SlottedPage::kNoSlot &&
             page.Apply(slot, key, {true, Value::FromNumber(number, params_.value_bytes)});
    };
    if (id == kCatalogPage) put(kCatalogKey, params_.heap_pages);
    for (uint32_t i = 0; i < count; ++i) {
      if (id != kCatalogPage && HomeOf(records[i].key) == id) put(records[i].key, records[i].number);
    }
    page.SetChecksum();
    disk_.Format(disk_base_ + id * params_.page_bytes, bytes, params_.page_bytes);
  }
  arena_.Recycle(bytes, params_.page_bytes);
  hooks_.Format();
  return fits;
}

// --- Transactions ------------------------------------------------------------------------------

Task<void> PageEngine::Begin(Thread& thread, Transaction& txn) {
  thread.Charge(Category::kLogic, begin_ns_);
  co_await Ordered(thread);
  txn.thread = &thread;
  txn.state = TxnState::kActive;
  txn.previous = last_active_;
  (last_active_ ? last_active_->next : first_active_) = &txn;
  last_active_ = &txn;
  co_await hooks_.OnBegin(thread, txn);
}

Task<Status> PageEngine::Read(Thread& thread, Transaction& txn, Key key, LockMode mode, Value* value) {
  thread.At({labels_.lock, 0, 0});
  if (co_await locks_.Lock(thread, txn, kScriptTable, key, mode) == LockResult::kDie) co_return Status::kMustAbort;
  thread.At({labels_.fix, kBufferStructure, HomeOf(key)});
  Frame* frame = co_await pool_.Fix(thread, HomeOf(key));
  if (!frame) co_return Status::kDamaged;
  SlottedPage page = pool_.Page(frame);
  const SlotId slot = page.Find(key);
  const Image image = slot == SlottedPage::kNoSlot ? Image() : page.image(slot);
  pool_.Unfix(thread, frame);
  if (!image.present) co_return Status::kNotFound;
  *value = image.value;
  co_return Status::kOk;
}

Task<Status> PageEngine::Insert(Thread& thread, Transaction& txn, Key key, const Value& value) {
  return Modify(thread, txn, key, Verb::kInsert, &value);
}
Task<Status> PageEngine::Update(Thread& thread, Transaction& txn, Key key, const Value& value) {
  return Modify(thread, txn, key, Verb::kUpdate, &value);
}
Task<Status> PageEngine::Erase(Thread& thread, Transaction& txn, Key key) {
  return Modify(thread, txn, key, Verb::kErase, nullptr);
}

Status PageEngine::Plan(Frame* frame, const Transaction& txn, Key key, Verb verb, const Value* value,
                        Change* change) {
  SlottedPage page = pool_.Page(frame);
  SlotId slot = page.Find(key);
  if (verb == Verb::kInsert) {
    if (slot != SlottedPage::kNoSlot) return Status::kExists;
    // A ghost's space is free once nobody can bring its record back.
    slot = page.FindRoom(key, params_.value_bytes, [&](Key ghost) { return !locks_.LockedByOther(kScriptTable, ghost, txn); });
    if (slot == SlottedPage::kNoSlot) return Status::kPageFull;
  } else if (slot == SlottedPage::kNoSlot) {
    return Status::kNotFound;
  } else {
    change->before = page.image(slot);
  }
  change->page = frame->page;
  change->slot = slot;
  change->key = key;
  if (verb != Verb::kErase) change->after = {true, *value};
  return Status::kOk;
}

Task<Status> PageEngine::Modify(Thread& thread, Transaction& txn, Key key, Verb verb, const Value* value) {
  thread.At({labels_.lock, 0, 0});
  const LockResult locked = co_await locks_.Lock(thread, txn, kScriptTable, key, LockMode::kExclusive);
  if (locked == LockResult::kDie) co_return Status::kMustAbort;
  // Before the latch: waiting for log space under it would stop the checkpoint that makes space.
  if (!co_await hooks_.Reserve(thread, txn)) co_return Status::kMustAbort;
  thread.At({labels_.fix, kBufferStructure, HomeOf(key)});
  Frame* frame = co_await Latch(thread, HomeOf(key));
  if (!frame) co_return Status::kDamaged;
  Change change;
  const Status status = Plan(frame, txn, key, verb, value, &change);
  if (status == Status::kOk) {
    const Lsn lsn = co_await hooks_.OnUpdate(thread, txn, change);
    if (txn.first_lsn == kNoLsn) txn.first_lsn = lsn;
    txn.last_lsn = lsn;
    thread.At({labels_.change_page, kBufferStructure, frame->page});
    co_await Note(thread, EventKind::kWrite,
                  {.tier = Tier::kDram, .address = frame->address, .size = params_.page_bytes,
                   .a = static_cast<uint32_t>(lsn), .b = static_cast<uint32_t>(key)});
    AI_CHECK(Apply(frame, change, lsn));
  }
  co_await Unlatch(thread, frame);
  co_return status;
}

Task<Status> PageEngine::Commit(Thread& thread, Transaction& txn) {
  thread.Charge(Category::kLogic, commit_ns_);
  txn.state = TxnState::kCommitting;
  co_await hooks_.OnCommit(thread, txn);
  co_return Status::kOk;
}

Task<void> PageEngine::Abort(Thread& thread, Transaction& txn) {
  thread.Charge(Category::kLogic, commit_ns_);
  txn.state = TxnState::kAborting;
  co_await hooks_.OnAbort(thread, txn);
}

Task<void> PageEngine::Finish(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  txn.state = txn.state == TxnState::kAborting ? TxnState::kAborted : TxnState::kCommitted;
  (txn.previous ? txn.previous->next : first_active_) = txn.next;
  (txn.next ? txn.next->previous : last_active_) = txn.previous;
  hooks_.OnEnd(txn);
  thread.At({txn.state == TxnState::kAborted ? labels_.abort_acknowledge : labels_.release_locks, 0, 0});
  co_await locks_.ReleaseAll(thread, txn);
}

Task<void> PageEngine::Checkpoint(Thread& thread) { return hooks_.OnCheckpoint(thread); }

Task<void> PageEngine::Steal(Thread& thread, Key key) {
  thread.At({labels_.write_page, kDiskStructure, HomeOf(key)});
  return pool_.WritePage(thread, HomeOf(key));
}

Task<RecoveryReport> PageEngine::Recover(Thread& thread) {
  const Time start = thread.now();
  Frame* catalog = co_await pool_.Fix(thread, kCatalogPage);
  bool whole = catalog != nullptr;
  if (catalog) {
    const SlottedPage page = pool_.Page(catalog);
    const SlotId slot = page.Find(kCatalogKey);
    whole = slot != SlottedPage::kNoSlot && page.image(slot).value.number() == params_.heap_pages;
    pool_.Unfix(thread, catalog);
  }
  RecoveryReport report;
  report.status = Status::kDamaged;
  if (whole) report = co_await hooks_.OnRecover(thread);
  report.total_ns = thread.now() - start;
  co_return report;
}

// --- For hooks ---------------------------------------------------------------------------------

Task<Frame*> PageEngine::Latch(Thread& thread, PageId page) {
  Frame* frame = co_await pool_.Fix(thread, page);
  if (frame) co_await Latch::Acquire(thread, *frame->latch, Category::kBufferPool);
  co_return frame;
}

Task<void> PageEngine::Unlatch(Thread& thread, Frame* frame) {
  co_await Latch::Release(thread, *frame->latch);
  pool_.Unfix(thread, frame);
}

bool PageEngine::Apply(Frame* frame, const Change& change, Lsn lsn) {
  SlottedPage page = pool_.Page(frame);
  if (!page.Apply(change.slot, change.key, change.after)) return false;
  page.set_page_lsn(lsn);
  pool_.MarkDirty(frame, lsn);
  return true;
}

Lsn PageEngine::OldestFirstLsn(Lsn otherwise) const {
  Lsn oldest = otherwise;
  for (const Transaction* txn = first_active_; txn; txn = txn->next) {
    if (txn->first_lsn != kNoLsn && txn->first_lsn < oldest) oldest = txn->first_lsn;
  }
  return oldest;
}

Task<void> PageEngine::ReadPage(Thread& thread, PageId page, uint8_t* bytes) {
  co_await disk_.Read(thread, Category::kDataIo, disk_base_ + page * params_.page_bytes, bytes, params_.page_bytes);
}

Task<void> PageEngine::WritePage(Thread& thread, PageId page, const uint8_t* bytes) {
  co_await disk_.Write(thread, Category::kDataIo, disk_base_ + page * params_.page_bytes, bytes, params_.page_bytes);
}

const uint8_t* PageEngine::DramAt(Address address, uint32_t size) const {
  return uint64_t{address} + size <= dram_.size() ? dram_.At(address) : nullptr;
}

// --- For the interface -------------------------------------------------------------------------

void PageEngine::Describe(Inspector& inspector) {
  DescribeBuffer(inspector);
  DescribeDisk(inspector);
  DescribeLocks(inspector);
  hooks_.Describe(inspector);
}

void PageEngine::DescribePage(Inspector& inspector, PageId id, Tier tier, Address address, uint8_t* bytes,
                              const Frame* frame) {
  static constexpr Text kPageLsn = {"page LSN", "页 LSN"};
  static constexpr Text kDirty = {"dirty", "脏"};
  static constexpr Text kWriting = {"being written", "写出中"};
  static constexpr Text kName = {"record", "记录"};
  static constexpr Text kValue = {"value", "值"};
  static constexpr Text kGhost = {"deleted", "已删除"};
  char label[24];
  std::snprintf(label, sizeof label, "%u", static_cast<unsigned>(id));
  inspector.BeginItem(id, label, 0);
  inspector.Field({.name = kPageLsn, .tier = tier, .address = address, .size = 8});
  if (frame && frame->dirty) inspector.Tag(kDirty);
  if (frame && frame->writing) inspector.Tag(kWriting);
  SlottedPage page(bytes, params_.page_bytes);
  for (SlotId slot = 0; page.WellFormed() && slot < page.slots(); ++slot) {
    const uint32_t value_at = page.value_at(slot);
    const Transaction* writer = frame ? locks_.ExclusiveHolder(kScriptTable, page.key(slot)) : nullptr;
    inspector.BeginItem(slot, "", writer ? writer->label : 0, !page.present(slot));
    inspector.Field({.name = kName, .tier = tier, .address = address + value_at - 8, .size = 8, .codec = Codec::kName});
    inspector.Field({.name = kValue, .tier = tier, .address = address + value_at, .size = page.value_bytes(slot),
                     .codec = Codec::kNumber});
    if (!page.present(slot)) inspector.Tag(kGhost);
    inspector.EndItem();
  }
  inspector.EndItem();
}

void PageEngine::DescribeBuffer(Inspector& inspector) {
  inspector.BeginStructure(kBufferStructure, pool_.frame_count());
  for (uint32_t i = 0; i < pool_.frame_count(); ++i) {
    const Frame& frame = pool_.frame(i);
    if (!frame.used || frame.loading || frame.page == kCatalogPage) continue;
    DescribePage(inspector, frame.page, Tier::kDram, frame.address, dram_.At(frame.address), &frame);
  }
  inspector.EndStructure();
}

void PageEngine::DescribeDisk(Inspector& inspector) {
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(params_.page_bytes));
  inspector.BeginStructure(kDiskStructure, page_count());
  for (PageId id = 1; id < page_count(); ++id) {
    const uint32_t address = disk_base_ + id * params_.page_bytes;
    disk_.LoadDurable(address, bytes, params_.page_bytes);
    DescribePage(inspector, id, Tier::kDisk, address, bytes, nullptr);
  }
  inspector.EndStructure();
  arena_.Recycle(bytes, params_.page_bytes);
}

void PageEngine::DescribeLocks(Inspector& inspector) {
  static constexpr Text kModes[kLockModes] = {
      {"shared", "共享"}, {"exclusive", "排他"}, {"intent shared", "意向共享"}, {"intent exclusive", "意向排他"}};
  static constexpr Text kHolds = {"holds", "持有"};
  static constexpr Text kWaits = {"waits", "等待"};
  inspector.BeginStructure(kLockStructure);
  locks_.ForEach([&](const LockName& lock, const LockRequest& request) {
    char name[16] = {};
    std::memcpy(name, &lock.key, kMaxNameBytes);
    if (lock.whole_table) std::snprintf(name, sizeof name, "#%u", static_cast<unsigned>(lock.table));
    const uint32_t id = lock.whole_table ? lock.table : static_cast<uint32_t>(lock.key);
    inspector.BeginItem(id, name, request.txn->label);
    inspector.Tag(kModes[static_cast<int>(request.mode)]);
    inspector.TagTransaction(request.granted ? kHolds : kWaits, request.txn->label);
    inspector.EndItem();
  });
  inspector.EndStructure();
}

}  // namespace afterimage
