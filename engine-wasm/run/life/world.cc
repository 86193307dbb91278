#include "run/life/world.h"

#include <cstring>

#include "base/build.h"
#include "run/life/tier_reader.h"
#include "run/walk/walks.h"

namespace afterimage {

// --- The oracle's ears ---------------------------------------------------------------------------

Observed ObserveValue(const InitialRows& rows, TableId table, const Value* value) {
  if (!value) return {};
  if (rows.table(table).named) return {true, value->whole(), value->number()};
  return {true, true, ValueVersion(value->bytes, value->size)};
}

OracleFeed::OracleFeed(Arena& arena, Oracle& oracle, Script& script, const InitialRows& rows)
    : oracle_(oracle), script_(script), rows_(rows) {
  for (FlatMap<RecordNumber>*& index : index_) index = arena.New<FlatMap<RecordNumber>>(arena);
  for (size_t i = 0; i < script.records.size(); ++i) {
    (*index_[script.records[i].table])[script.records[i].key] = static_cast<uint16_t>(i);
  }
}

Observed OracleFeed::InitialOf(TableId table, Key key) const {
  const uint64_t row = rows_.RowFrom(table, key, 0, rows_.RowCount(table));
  if (row == rows_.RowCount(table) || rows_.KeyAt(table, row) != key) return {};
  Value value;
  value.size = rows_.table(table).value_bytes;
  rows_.ValueAt(table, row, 0, value.size, value.bytes);
  return ObserveValue(rows_, table, &value);
}

RecordNumber OracleFeed::RecordOf(TableId table, Key key) {
  if (const RecordNumber* found = index_[table]->Find(key)) return *found;
  const Observed initial = InitialOf(table, key);
  const auto record = static_cast<RecordNumber>(script_.records.size());
  script_.records.push_back(
      {RecordName(rows_.table(table), key), initial.present, initial.number, table, key});
  oracle_.AddRecord({initial.present, initial.number});
  (*index_[table])[key] = record;
  return record;
}

void OracleFeed::OnIntend(TxnLabel txn, TableId table, Key key, const Value* value) {
  oracle_.Intend(txn, RecordOf(table, key), ObserveValue(rows_, table, value));
}

void OracleFeed::OnRead(TxnLabel txn, TableId table, Key key, const Value* value) {
  const RecordNumber record = RecordOf(table, key);
  oracle_.Read(txn, record);
  if constexpr (kWatchesReads) oracle_.Compare(txn, record, ObserveValue(rows_, table, value));
}

void OracleFeed::OnPass(TxnLabel txn, TableId table, Key from, Key before) {
  if constexpr (!kWatchesReads) return;
  for (RecordNumber i = 0; i < script_.records.size(); ++i) {
    const ScriptRecord& record = script_.records[i];
    if (record.table == table && record.key >= from && record.key < before)
      oracle_.ComparePassed(txn, i);
  }
}

// --- Lives ---------------------------------------------------------------------------------------

World::World(BlockPool& pool, Scenario& scenario, Workload& workload, Oracle& oracle)
    : arena_(pool),
      scenario_(scenario),
      workload_(workload),
      machine_(scenario.Profile()),
      sizes_(SizesOf(*scenario.scheme, scenario.params, machine_, workload)),
      mutator_(scenario.site_mutation),
      kernel_(arena_, recorder_, MaxThreads(), CoresOf(machine_)),
      devices_(arena_, machine_, sizes_),
      recovering_(false) {
  AddThreads();
  kernel_.schedule().Set(scenario.delays.data(), static_cast<uint32_t>(scenario.delays.size()));
  formatted_ = engine_->Format(workload);
  StartClients(scenario, workload, oracle, 1);
}

World::World(BlockPool& pool, Scenario& scenario, Workload& workload, const World& crashed,
             PersistChoice& choice, CheckDepth depth)
    : arena_(pool),
      scenario_(scenario),
      workload_(workload),
      machine_(scenario.Profile()),
      sizes_(crashed.sizes_),
      mutator_(scenario.site_mutation),
      kernel_(arena_, recorder_, MaxThreads(), CoresOf(machine_)),
      devices_(arena_, machine_, crashed.devices_, choice),
      recovering_(true),
      depth_(depth) {
  AddThreads();
  Thread& thread = kernel_.thread(recovery_actor_);
  kernel_.Spawn(thread, RecoverAndRead(thread));
}

void World::StartClients(Scenario& scenario, Workload& clients, Oracle& oracle, TxnId first_id) {
  feed_ = arena_.New<OracleFeed>(arena_, oracle, scenario.script, workload_);
  client_run_ = arena_.New<ClientRun>(ClientRun{*engine_, *feed_, machine_});
  client_run_->nvm = &devices_.nvm;
  client_run_->page_cache = page_cache_;
  client_run_->own_nvm = sizes_.own_nvm;
  client_run_->deadlock = scenario.deadlock;
  client_run_->seed = scenario.seed;
  client_run_->running = clients.clients();
  client_run_->transactions = scenario.transactions;
  client_run_->next_id = first_id;
  for (uint32_t i = 0; i < clients.clients(); ++i) {
    kernel_.Spawn(kernel_.thread(i), clients.RunClient(kernel_.thread(i), *client_run_, i));
  }
  engine_->Start();
}

void World::GoOn(Scenario& next, Workload& clients, Oracle& oracle, TxnId first_id) {
  AI_CHECK(recovering_ && ended_ && report_.status == Status::kOk);
  AI_CHECK(clients.clients() <= workload_.clients());
  ended_ = false;
  page_cache_->AddFlushers();
  StartClients(next, clients, oracle, first_id);
}

void World::AddThreads() {
  if (scenario_.site_mutation.wanted()) kernel_.set_site_watch(&mutator_);
  for (uint32_t i = 0; i < scenario_.scheme->mutations.size(); ++i) {
    if (scenario_.mutations >> i & 1) kernel_.SwitchOff(scenario_.scheme->mutations[i].off);
  }
  for (uint32_t i = 0; i < workload_.clients(); ++i)
    kernel_.AddThread(ThreadKind::kClient, {"", ""});
  page_cache_ = arena_.New<OsPageCache>(kernel_, arena_, machine_);
  EngineContext context{kernel_,
                        arena_,
                        devices_,
                        machine_,
                        scenario_.params,
                        workload_,
                        sizes_.database_pages,
                        scenario_.mutations,
                        scenario_.deadlock,
                        page_cache_};
  engine_ = scenario_.scheme->create(context);
  page_cache_->SetRoom(PageCacheRoom(machine_, sizes_));
  recovery_actor_ = kernel_.AddThread(ThreadKind::kRecovery, {"recovery", "恢复"}).id();
  if (!recovering_) page_cache_->AddFlushers();
}

bool World::recovers_alone() {
  uint32_t lanes = 0;
  for (uint32_t i = 0; i < kernel_.thread_count(); ++i)
    lanes += kernel_.thread(i).kind() == ThreadKind::kRecovery;
  return lanes == 1;
}

bool World::Run(uint32_t stop_at) {
  if (ended_) return true;
  if (!kernel_.Run(stop_at)) return false;
  ended_ = true;
  for (uint32_t i = 0; i < kernel_.thread_count(); ++i) kernel_.thread(i).FlushSpan();
  return true;
}

void World::Keep(Image* image) const {
  const auto* object = reinterpret_cast<const unsigned char*>(this);
  image->object_.assign(object, object + sizeof(World));
  arena_.Keep(&image->arena_);
}

void World::GoBack(const Image& image) {
  arena_.GoBack(image.arena_);  // gives back blocks that the image does not know of
  std::memcpy(static_cast<void*>(this), image.object_.data(), sizeof(World));
}

void World::WalkDevices(StructureCheck& check) {
  class Bytes final : public DeviceBytes {
   public:
    explicit Bytes(World& world) : reader_(world) {}
    bool Read(Tier tier, Address address, uint32_t size, uint8_t* out) const override {
      return reader_.Current(tier, address, size, out);
    }

   private:
    mutable TierReader reader_;
  };
  // The first page's engine does without: it runs what the others have walked over.
  if constexpr (kWhole) {
    DeviceFormats formats;
    engine_->AddFormats(&formats);
    WalkOver(Bytes(*this), formats, workload_, check);
  }
}

// A log of words keeps at rest what no checkpoint has cleared: its own check is for recoveries.
StructureReport World::LookAtRest() {
  StructureReport report;
  StructureCheck check(&report);
  DeviceFormats formats;
  engine_->AddFormats(&formats);
  if (formats.logs.empty()) engine_->CheckStructures(check);
  WalkDevices(check);
#if AFTERIMAGE_WATCHES_READS
  engine_->CheckMemory(check);
  static constexpr Text kCaches = {"The caches of the devices count what they hold.",
                                   "设备的缓存所记与其内容一致。"};
  static constexpr Text kThread = {"thread", "线程"};
  static constexpr Text kEnded = {"Every client and every daemon has ended.",
                                  "所有客户端与守护线程均已结束。"};
  for (uint32_t i = 0; i < kernel_.thread_count(); ++i) {
    const Thread& thread = kernel_.thread(i);
    check.Expect(thread.done() || thread.kind() == ThreadKind::kRecovery, kEnded, {{kThread, i}});
  }
  check.Expect(
      devices_.nvm.CacheAgrees() && devices_.disk.CacheAgrees() && devices_.log_disk.CacheAgrees(),
      kCaches);
#endif
  return report;
}

#if AFTERIMAGE_WATCHES_READS
StructureReport World::LookOnTheWay() {
  static constexpr Text kCaches = {"The caches of the devices count what they hold.",
                                   "设备的缓存所记与其内容一致。"};
  StructureReport report;
  StructureCheck check(&report);
  engine_->CheckAnytime(check);
  check.Expect(
      devices_.nvm.CacheAgrees() && devices_.disk.CacheAgrees() && devices_.log_disk.CacheAgrees(),
      kCaches);
  return report;
}
#endif

Task<void> World::RecoverAndRead(Thread& thread) {
  report_ = co_await engine_->Recover(thread);
  thread.At({});
  thread.set_txn(0);
  observed_.assign(scenario_.script.records.size(), Observed());
  if (report_.status == Status::kOk) {
    // The oracle reads as a client would. Its reads are no part of the story.
    recorder_.Mute(true);
    const Thread::Watch watch = thread.TakeWatch();
    Transaction txn;
    txn.id = ~TxnId{0};
    co_await engine_->Begin(thread, txn);
    for (size_t i = 0; i < observed_.size(); ++i) {
      Value value;
      const ScriptRecord& record = scenario_.script.records[i];
      const Status status =
          co_await engine_->Read(thread, txn, record.table, record.key, LockMode::kShared, &value);
      if (status == Status::kOk) observed_[i] = ObserveValue(workload_, record.table, &value);
      if (status == Status::kDamaged) report_.status = Status::kDamaged;
    }
    co_await engine_->Finish(thread, txn);
    if (depth_ == CheckDepth::kConditions) {
      co_await workload_.Check(thread, *engine_, &consistency_);
      StructureCheck check(&structures_);
      engine_->CheckStructures(check);
      WalkDevices(check);
    }
    if (consistency_.status == Status::kDamaged) report_.status = Status::kDamaged;
    thread.Rewind(watch);
    thread.At({});
    recorder_.Mute(false);
  }
  co_await Note(thread, EventKind::kRecovered, {.a = report_.status == Status::kOk ? 1u : 0u});
}

}  // namespace afterimage
