#include "workload/replay/assembler.h"

#include <algorithm>
#include <numeric>

#include "workload/replay/lock_order.h"

namespace afterimage::replay {
namespace {

// Two rows of one place may have the same key, if very many have been there.
void DistinctKeys(TraceTable* table) {
  std::vector<uint32_t> rows(table->keys.size());
  std::iota(rows.begin(), rows.end(), 0u);
  std::stable_sort(rows.begin(), rows.end(),
                   [&](uint32_t a, uint32_t b) { return table->keys[a] < table->keys[b]; });
  for (size_t i = 1; i < rows.size(); ++i) {
    Key& key = table->keys[rows[i]];
    key = std::max(key, table->keys[rows[i - 1]] + 1);
  }
}

void SortFirstRows(TraceTable* table) {
  for (uint32_t row = 0; row < table->keys.size(); ++row) {
    if (table->initial[row]) table->first_rows.push_back(row);
  }
  std::sort(table->first_rows.begin(), table->first_rows.end(),
            [&](uint32_t a, uint32_t b) { return table->keys[a] < table->keys[b]; });
}

// Those of its rows from before the log; a reader has named those of an index.
void FindBlocks(TraceTable* table) {
  if (!table->in_blocks) return;
  // A text put together by somebody may have rows of an index.
  if (table->index) {
    if (!table->first_rows.empty()) table->blocks.clear();
    return;
  }
  for (const uint32_t row : table->first_rows) {
    const uint32_t block = TraceTable::BlockOf(table->keys[row]);
    const auto place = static_cast<uint32_t>(table->keys[row] >> 16 & 0xffff);
    if (table->blocks.empty() || table->blocks.back() != block) table->blocks.push_back(block);
    table->last_place = std::max(table->last_place, place);
  }
}

}  // namespace

void Assembler::Run() {
  Tables();
  Transactions();
  OrderByLocks(&trace_);
  size_t blocks = 0;
  for (TraceTable& table : trace_.tables) {
    SortFirstRows(&table);
    FindBlocks(&table);
    blocks += table.blocks.size();
  }
  if (blocks <= Trace::kMostBlocks) return;
  for (TraceTable& table : trace_.tables) table.blocks.clear();
}

// The busiest relations are tables of their own; the others have the last one in common.
void Assembler::Tables() {
  std::vector<Relation>& relations = log_.relations;
  std::vector<uint32_t> busiest(relations.size());
  std::iota(busiest.begin(), busiest.end(), 0u);
  std::stable_sort(busiest.begin(), busiest.end(),
                   [&](uint32_t a, uint32_t b) { return relations[a].ops > relations[b].ops; });
  // Pages were cleaned of some, and nothing else is known of those.
  while (!busiest.empty() && relations[busiest.back()].ops == 0) busiest.pop_back();
  table_of_.resize(relations.size());
  first_row_.resize(relations.size());
  for (uint32_t i = 0; i < busiest.size(); ++i) {
    Relation& relation = relations[busiest[i]];
    const bool own = i + 1 < kMaxTables || busiest.size() <= kMaxTables;
    table_of_[busiest[i]] = static_cast<TableId>(std::min(i, kMaxTables - 1));
    if (own) {
      DistinctKeys(&relation.table);
      trace_.tables.push_back(std::move(relation.table));
    } else {
      first_row_[busiest[i]] = Share(relation.table);
    }
  }
}

// Joins the last table, in which keys are numbers, or blocks have numbers of their own. Where its
// first row now is.
uint32_t Assembler::Share(TraceTable& table) {
  if (trace_.tables.size() < kMaxTables) {
    trace_.tables.emplace_back();
    trace_.tables.back().id = "others";
  }
  TraceTable& shared = trace_.tables.back();
  const auto first = static_cast<uint32_t>(shared.keys.size());
  if (table.in_blocks) NumberBlocks(table);
  for (size_t i = 0; i < table.keys.size(); ++i)
    shared.keys.push_back(table.in_blocks ? table.keys[i] : first + i);
  shared.in_blocks = table.in_blocks;
  shared.initial.insert(shared.initial.end(), table.initial.begin(), table.initial.end());
  shared.widest = std::max(shared.widest, table.widest);
  shared.whole = shared.whole || table.whole;
  return first;
}

// Blocks of several relations, one behind the other.
void Assembler::NumberBlocks(TraceTable& table) {
  DistinctKeys(&table);
  std::vector<uint32_t> blocks;
  for (const Key key : table.keys) blocks.push_back(TraceTable::BlockOf(key));
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  for (Key& key : table.keys) {
    const auto found = std::lower_bound(blocks.begin(), blocks.end(), TraceTable::BlockOf(key));
    const Key number = shared_blocks_ + static_cast<uint32_t>(found - blocks.begin());
    key = number << 32 | (key & 0xffffffff);
  }
  shared_blocks_ += static_cast<uint32_t>(blocks.size());
}

// Those that ended, in that order, then those that did not.
void Assembler::Transactions() {
  const std::vector<Part>& parts = log_.parts;
  const std::vector<RawOp>& raw = log_.ops;
  std::vector<uint32_t> begins(parts.size() + 1);
  for (const RawOp& op : raw) ++begins[RootOf(parts, op.part) + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<uint32_t> sorted(raw.size()), next(begins.begin(), begins.end() - 1);
  for (uint32_t i = 0; i < raw.size(); ++i) sorted[next[RootOf(parts, raw[i].part)]++] = i;
  for (const TraceTable& table : trace_.tables) there_.push_back(table.initial);
  const auto play = [&](uint32_t root) {
    Play(root, sorted.data() + begins[root], sorted.data() + begins[root + 1]);
  };
  for (const uint32_t part : log_.ended) {
    if (parts[part].parent == part) play(part);
  }
  for (uint32_t part = 0; part < parts.size(); ++part) {
    if (parts[part].parent == part && parts[part].end == Part::End::kNone) play(part);
  }
}

// Plays a transaction over what is there.
void Assembler::Play(uint32_t root, const uint32_t* first, const uint32_t* last) {
  const auto begin = static_cast<uint32_t>(trace_.ops.size());
  bool some = false;
  tentative_.clear();
  restored_.clear();
  for (const uint32_t* each = first; each != last; ++each) {
    const RawOp& raw = log_.ops[*each];
    if (raw.rolls_back) {
      if (raw.part != root) RollBackPart(raw.part);
      continue;
    }
    some = true;
    Op op = raw.op;
    op.table = table_of_[raw.relation];
    op.row += first_row_[raw.relation];
    if (!Happens(op)) {
      ++trace_.dropped;
      continue;
    }
    ++trace_.counts[static_cast<int>(op.kind)];
    if (op.kind == OpKind::kLock) ++trace_.locks[static_cast<int>(op.lock)];
    if (raw.part != root && op.Writes()) {
      tentative_.push_back({static_cast<uint32_t>(trace_.ops.size()), raw.part});
    }
    Keep(op);
  }
  const auto count = static_cast<uint32_t>(trace_.ops.size()) - begin;
  const Part::End end = log_.parts[root].end;
  const bool commits = end == Part::End::kCommit;
  for (uint32_t i = begin + count; !commits && i-- > begin;) Undo(trace_.ops[i]);
  if (count == 0) {
    trace_.empty += commits || !some;
    return;
  }
  ++(commits ? trace_.commits : end == Part::End::kAbort ? trace_.aborts : trace_.unfinished);
  trace_.order.push_back({begin, count, commits});
}

// Takes back what it and its own sub-transactions have done, the last first.
void Assembler::RollBackPart(uint32_t part) {
  while (!tentative_.empty() && IsPartOf(tentative_.back().part, part)) {
    Op& done = trace_.ops[tentative_.back().op];
    done.lasting = Lasting::kUndone;
    Op undo = done;
    undo.lasting = Lasting::kUndoing;
    if (done.kind == OpKind::kUpdate || done.kind == OpKind::kErase)
      undo.bytes = BytesToRestore(done);
    tentative_.pop_back();
    ++trace_.undone;
    Keep(undo);
  }
}

// A version comes back byte for byte: where later changes of the same row, or its erasing, were
// taken back before, they had covered more than this one.
uint16_t Assembler::BytesToRestore(const Op& done) {
  static constexpr uint16_t kWholeRow = UINT16_MAX;
  uint16_t& most = restored_[{done.table, done.row}];
  most = std::max(most, done.kind == OpKind::kErase ? kWholeRow : done.bytes);
  return done.kind == OpKind::kErase ? done.bytes : most;
}

bool Assembler::IsPartOf(uint32_t part, uint32_t whole) const {
  const std::vector<Part>& parts = log_.parts;
  while (part != whole && parts[part].parent != part) part = parts[part].parent;
  return part == whole;
}

// False where it cannot.
bool Assembler::Happens(const Op& op) {
  const bool present = there_[op.table][op.row] != 0;
  return present != op.Brings();
}

void Assembler::Keep(const Op& op) {
  if (op.Brings() || op.Removes()) there_[op.table][op.row] = op.Brings();
  trace_.ops.push_back(op);
}

void Assembler::Undo(const Op& op) {
  if (op.Brings() || op.Removes()) there_[op.table][op.row] = !op.Brings();
}

}  // namespace afterimage::replay
