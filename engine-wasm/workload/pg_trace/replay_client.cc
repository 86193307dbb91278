#include "workload/pg_trace/replay_client.h"

#include <algorithm>

namespace afterimage::pg_trace {
namespace {

constexpr Text kTexts[] = {
    {"begin", "开始事务"},
    {"lock a row", "锁定一行"},
    {"insert a row", "插入一行"},
    {"change a row", "修改一行"},
    {"erase a row", "删除一行"},
    {"insert an index entry", "插入一个索引项"},
    {"commit, or roll back where the log does", "提交；日志中回滚的则回滚"},
};
constexpr uint16_t kFirstOp = 1;

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
    const uint32_t after = workload_.trace().ops[i].after;
    if (after > 0) co_await Await(thread, after - 1);
  }
  for (uint32_t i = transaction.first; i < transaction.first + transaction.count; ++i) {
    const Op& op = workload_.trace().ops[i];
    if (!workload_.Replays(op)) continue;
    co_await Statement(thread, static_cast<uint16_t>(kFirstOp + static_cast<uint16_t>(op.kind)));
    if (at_row && op.after > 0) co_await Await(thread, op.after - 1);
    const Status status = co_await Do(thread, op);
    if (status != Status::kOk) co_return status;
  }
  unwanted_ = !transaction.commits;
  co_return unwanted_ ? Status::kNotFound : Status::kOk;
}

Task<void> ReplayClient::Await(Thread& thread, uint32_t transaction) {
  co_await Ordered(thread);
  while (!replay_.ended[transaction]) {
    co_await Sleep(thread, replay_.waiting[replay_.runner[transaction]], WaitFor::kSignal);
  }
}

Task<Status> ReplayClient::Do(Thread& thread, const Op& op) {
  const Key key = workload_.trace().tables[op.table].keys[op.row];
  const uint64_t seed = workload_.settings().seed;
  if (op.kind == OpKind::kErase) co_return co_await Erase(thread, op.table, key);
  if (op.kind == OpKind::kLock || op.kind == OpKind::kUpdate) {
    const Status status = co_await Read(thread, op.table, key, LockMode::kExclusive);
    if (status != Status::kOk || op.kind == OpKind::kLock) co_return status;
    const uint32_t changed = std::min(std::max<uint32_t>(op.bytes, kVersionBytes), value_.size);
    PutVersion(seed, key, transaction_ + 1, changed, value_.bytes);
    co_return co_await Update(thread, op.table, key, value_);
  }
  value_.size = workload_.table(op.table).value_bytes;
  PutVersion(seed, key, transaction_ + 1, value_.size, value_.bytes);
  co_return co_await Insert(thread, op.table, key, value_);
}

}  // namespace afterimage::pg_trace
