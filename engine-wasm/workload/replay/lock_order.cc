#include "workload/replay/lock_order.h"

#include <algorithm>
#include <unordered_map>

namespace afterimage::replay {
namespace {

class LockOrder {
 public:
  explicit LockOrder(Trace* trace) : trace_(*trace) {
    for (const TraceTable& table : trace_.tables) rows_.emplace_back(table.keys.size());
  }

  void Run() {
    std::vector<Op> ops;
    ops.reserve(trace_.ops.size());
    for (uint32_t t = 0; t < trace_.order.size(); ++t) {
      TraceTransaction& transaction = trace_.order[t];
      const auto first = static_cast<uint32_t>(ops.size());
      changed_.clear();
      for (uint32_t i = 0; i < transaction.count; ++i)
        Take(trace_.ops[transaction.first + i], t + 1, &ops);
      for (size_t i = changed_.size(); !transaction.commits && i-- > 0;) {
        rows_[changed_[i].table][changed_[i].row].version = changed_[i].version;
      }
      transaction.first = first;
      transaction.count = static_cast<uint32_t>(ops.size()) - first;
    }
    trace_.ops = std::move(ops);
  }

 private:
  // The lock state of a row: 1 + the last transaction that locked it in this way, and the writer of
  // its version.
  struct Row {
    uint32_t update = 0;
    uint32_t no_key = 0;
    uint32_t version = 0;
    bool shared = false;
  };
  // Those that have locked a row weakly since the last that waited for them.
  struct Sharers {
    std::vector<uint32_t> share;
    std::vector<uint32_t> key_share;
  };
  struct Changed {
    TableId table;
    uint32_t row;
    uint32_t version;
  };

  void Take(Op op, uint32_t number, std::vector<Op>* ops) {
    if (op.kind == OpKind::kRead) {
      ops->push_back(op);
      return;
    }
    Row& row = rows_[op.table][op.row];
    if (op.lasting == Lasting::kUndoing) {
      op.after = undone_.back();
      undone_.pop_back();
      Change(op, row, op.after);
      ops->push_back(op);
      return;
    }
    Wait(op, row, number, ops);
    Lock(op, row, number);
    if (op.Writes()) {
      if (op.lasting == Lasting::kUndone) undone_.push_back(row.version);
      Change(op, row, number);
    }
    ops->push_back(op);
  }

  void Change(const Op& op, Row& row, uint32_t version) {
    changed_.push_back({op.table, op.row, row.version});
    row.version = version;
  }

  Sharers& SharersOf(const Op& op) { return sharers_[uint64_t{op.table} << 32 | op.row]; }

  void Wait(Op& op, const Row& row, uint32_t number, std::vector<Op>* ops) {
    op.after = op.lock == RowLock::kKeyShare ? row.update : std::max(row.update, row.no_key);
    if (op.after == number) op.after = 0;
    if (!row.shared || op.lock < RowLock::kNoKeyUpdate) return;
    Sharers& sharers = SharersOf(op);
    WaitForAll(op, sharers.share, number, ops);
    if (op.lock == RowLock::kUpdate) WaitForAll(op, sharers.key_share, number, ops);
  }

  // Later transactions that wait for this one wait for these.
  static void WaitForAll(Op& op, std::vector<uint32_t>& sharers, uint32_t number,
                         std::vector<Op>* ops) {
    for (const uint32_t sharer : sharers) {
      if (sharer == number || sharer == op.after) continue;
      if (op.after != 0) {
        Op wait = op;
        wait.kind = OpKind::kWait;
        wait.lasting = Lasting::kYes;
        ops->push_back(wait);
      }
      op.after = sharer;
    }
    sharers.clear();
  }

  void Lock(const Op& op, Row& row, uint32_t number) {
    if (op.lock == RowLock::kUpdate) row.update = number;
    if (op.lock == RowLock::kNoKeyUpdate) row.no_key = number;
    if (op.lock >= RowLock::kNoKeyUpdate) return;
    row.shared = true;
    Sharers& sharers = SharersOf(op);
    std::vector<uint32_t>& list = op.lock == RowLock::kShare ? sharers.share : sharers.key_share;
    if (list.empty() || list.back() != number) list.push_back(number);
  }

  Trace& trace_;
  std::vector<std::vector<Row>> rows_;  // by table
  std::unordered_map<uint64_t, Sharers> sharers_;
  std::vector<uint32_t> undone_;  // versions before changes that will be taken back
  std::vector<Changed> changed_;
};

}  // namespace

void OrderByLocks(Trace* trace) { LockOrder(trace).Run(); }

}  // namespace afterimage::replay
