#include "workload/replay/replay_check.h"

namespace afterimage::replay {
namespace {

constexpr Text kRows = {
    "condition 1: the rows from before the log are there, as at first where nobody wrote",
    "条件 1：日志之前的行仍在，未被写过的与初始时相同"};
constexpr Text kWhole = {"condition 2: the changes of a transaction are all there, or none is",
                         "条件 2：一个事务的修改要么全在，要么全不在"};
constexpr Text kRolledBack = {"condition 3: what was rolled back in the log is not there",
                              "条件 3：日志中回滚的修改不存在"};

}  // namespace

ReplayCheck::ReplayCheck(Arena& arena, const ReplayedLog& workload, StorageEngine& engine,
                         Consistency* result)
    : CheckReader(engine, result), workload_(workload), trace_(workload.trace()) {
  for (uint32_t table = 0; table < trace_.tables.size(); ++table) {
    state_[table] = arena.NewArray<uint32_t>(trace_.tables[table].keys.size() + 1);
    erased_[table] = arena.NewArray<uint8_t>(trace_.tables[table].keys.size() + 1);
  }
}

Task<void> ReplayCheck::Run(Thread& thread) {
  *result_ = Consistency();
  FindErased();
  for (uint32_t table = 0; table < trace_.tables.size(); ++table) {
    const bool holds = co_await ReadRows(thread, static_cast<TableId>(table));
    if (!holds) co_return;
  }
  for (uint32_t i = 0; i < trace_.order.size(); ++i) {
    if (!CheckTransaction(i)) co_return;
  }
}

void ReplayCheck::FindErased() {
  for (const TraceTransaction& transaction : trace_.order) {
    for (uint32_t i = transaction.first;
         transaction.commits && i < transaction.first + transaction.count; ++i) {
      const Op& op = trace_.ops[i];
      if (op.kind == OpKind::kErase && op.lasting == Lasting::kYes) erased_[op.table][op.row] = 1;
    }
  }
}

Task<bool> ReplayCheck::ReadRows(Thread& thread, TableId table) {
  const TraceTable& rows = trace_.tables[table];
  if (rows.index && workload_.settings().leaves_out_entries) co_return true;
  for (uint32_t row = 0; row < rows.keys.size(); ++row) {
    const Status status = co_await ReadAlone(thread, table, rows.keys[row]);
    if (status != Status::kOk && status != Status::kNotFound) co_return Found(status, kRows);
    state_[table][row] = StateOf(table, row, status);
    if (!result_->holds) co_return false;
  }
  co_return true;
}

uint32_t ReplayCheck::StateOf(TableId table, uint32_t row, Status status) {
  const bool initial = trace_.tables[table].initial[row] != 0, erased = erased_[table][row] != 0;
  if (status == Status::kNotFound) {
    if (initial) return Expect(erased, kRows) ? kErased : kUnknown;
    return erased ? kUnknown : kNobody;
  }
  uint32_t version = 0;
  std::memcpy(&version, value_.bytes, sizeof version);
  if (version == kNobody) return Expect(initial && IsFirst(table, row), kRows) ? kNobody : kUnknown;
  const bool written = version <= trace_.order.size() && trace_.order[version - 1].commits;
  return Expect(written, kRolledBack) ? version : kUnknown;
}

bool ReplayCheck::IsFirst(TableId table, uint32_t row) {
  indexed_.size = workload_.table(table).value_bytes;
  PutVersion(workload_.settings().seed, trace_.tables[table].keys[row], kNobody, indexed_.size,
             indexed_.bytes);
  return value_ == indexed_;
}

bool ReplayCheck::CheckTransaction(uint32_t number) {
  const TraceTransaction& transaction = trace_.order[number];
  if (!transaction.commits) return true;
  bool some = false, all = true;
  for (uint32_t i = transaction.first; i < transaction.first + transaction.count; ++i) {
    const Op& op = trace_.ops[i];
    if (!op.Writes() || op.lasting != Lasting::kYes || !workload_.Replays(op)) continue;
    const uint32_t state = state_[op.table][op.row];
    if (state == kUnknown) continue;
    const bool there = state >= number + 1;
    some = some || there;
    all = all && there;
  }
  return Expect(!some || all, kWhole);
}

}  // namespace afterimage::replay
