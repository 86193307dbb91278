#include "workload/replay/replay_client.h"

#include <algorithm>

namespace afterimage::replay {
namespace {

constexpr Text kTexts[] = {
    {"begin", "开始事务"},
    {"lock a row", "锁定一行"},
    {"insert a row", "插入一行"},
    {"change a row", "修改一行"},
    {"erase a row", "删除一行"},
    {"insert an index entry", "插入一个索引项"},
    {"read a row", "读取一行"},
    {"take a change back, to a savepoint", "撤销一次修改，回到保存点"},
    {"commit, or roll back where the log does", "提交；日志中回滚的则回滚"},
};
constexpr uint16_t kFirstOp = 1;
constexpr uint64_t kShareOf = 100;  // changes that have so many reads as the setting says
constexpr uint16_t kTakeBack = kFirstOp + static_cast<uint16_t>(kOpKinds);

LockMode ModeOf(RowLock lock) {
  switch (lock) {
    case RowLock::kKeyShare: return LockMode::kKeyShared;
    case RowLock::kShare: return LockMode::kShared;
    case RowLock::kNoKeyUpdate: return LockMode::kNoKeyExclusive;
    case RowLock::kUpdate: break;
  }
  return LockMode::kExclusive;
}

constexpr uint16_t StatementOf(OpKind kind) {
  return static_cast<uint16_t>(kFirstOp + static_cast<uint16_t>(kind));
}

uint16_t StatementOf(const Op& op) {
  return op.lasting == Lasting::kUndoing ? kTakeBack : StatementOf(op.kind);
}

// A statement is a message of another process: its server's process sleeps until it comes, and who
// wants its core has it meanwhile. Both switches are in the path of the statement.
class NextMessage final : public OrderedOperation<NextMessage> {
 public:
  using OrderedOperation::OrderedOperation;
  Progress Step(Thread& thread) override {
    const bool sleeps = !slept_ && thread.kernel().core_wanted();
    thread.set_free_switch(sleeps);
    slept_ = true;
    return sleeps ? Progress::kYield : Progress::kDone;
  }

 private:
  bool slept_ = false;
};

// A change of a table's row by its own statement.
bool IsChange(const Op& op) {
  return op.Writes() && op.kind != OpKind::kEntry && op.lasting != Lasting::kUndoing;
}

}  // namespace

const StatementList kReplayStatements = {kTexts, sizeof kTexts / sizeof *kTexts};

bool ReplayClient::More(Thread& thread) {
  if (running_) {
    running_ = false;
    replay_.ended[transaction_] = 1;
    replay_.waiting[number_].WakeAll(thread.kernel(), thread.now());
  }
  return replay_.next < workload_.trace().order.size();
}

void ReplayClient::Draw(uint32_t) {
  running_ = true;
  transaction_ = replay_.next++;
  replay_.runner[transaction_] = number_;
}

Task<Status> ReplayClient::Program(Thread& thread, uint32_t) {
  const TraceTransaction& transaction = workload_.trace().order[transaction_];
  const bool at_row = workload_.settings().wait_at_row;
  for (uint32_t i = transaction.first; !at_row && i < transaction.first + transaction.count; ++i) {
    const Op& op = workload_.trace().ops[i];
    if (op.after > 0 && op.lasting != Lasting::kUndoing) co_await Await(thread, op.after - 1);
  }
  uint32_t changes = 0;
  for (uint32_t i = transaction.first; i < transaction.first + transaction.count; ++i) {
    const Op& op = workload_.trace().ops[i];
    if (!workload_.Replays(op)) continue;
    if (IsChange(op)) {
      const Status status = co_await ReadRows(thread, op.table, changes++);
      if (status != Status::kOk) co_return status;
    }
    const bool undoes = op.lasting == Lasting::kUndoing;
    if (op.kind != OpKind::kWait) co_await Receive(thread, StatementOf(op));
    if (at_row && op.after > 0 && !undoes) co_await Await(thread, op.after - 1);
    if (op.kind == OpKind::kWait) continue;
    const Status status = co_await (undoes ? TakeBack(thread, op) : Do(thread, op));
    if (status != Status::kOk) co_return status;
  }
  unwanted_ = !transaction.commits;
  co_return unwanted_ ? Status::kNotFound : Status::kOk;
}

Task<void> ReplayClient::Receive(Thread& thread, uint16_t statement) {
  if (sql_ns_ > 0) co_await NextMessage(thread);
  co_await Statement(thread, statement);
}

Task<Status> ReplayClient::ReadRows(Thread& thread, TableId table, uint32_t change) {
  const Settings& settings = workload_.settings();
  const uint64_t drawn = Mix64(Mix64(settings.seed) ^ transaction_);
  // Transactions begin anywhere between two reads, so that those with few changes have their share,
  // too.
  const uint64_t before = drawn % kShareOf + uint64_t{change} * settings.reads;
  const uint64_t count = (before + settings.reads) / kShareOf - before / kShareOf;
  const std::vector<Key>& keys = workload_.trace().tables[table].keys;
  for (uint64_t i = 0; i < count; ++i) {
    const Key key = keys[Mix64(drawn + (uint64_t{change} << 32) + i) % keys.size()];
    co_await Receive(thread, StatementOf(OpKind::kRead));
    const Status status = co_await Look(thread, table, key);
    if (status != Status::kOk) co_return status;
  }
  co_return Status::kOk;
}

Task<Status> ReplayClient::Look(Thread& thread, TableId table, Key key) {
  const Status status = co_await Read(thread, table, key, LockMode::kKeyShared);
  // Clients are not where those of the log were: the row may not be there yet, or no more.
  co_return status == Status::kNotFound ? Status::kOk : status;
}

Task<void> ReplayClient::Await(Thread& thread, uint32_t transaction) {
  co_await Ordered(thread);
  while (!replay_.ended[transaction]) {
    co_await Sleep(thread, replay_.waiting[replay_.runner[transaction]], WaitFor::kSignal);
  }
}

Task<Status> ReplayClient::Do(Thread& thread, const Op& op) {
  const Key key = KeyOf(op);
  if (op.kind == OpKind::kErase) co_return co_await Erase(thread, op.table, key);
  if (op.kind == OpKind::kRead) co_return co_await Look(thread, op.table, key);
  if (op.kind == OpKind::kLock) co_return co_await Read(thread, op.table, key, ModeOf(op.lock));
  if (op.kind == OpKind::kUpdate) co_return co_await Change(thread, op, transaction_ + 1);
  co_return co_await Bring(thread, op, transaction_ + 1);
}

Task<Status> ReplayClient::TakeBack(Thread& thread, const Op& op) {
  if (op.kind == OpKind::kErase) co_return co_await Bring(thread, op, op.after);
  if (op.kind == OpKind::kUpdate) co_return co_await Change(thread, op, op.after);
  co_return co_await Erase(thread, op.table, KeyOf(op));
}

Task<Status> ReplayClient::Change(Thread& thread, const Op& op, uint32_t version) {
  const Key key = KeyOf(op);
  const Status status = co_await Read(thread, op.table, key, ModeOf(op.lock));
  if (status != Status::kOk) co_return status;
  const uint32_t changed = std::min(std::max<uint32_t>(op.bytes, kVersionBytes), value_.size);
  PutVersion(workload_.settings().seed, key, version, changed, value_.bytes);
  co_return co_await Update(thread, op.table, key, value_);
}

Task<Status> ReplayClient::Bring(Thread& thread, const Op& op, uint32_t version) {
  const Key key = KeyOf(op);
  value_.size = workload_.table(op.table).value_bytes;
  PutVersion(workload_.settings().seed, key, version, value_.size, value_.bytes);
  co_return co_await Insert(thread, op.table, key, value_);
}

Key ReplayClient::KeyOf(const Op& op) const {
  return workload_.trace().tables[op.table].keys[op.row];
}

}  // namespace afterimage::replay
