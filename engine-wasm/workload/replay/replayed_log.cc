#include "workload/replay/replayed_log.h"

#include <algorithm>

#include "workload/replay/replay_check.h"
#include "workload/replay/replay_client.h"
#include "workload/row_bytes.h"

namespace afterimage {

using namespace replay;

namespace {

constexpr ChoiceInfo kEntryChoices[] = {{"records", {"as records", "作为记录"}},
                                        {"none", {"left out", "忽略"}}};

constexpr ChoiceInfo kWaitChoices[] = {{"first", {"before the first lock", "在首次加锁之前"}},
                                       {"row", {"at the row", "在该行"}}};

constexpr auto kParams = TableOf<Settings>(
    Param<&Settings::bytes>({.id = "bytes",
                             .title = {"least row size", "最小行大小"},
                             .help = {"Applies to tables for which the log shows no whole row.",
                                      "日志中未出现完整行的表。"},
                             .standard = 96,
                             .min = 8,
                             .max = kMaxValueBytes,
                             .unit = "B"}),
    Param<&Settings::leaves_out_entries>(
        {.id = "index_entries",
         .title = {"index entries", "索引项"},
         .help = {"Inserts into B-trees as records of tables of their own, or left out: inserted "
                  "rows have an index here anyway.",
                  "将 B 树插入作为独立表的记录，或忽略：插入的行在此本来就有索引。"},
         .choices = kEntryChoices}),
    Param<&Settings::wait_at_row>(
        {.id = "wait",
         .title = {"waits for an earlier transaction", "等待较早的事务"},
         .help = {"Where a transaction waits for an earlier one that touches the same row; at the "
                  "row it holds its locks, for systems that lock records alone.",
                  "访问同一行的事务在何处等待；在该行等待时持有锁，适用于只锁记录的系统。"},
         .choices = kWaitChoices}),
    Param<&Settings::reads>(
        {.id = "reads",
         .title = {"reads for 100 changes", "每 100 次修改的读取次数"},
         .help = {"A server's log has no reads: so many are made beside its changes, of any rows "
                  "of the same table. They do not hold back changes of a row that keep its key.",
                  "服务器的日志不含读取：每 100 "
                  "次修改另外读取同一张表中任意行若干次。不阻塞修改行而不改其键的事务。"},
         .max = 100'000}));

const Mismatch* CheckParams(const ParamValues&) { return nullptr; }

std::unique_ptr<Workload> Create(const WorkloadConfig& config) {
  Settings settings = kParams.Read(config.params);
  settings.trace = static_cast<const Trace*>(config.input);
  settings.clients = config.clients;
  settings.seed = config.seed;
  return std::make_unique<ReplayedLog>(settings);
}

}  // namespace

const WorkloadInfo kReplayedLog = {
    .id = "pg-trace",
    .title = {"database log", "数据库日志"},
    .summary =
        {"What a PostgreSQL server did to rows, as pg_waldump prints its log; or another database, "
         "as "
         "mysqlbinlog or JSON lines say it. Such a text holds no clients: a transaction id stands "
         "for "
         "a client, values come from the seed, conflicting transactions wait in log order.",
         "PostgreSQL 服务器对行所做的操作，取自 pg_waldump 打印的日志；其他数据库的操作取自 "
         "mysqlbinlog 或 JSON "
         "行。这类文本不含客户端：事务号代表客户端，值由种子生成，冲突的事务按日志顺序等待。"},
    .source = "pg_waldump of PostgreSQL, versions 10 and later",
    .conditions = {"the changes of each transaction of the log are all there or none is, and those "
                   "rolled back "
                   "are not",
                   "日志中每个事务的修改要么全在要么全不在，已回滚的不存在"},
    .params = kParams,
    .check = WholeOnly(CheckParams),
    .create = WholeOnly(Create),
    .reader = WholeOnly(NewTraceReader),
    .reads_text = true,
};

namespace replay {

void PutVersion(uint64_t seed, Key key, uint32_t version, uint32_t changed, uint8_t* out) {
  PutVersionPart(seed, key, version, 0, changed, out);
}

void PutVersionPart(uint64_t seed, Key key, uint32_t version, uint32_t offset, uint32_t size,
                    uint8_t* out) {
  PutRow(&version, sizeof version, Mix64(Mix64(seed) ^ key) + version, offset, size, out);
}

}  // namespace replay

ReplayedLog::ReplayedLog(const Settings& settings) : settings_(settings) {
  for (const TraceTable& table : trace().tables) {
    const uint32_t bytes = std::max({table.widest, table.whole ? 0 : settings.bytes, uint32_t{8}});
    tables_.push_back({table.id.c_str(),
                       {table.id.c_str(), table.id.c_str()},
                       std::min((bytes + 7) / 8 * 8, kMaxValueBytes),
                       nullptr,
                       false,
                       {{{16, 16}}}});
  }
  paged_.LayOut(trace().tables, tables_.data(), settings_.seed);
}

Key ReplayedLog::KeyAt(TableId table, uint64_t row) const {
  const TraceTable& rows = trace().tables[table];
  return rows.keys[rows.first_rows[row]];
}

void ReplayedLog::ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
                          uint8_t* out) const {
  PutVersionPart(settings_.seed, KeyAt(table, row), 0, offset, size, out);
}

Task<void> ReplayedLog::RunClient(Thread& thread, ClientRun& run, uint32_t client) {
  Arena& arena = thread.arena();
  if (!run.shared) run.shared = arena.New<Replay>(arena, *this);
  return arena
      .New<ReplayClient>(*this, *static_cast<Replay*>(run.shared), run,
                         static_cast<uint16_t>(client))
      ->Run(thread);
}

Task<void> ReplayedLog::Check(Thread& thread, StorageEngine& engine, Consistency* result) {
  return thread.arena().New<ReplayCheck>(thread.arena(), *this, engine, result)->Run(thread);
}

Text ReplayedLog::kind_title(uint32_t) const { return {"transaction of the log", "日志中的事务"}; }

uint32_t ReplayedLog::statement_count(uint32_t) const { return kReplayStatements.count; }

Text ReplayedLog::statement(uint32_t, uint32_t i) const { return kReplayStatements.texts[i]; }

}  // namespace afterimage
