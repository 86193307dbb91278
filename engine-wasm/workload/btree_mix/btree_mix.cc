#include "workload/btree_mix/btree_mix.h"

#include "workload/btree_mix/mix_client.h"

namespace afterimage {

using namespace btree_mix;

namespace {

constexpr ChoiceInfo kForms[] = {
    {"mix", {"look-ups and updates", "查找与更新"}},
    {"pairs", {"look-ups and pairs, for many threads", "查找与成对操作，用于多线程"}}};

constexpr auto kParams = TableOf<MixShape>(
    Param<&MixShape::records>(
        {.id = "records",
         .title = {"records", "记录数"},
         .help = {"The table keeps about this size. Every client has records of its own, spread "
                  "over the whole table: one at least.",
                  "表的大小基本不变。每个客户端有自己的记录，散布于全表，至少一条。"},
         .standard = 100'000,
         .min = 1,
         .max = 1'000'000}),
    Param<&MixShape::bytes>({.id = "bytes",
                             .title = {"value size", "值大小"},
                             .help = {"A multiple of 8; the key of 8 bytes is not counted.",
                                      "8 的整数倍，不含 8 字节的键。"},
                             .standard = 32,
                             .min = 8,
                             .max = kMaxValueBytes,
                             .unit = "B"}),
    Param<&MixShape::paired>(
        {.id = "form",
         .title = {"operations", "操作"},
         .help =
             {"An update is an insertion or a deletion, in turn; or an insertion and a deletion, "
              "where each client draws a share of look-ups from 20% to 80% at its start.",
              "更新依次为一次插入或一次删除；或为一次插入加一次删除，此时每个客户端在开始时抽取 "
              "20% 到 80% 的查找比例。"},
         .choices = kForms}),
    Param<&MixShape::update_percent>(
        {.id = "update_percent",
         .title = {"updates", "更新比例"},
         .help = {"Of the operations; the others are look-ups. Not for pairs, where it is drawn.",
                  "占全部操作，其余为查找。成对操作时由抽取决定。"},
         .standard = 50,
         .max = 100,
         .unit = "%"}),
    Param<&MixShape::operations>(
        {.id = "operations",
         .title = {"operations of a transaction", "每事务操作数"},
         .help = {"How many operations a transaction does, one after the other.",
                  "一个事务依次执行的操作数。"},
         .standard = 1,
         .min = 1,
         .max = 1'000'000}),
    Param<&MixShape::rollback_percent>(
        {.id = "rollback_percent",
         .title = {"rollbacks", "回滚比例"},
         .help = {"Of the transactions, evenly, the first one included: they do all their "
                  "operations and roll back.",
                  "均匀占全部事务，包括第一个：它们执行全部操作后回滚。"},
         .max = 99,
         .unit = "%"}),
    Param<&MixShape::share>({.id = "share",
                             .title = {"a client's share", "客户端份额"},
                             .help = {"Transactions that each client commits; then it ends. 0: all "
                                      "take theirs from one pool.",
                                      "每个客户端提交这么多事务后结束。0：都从同一个任务池中取。"},
                             .max = 100'000'000}));

const Mismatch* CheckParams(const MixShape& shape) {
  static constexpr Mismatch kEights = {
      "bytes", {"the value size must be a multiple of 8", "值大小必须是 8 的整数倍"}};
  return shape.bytes % 8 != 0 ? &kEights : nullptr;
}

uint64_t WholeRun(const MixShape& shape, uint32_t clients) {
  return uint64_t{shape.share} * clients;
}

std::unique_ptr<Workload> Create(const WorkloadConfig& config) {
  MixShape shape = kParams.Read(config.params);
  shape.clients = config.clients;
  shape.seed = config.seed;
  return std::make_unique<BtreeMix>(shape);
}

}  // namespace

const WorkloadInfo kBtreeMix = {
    .id = "btree-mix",
    .title = {"B+-tree mix", "B+ 树混合负载"},
    .summary = {"Look-ups, insertions and deletions of records all over an index; the table keeps "
                "its size.",
                "在整个索引上查找、插入和删除记录，表的大小不变。"},
    .source = "REWIND, section 5.2, figures 7 to 10",
    .conditions =
        {"the records of each client are those that its first transactions leave, each whole",
         "每个客户端的记录恰为其前若干个完整事务所留下"},
    .params = kParams,
    .check = WholeOnly(kParams.On<CheckParams>()),
    .create = WholeOnly(Create),
    .whole_run = kParams.On<WholeRun>(),
};

BtreeMix::BtreeMix(const MixShape& shape)
    : shape_(shape), table_{"record", {"record", "记录"}, shape.bytes, nullptr, false, {}} {}

// A pair has one record: the first key that is large enough is of the key's own pair, or of the
// next.
uint64_t BtreeMix::RowFrom(TableId, Key key, uint64_t low, uint64_t high) const {
  const uint64_t row = std::clamp(key / 2, low, high);
  return row < high && shape_.KeyAtStart(row) < key ? row + 1 : row;
}

void BtreeMix::ValueAt(TableId, uint64_t row, uint32_t offset, uint32_t size, uint8_t* out) const {
  shape_.PutValue(shape_.KeyAtStart(row), 0, offset, size, out);
}

Task<void> BtreeMix::RunClient(Thread& thread, ClientRun& run, uint32_t client) {
  return thread.arena().New<MixClient>(*this, shape_, run, client, thread.arena())->Run(thread);
}

Task<void> BtreeMix::Check(Thread& thread, StorageEngine& engine, Consistency* result) {
  return thread.arena().New<MixCheck>(shape_, engine, result, thread.arena())->Run(thread);
}

Text BtreeMix::kind_title(uint32_t kind) const {
  return kind == kCommits ? Text{"committed", "提交"} : Text{"rolled back", "回滚"};
}

uint32_t BtreeMix::statement_count(uint32_t kind) const { return StatementsOf(kind).count; }

Text BtreeMix::statement(uint32_t kind, uint32_t i) const { return StatementsOf(kind).texts[i]; }

}  // namespace afterimage
