#include "workload/work_lines/work_lines.h"

#include <algorithm>

namespace afterimage::work_lines {
namespace {

using pg_trace::Lasting;
using pg_trace::OpKind;
using pg_trace::Part;
using pg_trace::RawOp;
using pg_trace::Relation;
using pg_trace::RowLock;
using pg_trace::Trace;
using pg_trace::TraceTable;

constexpr Text kTooLong = {"a line of more than 64 KB", "一行超过 64 KB"};
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

// Where nothing is said, an update leaves keys alone, as in PostgreSQL.
RowLock LockOf(const LineFields& fields) {
  if (fields.act == Act::kRead) return RowLock::kKeyShare;
  if (fields.act == Act::kInsert || fields.act == Act::kErase) return RowLock::kUpdate;
  if (fields.act == Act::kLock || fields.has_mode) return fields.mode;
  return RowLock::kNoKeyUpdate;
}

}  // namespace

void WorkLines::Feed(std::string_view piece) {
  while (!piece.empty()) {
    const size_t end = piece.find('\n');
    const std::string_view part = piece.substr(0, end);
    // One byte more than fits tells that it does not.
    carried_.append(part.substr(0, kMaxLine + 1 - std::min(carried_.size(), kMaxLine + 1)));
    if (end == std::string_view::npos) return;
    Line(carried_);
    carried_.clear();
    piece.remove_prefix(end + 1);
  }
}

void WorkLines::Finish() {
  if (!carried_.empty()) Line(carried_);
  trace_.clients = clients_.size();
}

void WorkLines::Line(std::string_view line) {
  ++trace_.lines;
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
  LineFault fault;
  JsonValue value;
  JsonError error;
  if (line.size() > kMaxLine) {
    fault = {&kTooLong, 0};
  } else if (!ParseJson(line, &value, &error)) {
    fault = {&error.reason, error.column};
  } else {
    fault = Read(value);
  }
  if (!fault.reason) {
    ++trace_.records;
    return;
  }
  if (trace_.unread++ == 0) trace_.first_unread = {trace_.lines, *fault.reason, fault.column};
}

LineFault WorkLines::Read(const JsonValue& line) {
  LineFields fields;
  const LineFault fault = ReadFields(line, &fields);
  if (fault.reason) return fault;
  if (log_.ops.size() >= Trace::kMaxOperations) return {&kTooMany, 0};
  if (fields.client >= 0) clients_.insert(fields.client);
  if (fields.act == Act::kTable) {
    TraceTable& table = log_.relations[RelationOf(fields.table)].table;
    table.widest = std::max(table.widest, std::min(fields.bytes, kMaxValueBytes));
    return {};
  }
  Open& open = OpenOf(fields.transaction);
  if (IsOperation(fields.act)) return Operate(fields, open), LineFault{};
  if (fields.act == Act::kSavepoint) {
    open.part = NewPart(open.part);
    open.savepoints.push_back({fields.savepoint, open.part});
  }
  if (fields.act == Act::kRollBack && !BackTo(fields.savepoint, open)) {
    return {&kNoSuchSavepoint, line.Find("savepoint")->column};
  }
  if (fields.act == Act::kCommit || fields.act == Act::kAbort) End(fields, open);
  return {};
}

// --- Transactions --------------------------------------------------------------------------------

WorkLines::Open& WorkLines::OpenOf(const std::string& transaction) {
  const auto [found, fresh] = open_.try_emplace(transaction);
  if (fresh) found->second.root = found->second.part = NewPart(kOwnParent);
  return found->second;
}

uint32_t WorkLines::NewPart(uint32_t parent) {
  const auto number = static_cast<uint32_t>(log_.parts.size());
  trace_.sub_transactions += parent != kOwnParent;
  Part part;
  part.parent = parent == kOwnParent ? number : parent;
  log_.parts.push_back(part);
  return number;
}

// The savepoint stays: what follows may be taken back to it again.
bool WorkLines::BackTo(const std::string& name, Open& open) {
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

void WorkLines::End(const LineFields& fields, Open& open) {
  const bool commits = fields.act == Act::kCommit;
  if (!commits) BringBack(open, open.root);
  log_.parts[open.root].end = commits ? Part::End::kCommit : Part::End::kAbort;
  log_.ended.push_back(open.root);
  if (commits) trace_.times.Add(fields.time);
  open_.erase(fields.transaction);
}

void WorkLines::BringBack(Open& open, uint32_t part) {
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

void WorkLines::Operate(const LineFields& fields, Open& open) {
  RawOp raw;
  raw.part = open.part;
  raw.relation = RelationOf(fields.table);
  Relation& relation = log_.relations[raw.relation];
  raw.op.kind = KindOf(fields.act);
  raw.op.lock = LockOf(fields);
  raw.op.bytes = static_cast<uint16_t>(std::min(fields.bytes, kMaxValueBytes));
  trace_.clipped += fields.bytes > kMaxValueBytes;
  if (fields.act == Act::kInsert) {
    raw.op.row = Insert(fields, raw.relation, open);
    relation.table.whole = relation.table.whole || fields.bytes > 0;
    relation.table.widest = std::max<uint32_t>(relation.table.widest, raw.op.bytes);
  } else {
    raw.op.row = RowOf(fields, raw.relation);
  }
  log_.ops.push_back(raw);
  ++relation.ops;
}

uint32_t WorkLines::RelationOf(const std::string& table) {
  const auto number = static_cast<uint32_t>(log_.relations.size());
  const auto [found, fresh] = tables_.try_emplace(table, number);
  if (fresh) {
    log_.relations.emplace_back();
    log_.relations.back().name = log_.relations.back().table.id = table;
    rows_.emplace_back();
  }
  return found->second;
}

uint32_t WorkLines::RowOf(const LineFields& fields, uint32_t relation) {
  const auto found = rows_[relation].find(fields.row);
  if (found != rows_[relation].end()) return found->second.row;
  return NewRow(fields, relation, true);
}

uint32_t WorkLines::Insert(const LineFields& fields, uint32_t relation, Open& open) {
  const auto found = rows_[relation].find(fields.row);
  const uint32_t before = found == rows_[relation].end() ? 0 : found->second.row + 1;
  open.replaced.push_back({open.part, relation, fields.row, before});
  return NewRow(fields, relation, false);
}

uint32_t WorkLines::NewRow(const LineFields& fields, uint32_t relation, bool initial) {
  TraceTable& table = log_.relations[relation].table;
  const auto number = static_cast<uint32_t>(table.keys.size());
  Named& named = rows_[relation][fields.row];
  named.row = number;
  const auto place = fields.row_number >= 0 ? static_cast<uint64_t>(fields.row_number) : number;
  table.keys.push_back(place * kRowsOfName + named.times++ % kRowsOfName);
  table.initial.push_back(initial);
  return number;
}

}  // namespace afterimage::work_lines
