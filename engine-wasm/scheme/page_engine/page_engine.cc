#include "scheme/page_engine/page_engine.h"

#include "base/build.h"
#include "db/pages/initial_pages.h"
#include "db/pages/page_store.h"
#include "scheme/page_engine/describe_pages.h"
#include "scheme/page_engine/newest_pages.h"

namespace afterimage {

namespace {
PageStoreParams StoreOf(const PageParams& params, const File& file) {
  const bool twice = params.torn == TornPages::kDoubleWrite;
  PageStoreParams store{params.page_bytes, 0, twice, params.lsns_fall, params.batch};
  store.pages = static_cast<uint32_t>(file.size() / params.page_bytes) - store.slots();
  return store;
}
}  // namespace

PageEngine::PageEngine(const EngineContext& context, const PageParams& params,
                       const PageLabels& labels, LoggingHooks& hooks, Dram& dram,
                       DatabaseHome& home)
    : arena_(context.arena),
      schema_(context.schema),
      dram_(dram),
      hooks_(hooks),
      parts_(context, params, labels, hooks, home),
      labels_(parts_.pages().labels()),
      records_(parts_.records()),
      begin_ns_(context.machine.instructions_ns(Price::kPathBegin)),
      commit_ns_(context.machine.instructions_ns(Price::kPathCommit)),
      list_ns_(context.machine.instructions_ns(Price::kPathLock)),
      list_(LatchCostsOf(context.machine)) {
  hooks.Attach(parts_);
}

PageEngine::PageEngine(const EngineContext& context, const PageParams& params,
                       const PageLabels& labels, LoggingHooks& hooks, Dram& dram, File& file)
    : PageEngine(context, params, labels, hooks, dram,
                 *context.arena.New<PageStore>(context.arena, file, StoreOf(params, file))) {}

uint32_t PageEngine::PageLimit(const PageParams& params, const InitialRows& rows) {
  if (!kWhole || params.placement == Placement::kHash)
    return params.heap_pages + 1 + params.own_pages;
  BlockPool pool;
  Arena arena(pool);
  return InitialPages(arena, rows, params.page_bytes).page_count() + params.spare_pages +
         params.own_pages;
}

bool PageEngine::Format(const InitialRows& rows) {
  if (!records_.Format(rows)) return false;
  hooks_.Format();
  return true;
}

// --- Records -------------------------------------------------------------------------------------

Task<Status> PageEngine::Read(Thread& thread, Transaction& txn, TableId table, Key key,
                              LockMode mode, Value* value) {
  return records_.Read(thread, txn, table, key, mode, value);
}
Task<Status> PageEngine::Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                                const Value& value) {
  return records_.Insert(thread, txn, table, key, value);
}
Task<Status> PageEngine::Update(Thread& thread, Transaction& txn, TableId table, Key key,
                                const Value& value) {
  return records_.Update(thread, txn, table, key, value);
}
Task<Status> PageEngine::Erase(Thread& thread, Transaction& txn, TableId table, Key key) {
  return records_.Erase(thread, txn, table, key);
}
Task<Status> PageEngine::Seek(Thread& thread, Transaction& txn, const KeyRange& range,
                              LockMode mode, Key* key, Value* value) {
  return records_.Seek(thread, txn, range, mode, key, value);
}

Task<void> PageEngine::Steal(Thread& thread, Key key) {
  const PageId page = co_await records_.PageOf(thread, key);
  if (page == RecordAccess::kNoPage) co_return;
  thread.At({labels_.write_page, kDiskStructure, page});
  co_await parts_.pool().WritePage(thread, page);
}

// --- Transactions --------------------------------------------------------------------------------

// It costs what it costs to enter a lock in a queue.
Task<void> PageEngine::HoldList(Thread& thread) {
  co_await Latch::Acquire(thread, list_, Category::kLogic);
  thread.Execute(Category::kLogic, list_ns_);
  co_await Latch::Release(thread, list_);
}

Task<void> PageEngine::Begin(Thread& thread, Transaction& txn) {
  thread.Execute(Category::kLogic, begin_ns_);
  if (parts_.params().mutexes) co_await HoldList(thread);
  co_await Ordered(thread);
  txn.thread = &thread;
  txn.state = TxnState::kActive;
  parts_.active().Add(txn);
  co_await hooks_.OnBegin(thread, txn);
}

Task<Status> PageEngine::Commit(Thread& thread, Transaction& txn) {
  thread.Execute(Category::kLogic, commit_ns_);
  txn.state = TxnState::kCommitting;
  co_await hooks_.OnCommit(thread, txn);
  txn.state = TxnState::kCommitted;
  co_return Status::kOk;
}

Task<void> PageEngine::Abort(Thread& thread, Transaction& txn) {
  thread.Execute(Category::kLogic, commit_ns_);
  txn.state = TxnState::kAborting;
  co_await hooks_.OnAbort(thread, txn);
  txn.state = TxnState::kAborted;
}

Task<void> PageEngine::Finish(Thread& thread, Transaction& txn) {
  if (parts_.params().mutexes) co_await HoldList(thread);
  co_await Ordered(thread);
  parts_.active().Remove(txn);
  hooks_.OnEnd(txn);
  thread.At(
      {txn.state == TxnState::kAborted ? labels_.abort_acknowledge : labels_.release_locks, 0, 0});
  co_await parts_.locks().ReleaseAll(thread, txn);
}

// --- Recovery ------------------------------------------------------------------------------------

Task<RecoveryReport> PageEngine::Recover(Thread& thread) {
  Restart restart(thread);
  parts_.recovery().set_under_way(true);
  // Torn pages and their copies are on the disk.
  if (home().copy_places() > 0) thread.At({0, kDiskStructure, 0});
  co_await restart.Prepare(thread, RecoveryPass::kRepair, [&] { return home().Repair(thread); });
  co_await restart.Prepare(thread, RecoveryPass::kOpen, [&] { return records_.Open(thread); });
  co_await hooks_.OnRecover(thread, restart);
  parts_.recovery().set_under_way(!restart.whole());
  co_return restart.Report();
}

// --- For the interface ---------------------------------------------------------------------------

void PageEngine::Describe(Inspector& inspector) {
  PageDescriber pages(inspector, arena_, schema_, parts_.pages(), parts_.locks());
  pages.DescribeBuffer();
  pages.DescribeDisk();
  DescribeLocks(inspector, parts_.locks(), schema_);
  hooks_.Describe(inspector);
}

void PageEngine::AddFormats(DeviceFormats* formats) {
  hooks_.AddFormats(formats);
  LoggedPages& pages = parts_.pages();
  const DatabaseHome& home = pages.home();
  const PageParams& params = pages.params();
  PagesOnDevice& where = formats->pages;
  if (!home.one_place()) return;
  where.tier = home.tier();
  where.first = home.address(0);
  where.page_bytes = params.page_bytes;
  where.pages = home.page_count() - params.own_pages;
  if (params.placement == Placement::kHash) where.hashed_pages = params.heap_pages;
  where.complete = pages.pool().open_count() == 0;
}

void PageEngine::CheckStructures(StructureCheck& check) {
  records_.Check(NewestPages(parts_.pages()), check);
  hooks_.CheckStructures(check);
}

#if AFTERIMAGE_WATCHES_READS
void PageEngine::CheckMemory(StructureCheck& check) {
  parts_.pages().pool().CheckMemory(check);
  parts_.locks().CheckMemory(check);
  hooks_.CheckMemory(check);
}

void PageEngine::CheckAnytime(StructureCheck& check) {
  parts_.pages().pool().CheckAnytime(check);
  parts_.locks().CheckAnytime(check);
  hooks_.CheckAnytime(check);
}
#endif

bool PageEngine::ReadDram(Address address, uint32_t size, uint8_t* out) const {
  return dram_.Read(address, size, out) || parts_.pages().pool().Read(address, size, out) ||
         hooks_.ReadDram(address, size, out);
}

EngineCounters PageEngine::counters() const {
  EngineCounters counters;
  const PoolCounters& pool = parts_.pages().pool().counters();
  counters.page_hits = pool.hits;
  counters.page_misses = pool.misses;
  counters.page_writes = pool.writes;
  counters.page_bytes = pool.writes * parts_.params().page_bytes;
  counters.page_evicted_bytes = parts_.pages().pool().dirty_victims() * parts_.params().page_bytes;
  const RecordWrites written = parts_.pages().home().record_writes();
  counters.record_page_writes = written.pages;
  counters.records_written = written.records;
  counters.steals = pool.steals;
  counters.clrs = parts_.recovery().clrs();
  counters.structure_changes = parts_.structure().count();
  hooks_.AddTo(counters);
  return counters;
}

}  // namespace afterimage
