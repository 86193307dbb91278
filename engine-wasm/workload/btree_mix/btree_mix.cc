#include "workload/btree_mix/btree_mix.h"

#include "workload/btree_mix/mix_client.h"

namespace afterimage {

using namespace btree_mix;

namespace {

// In the order of the list below.
enum Param : uint32_t { kRecords, kBytes, kForm, kUpdates, kOperations, kRollbacks, kShare };

constexpr ChoiceInfo kForms[] = {
    {"mix", {"look-ups and updates", "查找与更新"}},
    {"pairs", {"look-ups and pairs, for many threads", "查找与成对操作，用于多线程"}}};

constexpr ParamInfo kParams[] = {
    NumberParam("records", {"records", "记录数"},
                {"The table keeps about this size. Every client has records of its own, spread "
                 "over the whole table: one at least.",
                 "表的大小基本不变。每个客户端有自己的记录，散布于全表，至少一条。"},
                100'000, 1, 1'000'000, ""),
    NumberParam(
        "bytes", {"value size", "值大小"},
        {"A multiple of 8; the key of 8 bytes is not counted.", "8 的整数倍，不含 8 字节的键。"},
        32, 8, kMaxValueBytes, "B"),
    ChoiceParam(
        "form", {"operations", "操作"},
        {"An update is an insertion or a deletion, in turn; or an insertion and a "
         "deletion, where each client draws a share of look-ups from 20% to 80% at its start.",
         "更新依次为一次插入或一次删除；或为一次插入加一次删除，此时每个客户端在开始时抽取 "
         "20% 到 80% 的查找比例。"},
        0, kForms),
    NumberParam("update_percent", {"updates", "更新比例"},
                {"Of the operations; the others are look-ups. Not for pairs, where it is drawn.",
                 "占全部操作，其余为查找。成对操作时由抽取决定。"},
                50, 0, 100, "%"),
    NumberParam("operations", {"operations of a transaction", "每事务操作数"},
                {"How many operations a transaction does, one after the other.",
                 "一个事务依次执行的操作数。"},
                1, 1, 1'000'000, ""),
    NumberParam("rollback_percent", {"rollbacks", "回滚比例"},
                {"Of the transactions, evenly, the first one included: they do all their "
                 "operations and roll back.",
                 "均匀占全部事务，包括第一个：它们执行全部操作后回滚。"},
                0, 0, 99, "%"),
    NumberParam("share", {"a client's share", "客户端份额"},
                {"Transactions that each client commits; then it ends. 0: all take theirs from one "
                 "pool.",
                 "每个客户端提交这么多事务后结束。0：都从同一个任务池中取。"},
                0, 0, 100'000'000, ""),
};

const Mismatch* CheckParams(const ParamValues& params) {
  static constexpr Mismatch kEights = {
      "bytes", {"the value size must be a multiple of 8", "值大小必须是 8 的整数倍"}};
  return params.value[kBytes] % 8 != 0 ? &kEights : nullptr;
}

uint64_t WholeRun(const ParamValues& params, uint32_t clients) {
  return static_cast<uint64_t>(params.value[kShare]) * clients;
}

std::unique_ptr<Workload> Create(const WorkloadConfig& config) {
  const auto value = [&](Param param) { return static_cast<uint32_t>(config.params.value[param]); };
  MixShape shape;
  shape.records = value(kRecords);
  shape.bytes = value(kBytes);
  shape.paired = value(kForm) != 0;
  shape.update_percent = value(kUpdates);
  shape.operations = value(kOperations);
  shape.rollback_percent = value(kRollbacks);
  shape.share = value(kShare);
  shape.clients = config.clients;
  shape.seed = config.seed;
  return std::make_unique<BtreeMix>(shape);
}

}  // namespace

const WorkloadInfo kBtreeMix = {
    "btree-mix",
    {"B+-tree mix", "B+ 树混合负载"},
    {"Look-ups, insertions and deletions of records all over an index; the table keeps its size.",
     "在整个索引上查找、插入和删除记录，表的大小不变。"},
    "REWIND, section 5.2, figures 7 to 10",
    {"the records of each client are those that its first transactions leave, each whole",
     "每个客户端的记录恰为其前若干个完整事务所留下"},
    kParams,
    CheckParams,
    kWhole ? Create : nullptr,
    nullptr,
    false,
    true,
    WholeRun,
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
