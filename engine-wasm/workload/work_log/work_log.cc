#include "workload/work_log/work_log.h"

#include <algorithm>

namespace afterimage::work_log {
namespace {

using replay::OpKind;
using replay::Part;
using replay::RawOp;
using replay::Relation;
using replay::RowLock;
using replay::Trace;
using replay::TraceTable;

constexpr Text kTooMany = {"more than 20000000 operations", "操作超过 20000000 个"};
constexpr Text kNoSuchSavepoint = {"the transaction has no savepoint of this name",
                                   "该事务没有这个名称的保存点"};

// Rows that had one name after the other have keys behind each other.
constexpr uint32_t kRowsOfName = 256;

OpKind KindOf(Act act) {
  switch (act) {
    case Act::kRead: return OpKind::kRead;
    case Act::kInsert: return OpKind::kInsert;
    case Act::kUpdate: return OpKind::kUpdate;
    case Act::kErase: return OpKind::kErase;
    default: return OpKind::kLock;
  }
}

// An update leaves keys alone by default, as in PostgreSQL.
RowLock LockOf(const Step& step) {
  if (step.act == Act::kRead) return RowLock::kKeyShare;
  if (step.act == Act::kInsert || step.act == Act::kErase) return RowLock::kUpdate;
  if (step.act == Act::kLock || step.has_mode) return step.mode;
  return RowLock::kNoKeyUpdate;
}

}  // namespace

const Text* WorkLog::Take(const Step& step) {
  if (log_.ops.size() >= Trace::kMaxOperations) return &kTooMany;
  if (step.client >= 0) clients_.insert(step.client);
  if (step.act == Act::kTable) {
    TraceTable& table = log_.relations[RelationOf(step.table)].table;
    table.widest = std::max(table.widest, std::min(step.bytes, kMaxValueBytes));
    return nullptr;
  }
  Open& open = OpenOf(step.transaction);
  if (IsOperation(step.act)) Operate(step, open);
  if (step.act == Act::kSavepoint) {
    open.part = NewPart(open.part);
    open.savepoints.push_back({step.savepoint, open.part});
  }
  if (step.act == Act::kRollBack && !BackTo(step.savepoint, open)) return &kNoSuchSavepoint;
  if (step.act == Act::kCommit || step.act == Act::kAbort) End(step, open);
  return nullptr;
}

void WorkLog::Finish() { trace_.clients = clients_.size(); }

// --- Transactions --------------------------------------------------------------------------------

WorkLog::Open& WorkLog::OpenOf(const std::string& transaction) {
  const auto [found, fresh] = open_.try_emplace(transaction);
  if (fresh) found->second.root = found->second.part = NewPart(kOwnParent);
  return found->second;
}

uint32_t WorkLog::NewPart(uint32_t parent) {
  const auto number = static_cast<uint32_t>(log_.parts.size());
  trace_.sub_transactions += parent != kOwnParent;
  Part part;
  part.parent = parent == kOwnParent ? number : parent;
  log_.parts.push_back(part);
  return number;
}

// The savepoint stays: what follows may be taken back to it again.
bool WorkLog::BackTo(const std::string& name, Open& open) {
  const auto found = std::find_if(open.savepoints.rbegin(), open.savepoints.rend(),
                                  [&](const Savepoint& each) { return each.name == name; });
  if (found == open.savepoints.rend()) return false;
  RawOp end;
  end.part = found->part;
  end.rolls_back = true;
  log_.ops.push_back(end);
  ++trace_.savepoints;
  BringBack(open, found->part);
  const uint32_t parent = log_.parts[found->part].parent;
  open.savepoints.erase(found.base(), open.savepoints.end());
  open.part = open.savepoints.back().part = NewPart(parent);
  return true;
}

void WorkLog::End(const Step& step, Open& open) {
  const bool commits = step.act == Act::kCommit;
  if (!commits) BringBack(open, open.root);
  log_.parts[open.root].end = commits ? Part::End::kCommit : Part::End::kAbort;
  log_.ended.push_back(open.root);
  if (commits) trace_.times.Add(step.time);
  open_.erase(step.transaction);
}

void WorkLog::BringBack(Open& open, uint32_t part) {
  // Parts are numbered as they begin, so those within it have higher numbers.
  while (!open.replaced.empty() && open.replaced.back().part >= part) {
    const Replaced& last = open.replaced.back();
    if (last.before == 0) {
      rows_[last.relation].erase(last.row);
    } else {
      rows_[last.relation][last.row].row = last.before - 1;
    }
    open.replaced.pop_back();
  }
}

// --- Rows ----------------------------------------------------------------------------------------

void WorkLog::Operate(const Step& step, Open& open) {
  RawOp raw;
  raw.part = open.part;
  raw.relation = RelationOf(step.table);
  Relation& relation = log_.relations[raw.relation];
  raw.op.kind = KindOf(step.act);
  raw.op.lock = LockOf(step);
  raw.op.bytes = static_cast<uint16_t>(std::min(step.bytes, kMaxValueBytes));
  trace_.clipped += step.bytes > kMaxValueBytes;
  if (step.act == Act::kInsert) {
    raw.op.row = Insert(step, raw.relation, open);
    relation.table.whole = relation.table.whole || step.bytes > 0;
    relation.table.widest = std::max<uint32_t>(relation.table.widest, raw.op.bytes);
  } else {
    raw.op.row = RowOf(step, raw.relation);
  }
  log_.ops.push_back(raw);
  ++relation.ops;
}

uint32_t WorkLog::RelationOf(const std::string& table) {
  const auto number = static_cast<uint32_t>(log_.relations.size());
  const auto [found, fresh] = tables_.try_emplace(table, number);
  if (fresh) {
    log_.relations.emplace_back();
    log_.relations.back().name = log_.relations.back().table.id = table;
    rows_.emplace_back();
  }
  return found->second;
}

uint32_t WorkLog::RowOf(const Step& step, uint32_t relation) {
  const auto found = rows_[relation].find(step.row);
  if (found != rows_[relation].end()) return found->second.row;
  return NewRow(step, relation, true);
}

uint32_t WorkLog::Insert(const Step& step, uint32_t relation, Open& open) {
  const auto found = rows_[relation].find(step.row);
  const uint32_t before = found == rows_[relation].end() ? 0 : found->second.row + 1;
  open.replaced.push_back({open.part, relation, step.row, before});
  return NewRow(step, relation, false);
}

uint32_t WorkLog::NewRow(const Step& step, uint32_t relation, bool initial) {
  TraceTable& table = log_.relations[relation].table;
  const auto number = static_cast<uint32_t>(table.keys.size());
  Named& named = rows_[relation][step.row];
  named.row = number;
  const auto place = step.row_number >= 0 ? static_cast<uint64_t>(step.row_number) : number;
  table.keys.push_back(place * kRowsOfName + named.times++ % kRowsOfName);
  table.initial.push_back(initial);
  return number;
}

}  // namespace afterimage::work_log
