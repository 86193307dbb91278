#include "workload/pg_trace/trace.h"

#include <algorithm>
#include <numeric>

#include "workload/pg_trace/trace_reader.h"

namespace afterimage::pg_trace {
namespace {

constexpr Text kTooLong = {"longer than 256 MB", "超过 256 MB"};
constexpr Text kNothing = {"no transaction in it changes a row and commits",
                           "其中没有修改行并提交的事务"};

// Puts together what the reader has found.
class Assembler {
 public:
  Assembler(TraceReader& reader, Trace* trace) : reader_(reader), trace_(*trace) {}

  void Run() {
    Tables();
    Transactions();
    DropImpossible();
    Order();
    for (TraceTable& table : trace_.tables) {
      for (uint32_t row = 0; row < table.keys.size(); ++row) {
        if (table.initial[row]) table.first_rows.push_back(row);
      }
      std::sort(table.first_rows.begin(), table.first_rows.end(),
                [&](uint32_t a, uint32_t b) { return table.keys[a] < table.keys[b]; });
    }
  }

 private:
  // The busiest relations are tables of their own, the others share the last.
  void Tables() {
    std::vector<Relation>& relations = reader_.relations();
    std::vector<uint32_t> busiest(relations.size());
    std::iota(busiest.begin(), busiest.end(), 0u);
    std::stable_sort(busiest.begin(), busiest.end(),
                     [&](uint32_t a, uint32_t b) { return relations[a].ops > relations[b].ops; });
    table_of_.resize(relations.size());
    first_row_.resize(relations.size());
    for (uint32_t i = 0; i < busiest.size(); ++i) {
      Relation& relation = relations[busiest[i]];
      const bool own = i + 1 < kMaxTables || relations.size() <= kMaxTables;
      table_of_[busiest[i]] = static_cast<TableId>(std::min(i, kMaxTables - 1));
      if (own) {
        DistinctKeys(&relation.table);
        trace_.tables.push_back(std::move(relation.table));
      } else {
        first_row_[busiest[i]] = Share(relation.table);
      }
    }
  }

  // Joins the last table: keys are numbers there. Where its first row now is.
  uint32_t Share(const TraceTable& table) {
    if (trace_.tables.size() < kMaxTables) {
      trace_.tables.emplace_back();
      trace_.tables.back().id = "others";
    }
    TraceTable& shared = trace_.tables.back();
    const auto first = static_cast<uint32_t>(shared.keys.size());
    for (size_t i = 0; i < table.keys.size(); ++i) shared.keys.push_back(first + i);
    shared.initial.insert(shared.initial.end(), table.initial.begin(), table.initial.end());
    shared.widest = std::max(shared.widest, table.widest);
    shared.whole = shared.whole || table.whole;
    return first;
  }

  // Two rows of one place may have the same key, if very many have been there.
  static void DistinctKeys(TraceTable* table) {
    std::vector<uint32_t> rows(table->keys.size());
    std::iota(rows.begin(), rows.end(), 0u);
    std::stable_sort(rows.begin(), rows.end(),
                     [&](uint32_t a, uint32_t b) { return table->keys[a] < table->keys[b]; });
    for (size_t i = 1; i < rows.size(); ++i) {
      Key& key = table->keys[rows[i]];
      key = std::max(key, table->keys[rows[i - 1]] + 1);
    }
  }

  uint32_t Root(uint32_t part) const {
    const std::vector<Part>& parts = reader_.parts();
    while (parts[part].parent != part) part = parts[part].parent;
    return part;
  }

  // Those that ended, in that order, then those that did not.
  void Transactions() {
    const std::vector<Part>& parts = reader_.parts();
    std::vector<uint32_t> ops(parts.size()), place(parts.size());
    for (const RawOp& raw : reader_.ops()) ++ops[Root(raw.part)];
    std::vector<uint32_t> roots = reader_.ended();
    for (uint32_t part = 0; part < parts.size(); ++part) {
      if (parts[part].parent == part && parts[part].end == Part::End::kNone) roots.push_back(part);
    }
    uint32_t first = 0;
    for (const uint32_t root : roots) {
      const bool commits = parts[root].end == Part::End::kCommit;
      if (ops[root] == 0) {
        ++trace_.empty;
        continue;
      }
      place[root] = first;
      trace_.order.push_back({first, ops[root], commits});
      first += ops[root];
      ++(commits                                ? trace_.commits
         : parts[root].end == Part::End::kAbort ? trace_.aborts
                                                : trace_.unfinished);
    }
    trace_.ops.resize(first);
    for (const RawOp& raw : reader_.ops()) {
      Op op = raw.op;
      op.table = table_of_[raw.relation];
      op.row += first_row_[raw.relation];
      trace_.ops[place[Root(raw.part)]++] = op;
    }
  }

  // Plays the transactions over what is there.
  void DropImpossible() {
    for (const TraceTable& table : trace_.tables) there_.push_back(table.initial);
    uint32_t kept = 0;
    std::vector<TraceTransaction> order;
    for (const TraceTransaction& transaction : trace_.order) {
      const uint32_t first = kept;
      for (uint32_t i = transaction.first; i < transaction.first + transaction.count; ++i) {
        const Op op = trace_.ops[i];
        if (Happens(op))
          trace_.ops[kept++] = op;
        else
          ++trace_.dropped;
      }
      for (uint32_t i = kept; !transaction.commits && i-- > first;) Undo(trace_.ops[i]);
      if (kept == first)
        Forget(transaction);
      else
        order.push_back({first, kept - first, transaction.commits});
    }
    trace_.ops.resize(kept);
    trace_.order = std::move(order);
  }

  static bool Inserts(const Op& op) {
    return op.kind == OpKind::kInsert || op.kind == OpKind::kEntry;
  }

  // False where it cannot.
  bool Happens(const Op& op) {
    uint8_t& present = there_[op.table][op.row];
    if (present == Inserts(op)) return false;
    if (Inserts(op) || op.kind == OpKind::kErase) present = Inserts(op);
    ++trace_.counts[static_cast<int>(op.kind)];
    return true;
  }

  void Undo(const Op& op) {
    if (Inserts(op) || op.kind == OpKind::kErase) there_[op.table][op.row] = !Inserts(op);
  }

  // None of its operations is left.
  void Forget(const TraceTransaction& transaction) {
    if (!transaction.commits) return;
    ++trace_.empty;
    --trace_.commits;
  }

  // Who touched a row before.
  void Order() {
    std::vector<std::vector<uint32_t>> last;
    for (const TraceTable& table : trace_.tables) last.emplace_back(table.keys.size());
    for (uint32_t t = 0; t < trace_.order.size(); ++t) {
      for (uint32_t i = trace_.order[t].first; i < trace_.order[t].first + trace_.order[t].count;
           ++i) {
        Op& op = trace_.ops[i];
        uint32_t& before = last[op.table][op.row];
        op.after = before == t + 1 ? 0 : before;
        before = t + 1;
      }
    }
  }

  TraceReader& reader_;
  Trace& trace_;
  std::vector<std::vector<uint8_t>> there_;  // by table and row
  std::vector<TableId> table_of_;            // by relation
  std::vector<uint32_t> first_row_;          // by relation: where its rows begin in that table
};

}  // namespace

std::shared_ptr<Trace> ReadTrace(std::string_view text, InputProblem* problem) {
  const auto fail = [&](uint64_t line, const Text& reason) {
    *problem = {line, reason};
    return nullptr;
  };
  if (text.size() > Trace::kMaxBytes) return fail(0, kTooLong);
  auto trace = std::make_shared<Trace>();
  TraceReader reader(trace.get());
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (const Text* reason = reader.Line(text.substr(0, end))) return fail(trace->lines, *reason);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  Assembler(reader, trace.get()).Run();
  if (trace->commits == 0) return fail(0, kNothing);
  return trace;
}

void Trace::Describe(JsonWriter& json) const {
  static constexpr const char* kNames[kOpKinds] = {"locks", "inserts", "updates", "erases",
                                                   "indexEntries"};
  const auto number = [&](const char* name, uint64_t value) {
    json.Key(name).Integer(static_cast<int64_t>(value));
  };
  json.BeginObject();
  number("lines", lines);
  number("records", records);
  number("commits", commits);
  number("aborts", aborts);
  number("unfinished", unfinished);
  number("empty", empty);
  number("subTransactions", sub_transactions);
  for (uint32_t kind = 0; kind < kOpKinds; ++kind) number(kNames[kind], counts[kind]);
  number("dropped", dropped);
  number("clipped", clipped);
  number("notes", notes);
  json.Key("tables").BeginArray();
  for (const TraceTable& table : tables) {
    json.BeginObject().Key("id").String(table.id).Key("index").Bool(table.index);
    number("rows", table.keys.size());
    number("rowsBefore", table.first_rows.size());
    number("widest", table.widest);
    json.EndObject();
  }
  json.EndArray().Key("skipped").BeginArray();
  for (const auto& [name, count] : skipped) {
    json.BeginObject().Key("name").String(name);
    number("count", count);
    json.EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace afterimage::pg_trace
