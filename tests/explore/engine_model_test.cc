// Does a system keep several tables as a map would? Values of several lengths, second indexes, and
// ranges in both directions, by clients that change them at random, one after the other or side by
// side; then a power cut, a recovery, and another life.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>

#include "base/random.h"
#include "crash/persist_choices.h"
#include "run/file/scenario/random_scenario.h"
#include "run/file/setup_fields.h"
#include "stories.h"
#include "support/torn_pages.h"
#include "tier/files/os_page_cache.h"

namespace afterimage::testing_support {
namespace {

constexpr uint32_t kClients = 3, kTables = 3, kKeys = 24, kOperations = 6, kTransactions = 20;

// Keys are 0x100 and those behind it, so that an array of trees has one for each 8 of them. The
// secondary key of a row runs the other way.
class ModelRows final : public InitialRows {
 public:
  ModelRows() {
    static constexpr uint32_t kBytes[kTables] = {24, 16, 72};
    for (uint32_t i = 0; i < kTables; ++i)
      tables_[i] = {"t", {"table", "表"}, kBytes[i], i == 1 ? nullptr : SecondaryOf};
    tables_[2].columns[0].bits[0] = 3;
    tables_[2].array_columns = 1;
  }
  uint32_t table_count() const override { return kTables; }
  const TableInfo& table(TableId table) const override { return tables_[table]; }
  bool reads_ranges() const override { return true; }
  uint64_t RowCount(TableId table) const override { return table == 1 ? 4 : 8; }
  Key KeyAt(TableId, uint64_t row) const override { return 0x100 + row * 3; }
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override {
    const Value value = ValueOf(table, KeyAt(table, row), 1);
    std::memcpy(out, value.bytes + offset, size);
  }
  Key SecondaryAt(TableId table, uint64_t i, uint64_t* row) const override {
    *row = RowCount(table) - 1 - i;
    return ~KeyAt(table, *row);
  }
  // What a row's value is: its secondary key, and a number that fills the rest.
  Value ValueOf(TableId table, Key key, uint32_t number) const {
    Value value = Value::FromNumber(number, tables_[table].value_bytes);
    std::memcpy(value.bytes + 8, value.bytes, 8);
    const Key secondary = ~key;
    std::memcpy(value.bytes, &secondary, sizeof secondary);
    return value;
  }
  static Key SecondaryOf(Key, const uint8_t* value) {
    Key key = 0;
    std::memcpy(&key, value, sizeof key);
    return key;
  }

 private:
  TableInfo tables_[kTables];
};

// The number of a row's value; none where it is not there.
using Number = std::optional<uint32_t>;
using Row = std::pair<TableId, Key>;

class EngineModel : public testing::TestWithParam<const SchemeInfo*> {
 protected:
  // A machine that runs, or recovers what another one's power cut left.
  struct Machine {
    Machine(BlockPool& pool, const Scenario& scenario, const ModelRows& rows,
            const DeviceSizes& sizes);
    Machine(BlockPool& pool, const Scenario& scenario, const ModelRows& rows,
            const DeviceSizes& sizes, const Machine& crashed, PersistChoice& choice);
    void Make(const Scenario& scenario, const ModelRows& rows, const DeviceSizes& sizes);

    Arena arena;
    MachineProfile prices;
    Recorder recorder;
    Kernel kernel;
    DeviceSet devices;
    OsPageCache* page_cache = nullptr;
    StorageEngine* engine = nullptr;
    Thread* recovery = nullptr;
    Status recovered = Status::kOk;
  };
  struct Change {
    Row row;
    Number before, after;
    uint64_t number = 0;  // 0: it was refused
  };
  struct Client {
    Transaction txn;
    std::vector<Change> changes;
    std::vector<Row> found;  // that it has read, or tried to change
    bool committing = false;
  };
  // When a row was of a transaction that changes it.
  struct Use {
    uint32_t open = 0;
    uint64_t last = 0;
  };

  bool Live(uint32_t seed);
  void RunLife(Machine& machine, uint32_t clients, uint32_t stop_at);
  Task<void> RunClient(Thread& thread, StorageEngine& engine, uint32_t me, uint32_t transactions);
  Task<Status> Operate(Thread& thread, StorageEngine& engine, Client& client);
  Task<Status> Seek(Thread& thread, StorageEngine& engine, Client& client);
  Task<void> Finish(Thread& thread, StorageEngine& engine, Client& client, bool commits);
  Task<void> ReadAll(Thread& thread, Machine& machine);
  // Inserts rows until there is no room, and some more.
  Task<void> FillUp(Thread& thread, StorageEngine& engine);
  bool Fill(uint32_t seed);
  void ExpectOrdered(const KeyRange& range, const Client& client, uint64_t since, Status status,
                     Key found, const Value& value);
  Number& Now(Row row) { return now_[row.first][row.second - kFirst]; }
  Use& UseOf(Row row) { return uses_[row.first][row.second - kFirst]; }
  // What is there now is what a power cut has left, or the fresh database.
  void MakeDurable();
  bool MayBe(Row row, Number number) const;
  // The client has a lock on the row: nobody else has changed it and may still take that back, and
  // where it is to be changed nobody else counts on it.
  void ExpectAlone(Client& client, Row row, bool changes);

  static constexpr Key kFirst = 0x100;
  ModelRows rows_;
  Random random_{1};
  Number now_[kTables][kKeys];
  // The latest change that was acknowledged, by its number.
  struct Last {
    Number value;
    uint64_t number = 0;
  };
  Last durable_[kTables][kKeys];
  Number seen_[kTables][kKeys];
  Use uses_[kTables][kKeys];
  Client clients_[kClients];
  uint64_t clock_ = 1;
  uint32_t running_ = 0;
  TxnId next_id_ = 1;
  std::string told_;

  uint64_t commits_ = 0, seeks_ = 0, recoveries_ = 0;
};

EngineModel::Machine::Machine(BlockPool& pool, const Scenario& scenario, const ModelRows& rows,
                              const DeviceSizes& sizes)
    : arena(pool),
      prices(scenario.Profile()),
      kernel(arena, recorder, kClients + 110, CoresOf(prices)),
      devices(arena, prices, sizes) {
  Make(scenario, rows, sizes);
  page_cache->AddFlushers();
}

EngineModel::Machine::Machine(BlockPool& pool, const Scenario& scenario, const ModelRows& rows,
                              const DeviceSizes& sizes, const Machine& crashed,
                              PersistChoice& choice)
    : arena(pool),
      prices(scenario.Profile()),
      kernel(arena, recorder, kClients + 110, CoresOf(prices)),
      devices(arena, prices, crashed.devices, choice) {
  Make(scenario, rows, sizes);
}

void EngineModel::Machine::Make(const Scenario& scenario, const ModelRows& rows,
                                const DeviceSizes& sizes) {
  for (uint32_t i = 0; i < kClients; ++i) kernel.AddThread(ThreadKind::kClient, {"", ""});
  page_cache = arena.New<OsPageCache>(kernel, arena, prices);
  const EngineContext context{kernel,
                              arena,
                              devices,
                              prices,
                              scenario.params,
                              rows,
                              sizes.database_pages,
                              0,
                              scenario.deadlock,
                              page_cache};
  engine = scenario.scheme->create(context);
  page_cache->SetRoom(PageCacheRoom(prices, sizes));
  recovery = &kernel.AddThread(ThreadKind::kRecovery, {"recovery", "恢复"});
}

// --- Clients -------------------------------------------------------------------------------------

void EngineModel::ExpectAlone(Client& client, Row row, bool changes) {
  for (const Client& other : clients_) {
    if (&other == &client || other.committing) continue;
    for (const Change& change : other.changes)
      EXPECT_FALSE(change.number > 0 && change.row == row) << "a change of another, " << told_;
    const auto end = other.found.end();
    EXPECT_FALSE(changes && std::find(other.found.begin(), end, row) != end)
        << "read by another, " << told_;
  }
  client.found.push_back(row);
}

Task<Status> EngineModel::Operate(Thread& thread, StorageEngine& engine, Client& client) {
  const Row row = {static_cast<TableId>(random_.Below(kTables)), kFirst + random_.Below(kKeys)};
  const uint32_t what = random_.Below(8), number = 2 + random_.Below(1000);
  Value value = rows_.ValueOf(row.first, row.second, number);
  Status status = Status::kOk;
  if (what == 0) {
    status = co_await Seek(thread, engine, client);
    co_return status;
  }
  if (what == 1) {
    status =
        co_await engine.Read(thread, client.txn, row.first, row.second, LockMode::kShared, &value);
    if (status == Status::kMustAbort || status == Status::kDamaged) co_return status;
    ExpectAlone(client, row, false);
    const Number now = Now(row);
    EXPECT_EQ(status == Status::kOk, now.has_value()) << told_;
    if (status == Status::kOk && now)
      EXPECT_TRUE(value == rows_.ValueOf(row.first, row.second, *now)) << told_;
    co_return Status::kOk;
  }
  // Others may see that the row is about to change.
  bool used = false;
  for (const Change& change : client.changes) used = used || change.row == row;
  if (!used) ++UseOf(row).open;
  client.changes.push_back({row, {}, {}, 0});
  const size_t at = client.changes.size() - 1;
  if (what < 5)
    status = co_await engine.Insert(thread, client.txn, row.first, row.second, value);
  else if (what == 5)
    status = co_await engine.Erase(thread, client.txn, row.first, row.second);
  else
    status = co_await engine.Update(thread, client.txn, row.first, row.second, value);
  const Number now = Now(row);
  if (status != Status::kMustAbort && status != Status::kDamaged && status != Status::kPageFull)
    ExpectAlone(client, row, status == Status::kOk);
  if (status == Status::kOk) {
    EXPECT_EQ(now.has_value(), what >= 5) << told_;
    const Number after = what == 5 ? Number() : Number(number);
    client.changes[at] = {row, now, after, ++clock_};
    Now(row) = after;
  } else if (status == Status::kExists) {
    EXPECT_TRUE(now.has_value() && what < 5) << told_;
  } else if (status == Status::kNotFound) {
    EXPECT_TRUE(!now && what >= 5) << told_;
  }
  co_return status == Status::kExists || status == Status::kNotFound ? Status::kOk : status;
}

Task<Status> EngineModel::Seek(Thread& thread, StorageEngine& engine, Client& client) {
  KeyRange range;
  range.table = static_cast<TableId>(random_.Below(kTables));
  range.index = rows_.table(range.table).secondary && random_.Chance(40) ? 1 : 0;
  range.descending = random_.Chance(50);
  const uint32_t from = random_.Below(kKeys), to = from + random_.Below(kKeys - from);
  range.from = range.index == 0 ? kFirst + from : ~(kFirst + to);
  range.to = range.index == 0 ? kFirst + to : ~(kFirst + from);
  Key key = 0;
  Value value;
  const uint64_t since = clock_;
  const Status status =
      co_await engine.Seek(thread, client.txn, range, LockMode::kShared, &key, &value);
  if (status == Status::kMustAbort || status == Status::kDamaged) co_return status;
  ++seeks_;
  ExpectOrdered(range, client, since, status, key, value);
  if (status == Status::kOk)
    ExpectAlone(client, {range.table, range.index == 0 ? key : ~key}, false);
  co_return Status::kOk;
}

// What other transactions change meanwhile may be found or not.
void EngineModel::ExpectOrdered(const KeyRange& range, const Client& client, uint64_t since,
                                Status status, Key found, const Value& value) {
  const auto told = [&] {
    return "seek " + std::to_string(range.table) + "." + std::to_string(range.index) +
           (range.descending ? " down, " : " up, ") + told_;
  };
  const Key end = range.index == 0 ? found : ~found;
  if (status == Status::kOk) {
    ASSERT_TRUE(found >= range.from && found <= range.to) << told();
    const Number now = Now({range.table, end});
    EXPECT_TRUE(now && value == rows_.ValueOf(range.table, end, *now)) << told();
  }
  for (uint32_t i = 0; i < kKeys; ++i) {
    const Row row = {range.table, kFirst + i};
    const Key key = range.index == 0 ? row.second : ~row.second;
    if (!Now(row) || key < range.from || key > range.to) continue;
    bool own = false;
    for (const Change& change : client.changes) own = own || change.row == row;
    const Use& use = UseOf(row);
    if (use.last >= since || use.open > (own ? 1u : 0u)) continue;
    const bool before = range.descending ? key > found : key < found;
    EXPECT_FALSE(status == Status::kNotFound || before) << told() << ", key " << i;
  }
}

Task<void> EngineModel::Finish(Thread& thread, StorageEngine& engine, Client& client,
                               bool commits) {
  co_await Ordered(thread);
  if (commits) {
    client.committing = true;
    const Status status = co_await engine.Commit(thread, client.txn);
    client.committing = false;
    commits = status == Status::kOk;
    commits_ += commits ? 1 : 0;
    // Who rests on an early release may hear of its commit first.
    for (const Change& change : client.changes) {
      Last& last = durable_[change.row.first][change.row.second - kFirst];
      if (commits && change.number > last.number) last = {change.after, change.number};
    }
  }
  if (!commits) {
    co_await engine.Abort(thread, client.txn);
    for (size_t i = client.changes.size(); i-- > 0;) {
      const Change& change = client.changes[i];
      if (change.number > 0) Now(change.row) = change.before;
    }
  }
  ++clock_;
  for (size_t i = 0; i < client.changes.size(); ++i) {
    bool before = false;
    for (size_t k = 0; k < i; ++k)
      before = before || client.changes[k].row == client.changes[i].row;
    if (before) continue;
    --UseOf(client.changes[i].row).open;
    UseOf(client.changes[i].row).last = clock_;
  }
  client.changes.clear();
  client.found.clear();
  co_await engine.Finish(thread, client.txn);
}

Task<void> EngineModel::RunClient(Thread& thread, StorageEngine& engine, uint32_t me,
                                  uint32_t transactions) {
  Client& client = clients_[me];
  for (uint32_t i = 0; i < transactions; ++i) {
    co_await Ordered(thread);
    client.txn = Transaction();
    client.txn.id = client.txn.timestamp = next_id_++;
    client.txn.label = static_cast<TxnLabel>(client.txn.id);
    thread.set_txn(client.txn.label);
    co_await engine.Begin(thread, client.txn);
    Status status = Status::kOk;
    for (uint32_t n = 1 + random_.Below(kOperations); n > 0 && status == Status::kOk; --n)
      status = co_await Operate(thread, engine, client);
    EXPECT_NE(status, Status::kDamaged) << told_;
    co_await Finish(thread, engine, client, status == Status::kOk && random_.Chance(75));
    if (random_.Chance(10)) co_await engine.Checkpoint(thread);
    co_await Delay(thread, 1 + random_.Below(2000), WaitFor::kWork, Category::kWait);
  }
  co_await Ordered(thread);
  thread.set_txn(0);
  if (--running_ == 0) engine.Stop(thread);
}

// --- Lives ---------------------------------------------------------------------------------------

void EngineModel::RunLife(Machine& machine, uint32_t clients, uint32_t stop_at) {
  running_ = clients;
  for (Client& client : clients_) {
    client.changes.clear();
    client.found.clear();
    client.committing = false;
  }
  std::fill_n(&uses_[0][0], kTables * kKeys, Use());
  for (uint32_t i = 0; i < clients; ++i) {
    Thread& thread = machine.kernel.thread(i);
    machine.kernel.Spawn(thread, RunClient(thread, *machine.engine, i, kTransactions));
  }
  machine.engine->Start();
  machine.kernel.Limit(kMostSteps);
  const bool ended = machine.kernel.Run(stop_at);
  StructureReport report;
  StructureCheck check(&report);
  machine.engine->CheckAnytime(check);
  if (ended) {
    EXPECT_EQ(running_, 0u) << "no end, " << told_;
    machine.engine->CheckMemory(check);
    DeviceFormats formats;
    machine.engine->AddFormats(&formats);
    // What is left in a log is checked after recoveries.
    if (formats.logs.empty()) machine.engine->CheckStructures(check);
  }
  EXPECT_TRUE(report.holds) << report.broken.en << " " << report.where_en << ", " << told_;
}

// Reads every row, by its key and by ranges over all.
Task<void> EngineModel::ReadAll(Thread& thread, Machine& machine) {
  StorageEngine& engine = *machine.engine;
  const RecoveryReport report = co_await engine.Recover(thread);
  machine.recovered = report.status;
  if (report.status != Status::kOk) co_return;
  Transaction txn;
  txn.id = ~TxnId{0};
  co_await engine.Begin(thread, txn);
  for (uint32_t t = 0; t < kTables; ++t) {
    for (uint32_t i = 0; i < kKeys; ++i) {
      Value value;
      const Key key = kFirst + i;
      const Status status = co_await engine.Read(thread, txn, static_cast<TableId>(t), key,
                                                 LockMode::kShared, &value);
      seen_[t][i] = Number();
      if (status == Status::kDamaged) machine.recovered = status;
      if (status != Status::kOk) continue;
      uint64_t number = 0;
      std::memcpy(&number, value.bytes + 8, sizeof number);
      seen_[t][i] = static_cast<uint32_t>(number);
      EXPECT_TRUE(value == rows_.ValueOf(static_cast<TableId>(t), key, *seen_[t][i])) << told_;
    }
    for (uint8_t index = 0; index < rows_.table(static_cast<TableId>(t)).indexes(); ++index) {
      KeyRange range{static_cast<TableId>(t), index, 0, ~Key{0}, index == 1};
      uint32_t count = 0;
      for (;;) {
        Key key = 0;
        Value value;
        const Status status =
            co_await engine.Seek(thread, txn, range, LockMode::kShared, &key, &value);
        if (status == Status::kDamaged) machine.recovered = status;
        if (machine.recovered != Status::kOk) break;
        EXPECT_TRUE(status == Status::kOk || status == Status::kNotFound) << told_;
        if (status != Status::kOk) break;
        ++count;
        const Key own = index == 0 ? key : ~key;
        EXPECT_TRUE(own >= kFirst && own < kFirst + kKeys && seen_[t][own - kFirst]) << told_;
        (range.descending ? range.to : range.from) = range.descending ? key - 1 : key + 1;
      }
      if (machine.recovered != Status::kOk) continue;
      uint32_t there = 0;
      for (const Number& number : seen_[t]) there += number ? 1 : 0;
      EXPECT_EQ(count, there) << "table " << t << "." << uint32_t{index} << ", " << told_;
    }
  }
  co_await engine.Commit(thread, txn);
  co_await engine.Finish(thread, txn);
}

void EngineModel::MakeDurable() {
  for (uint32_t t = 0; t < kTables; ++t) {
    for (uint32_t i = 0; i < kKeys; ++i) durable_[t][i] = {now_[t][i], 0};
  }
}

bool EngineModel::MayBe(Row row, Number number) const {
  if (number == durable_[row.first][row.second - kFirst].value) return true;
  for (const Client& client : clients_) {
    for (const Change& change : client.changes) {
      if (client.committing && change.number > 0 && change.row == row && change.after == number)
        return true;
    }
  }
  return false;
}

// False where the tables have no room.
bool EngineModel::Live(uint32_t seed) {
  random_ = Random(Mix64(seed));
  Scenario scenario = Parsed(RacingScenario(*GetParam(), seed, seed % 3, Racing::kAmple));
  const SchemeInfo& scheme = *scenario.scheme;
  const std::string_view id = scheme.id;
  const auto set = [&](const char* id, int64_t value) {
    const int found = FindParam(scheme.params, id);
    if (found < 0) return;
    const int64_t before = std::exchange(scenario.params.value[found], value);
    if (scheme.check(scenario.params, scenario.Profile())) scenario.params.value[found] = before;
  };
  // REWIND's directory has an order, too; pages found by a hash have none.
  const bool ordered = id == "rewind";
  set("placement", ordered && random_.Chance(40) ? 0 : 1);
  set("read_locks", 1);
  // Pages go home while others change them and split them.
  const bool crowded = seed % 5 == 1 || seed % 5 == 2;
  set("page_bytes", crowded ? 256 : 512);
  set("spare_pages", 200);
  // Leaves of PCMLogging go out and come back in the middle of ranges.
  constexpr int64_t kFrames[] = {5, 8, 8, 4};
  set("frames", id == "pcmlogging" ? kFrames[seed / 8 % 4] : 8);
  if (crowded) {
    set("cleaners", 2);
    set("cleaner_us", 1 + seed % 3);
  }
  set("partition_kb", 64);
  set("ring_kb", 64);
  set("entries", 512);
  set("log_slots", 512);
  set("spare_kb", random_.Chance(50) ? 8 : 1);
  told_ = "seed " + std::to_string(seed) + ", " + Described(scenario);
  const DeviceSizes sizes = scheme.sizes(scenario.params, scenario.Profile(), rows_);
  BlockPool pool;
  auto machine = std::make_unique<Machine>(pool, scenario, rows_, sizes);
  if (!machine->engine->Format(rows_)) return false;
  for (uint32_t t = 0; t < kTables; ++t) {
    for (uint32_t i = 0; i < kKeys; ++i) now_[t][i] = Number();
    for (uint64_t i = 0; i < rows_.RowCount(static_cast<TableId>(t)); ++i)
      Now({static_cast<TableId>(t), rows_.KeyAt(static_cast<TableId>(t), i)}) = 1;
  }
  MakeDurable();
  next_id_ = 1;
  uint32_t events = 6000;
  std::vector<std::unique_ptr<Machine>> before;
  for (uint32_t life = 0; life < 3 && !HasFailure(); ++life) {
    const uint32_t from = machine->recorder.count();
    Schedule& schedule = machine->kernel.schedule();
    static constexpr Time kMostLate[] = {500, 5000, 50000, 500000};
    if (seed % 4 == 3) schedule.ComeLate(random_.Next(), 10, kMostLate[seed / 4 % 4]);
    RunLife(*machine, seed % 2 == 0 ? 1 : kClients, from + random_.Below(events));
    if (scheme.promise(scenario.params) != Promise::kDurable) return true;
    RandomChoice choice(random_.Next());
    auto next = std::make_unique<Machine>(pool, scenario, rows_, sizes, *machine, choice);
    next->devices.DecideAll();
    next->kernel.Spawn(*next->recovery, ReadAll(*next->recovery, *next));
    next->kernel.Limit(kMostSteps);
    EXPECT_TRUE(next->kernel.Run()) << told_;
    if (next->recovered != Status::kOk) {
      EXPECT_TRUE(MayFindTornPages(scenario)) << told_;
      return true;
    }
    ++recoveries_;
    for (uint32_t t = 0; t < kTables; ++t) {
      for (uint32_t i = 0; i < kKeys; ++i) {
        EXPECT_TRUE(MayBe({static_cast<TableId>(t), kFirst + i}, seen_[t][i]))
            << "table " << t << ", key " << i << " has " << seen_[t][i].value_or(0) << ", not "
            << durable_[t][i].value.value_or(0) << " in life " << life << ", " << told_;
      }
    }
    StructureReport report;
    StructureCheck check(&report);
    next->engine->CheckStructures(check);
    // A record that PCM has is read without its page, which may be torn on the disk.
    if (!report.holds && MayFindTornPages(scenario)) return true;
    EXPECT_TRUE(report.holds) << report.broken.en << " " << report.where_en << ", " << told_;
    std::copy_n(&seen_[0][0], kTables * kKeys, &now_[0][0]);
    MakeDurable();
    before.push_back(std::move(machine));
    machine = std::move(next);
    machine->page_cache->AddFlushers();
  }
  before.push_back(std::move(machine));
  while (!before.empty()) before.pop_back();
  return true;
}

// --- Room that runs out --------------------------------------------------------------------------

Task<void> EngineModel::FillUp(Thread& thread, StorageEngine& engine) {
  constexpr uint32_t kRows = 90;
  for (uint32_t i = 0; i < kRows; ++i) {
    co_await Ordered(thread);
    Transaction txn;
    txn.id = txn.timestamp = next_id_++;
    txn.label = static_cast<TxnLabel>(txn.id);
    thread.set_txn(txn.label);
    co_await engine.Begin(thread, txn);
    const auto table = static_cast<TableId>(i % 3 == 0 ? 2 : 0);
    const Key key = kFirst + kKeys + i;
    const Status status =
        co_await engine.Insert(thread, txn, table, key, rows_.ValueOf(table, key, 1));
    EXPECT_NE(status, Status::kDamaged) << told_;
    bool commits = status == Status::kOk;
    if (commits) commits = co_await engine.Commit(thread, txn) == Status::kOk;
    if (!commits) co_await engine.Abort(thread, txn);
    co_await engine.Finish(thread, txn);
  }
  thread.set_txn(0);
  engine.Stop(thread);
}

bool EngineModel::Fill(uint32_t seed) {
  Scenario scenario = Parsed(RacingScenario(*GetParam(), seed, 0, Racing::kAmple));
  const SchemeInfo& scheme = *scenario.scheme;
  const std::pair<const char*, int64_t> settings[] = {
      {"placement", 1},   {"spare_kb", seed % 8}, {"spare_pages", 2 + seed % 12},
      {"log_slots", 512}, {"partition_kb", 64},   {"frames", 8}};
  for (const auto& [id, value] : settings) {
    const int found = FindParam(scheme.params, id);
    if (found < 0) continue;
    const int64_t before = std::exchange(scenario.params.value[found], value);
    if (scheme.check(scenario.params, scenario.Profile())) scenario.params.value[found] = before;
  }
  told_ = "seed " + std::to_string(seed) + ", " + Described(scenario);
  const DeviceSizes sizes = scheme.sizes(scenario.params, scenario.Profile(), rows_);
  BlockPool pool;
  Machine machine(pool, scenario, rows_, sizes);
  if (!machine.engine->Format(rows_)) return false;
  machine.kernel.Spawn(machine.kernel.thread(0), FillUp(machine.kernel.thread(0), *machine.engine));
  machine.engine->Start();
  machine.kernel.Limit(kMostSteps);
  EXPECT_TRUE(machine.kernel.Run()) << told_;
  EXPECT_TRUE(machine.kernel.thread(0).done()) << "no end, " << told_;
  StructureReport report;
  StructureCheck check(&report);
  machine.engine->CheckMemory(check);
  EXPECT_TRUE(report.holds) << report.broken.en << " " << report.where_en << ", " << told_;
  return true;
}

TEST_P(EngineModel, GivesBackWhatAFailedInsertionHasTaken) {
  const uint32_t count = Deep() ? 1000 : 60;
  uint32_t filled = 0;
  for (uint32_t seed = 1; seed <= count && !HasFailure(); ++seed) filled += Fill(seed);
  EXPECT_GT(filled, 0u);
}

// Seeds of databases in which a commit of Distributed Logging slept for ever, and in which a range
// of PCMLogging took what was evicted, or was rolled back, for damage.
constexpr uint32_t kFound[] = {375, 2553};

TEST_P(EngineModel, KeepsTablesAsAMapWould) {
  if (GetParam()->promise(ParamValues()) == Promise::kNone) GTEST_SKIP() << "it promises nothing";
  const uint32_t from = FromEnvironment("AFTERIMAGE_SEED", 1);
  const uint32_t count = FromEnvironment("AFTERIMAGE_SEEDS", Deep() ? 2000 : 300);
  uint32_t lived = 0;
  for (uint32_t seed = from; seed - from < count && !HasFailure(); ++seed) lived += Live(seed);
  for (const uint32_t seed : kFound) {
    if (!HasFailure()) lived += Live(seed);
  }
  std::printf("%s: %u databases, %llu commits, %llu ranges, %llu recoveries\n", GetParam()->id,
              lived, static_cast<unsigned long long>(commits_),
              static_cast<unsigned long long>(seeks_),
              static_cast<unsigned long long>(recoveries_));
}

INSTANTIATE_TEST_SUITE_P(, EngineModel, testing::ValuesIn(kSchemes, kSchemes + kSchemeCount),
                         [](const auto& tested) {
                           std::string name = tested.param->id;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace afterimage::testing_support
