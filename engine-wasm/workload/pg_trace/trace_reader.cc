#include "workload/pg_trace/trace_reader.h"

#include <algorithm>

namespace afterimage::pg_trace {
namespace {

constexpr Text kNoBlock = {"the record names no block", "记录没有指明块"};
constexpr Text kNoOffset = {"the record does not say where on the page", "记录没有指明页内位置"};
constexpr Text kOffset = {"an offset on a page is from 1 to 32767", "页内位置应为 1 到 32767"};
constexpr Text kTuples = {"the number of tuples is expected, from 1 to 2047",
                          "此处应为元组数，1 到 2047"};
constexpr Text kTooMany = {"more than 20000000 operations", "操作超过 20000000 个"};
constexpr Text kOtherRelation = {"an update leads to another relation", "更新指向了另一个关系"};

constexpr uint32_t kMaxOffset = 0x7fff;
constexpr uint32_t kMaxTuples = 2047;  // of a page of 32 KB there are fewer

// What a record has beside the tuple: its header (24), a block (20, a further one of the same
// relation 8), the head of its main part (2), that part, and the tuple's own short header (5).
constexpr uint32_t kRecord = 24 + 20 + 2;
constexpr uint32_t kSecondBlock = 8;
constexpr uint32_t kInsertPart = 3 + 5;
constexpr uint32_t kUpdatePart = 14 + 5;
constexpr uint32_t kEntryPart = 2;
constexpr uint32_t kMultiPart = 4;  // and for each tuple an offset and a header
constexpr uint32_t kMultiTuple = 2 + 7;

uint32_t Less(uint32_t bytes, uint32_t overhead) { return bytes > overhead ? bytes - overhead : 1; }

bool IsContinuation(std::string_view line) {
  return line.substr(0, 1) == "\t" || line.substr(0, 1) == " ";
}

}  // namespace

const Text* TraceReader::Line(std::string_view line) {
  ++trace_.lines;
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.empty()) return nullptr;
  // What the tool says of itself, and what it adds to a record when asked for more.
  if (line.substr(0, 11) == "pg_waldump:" || line.substr(0, 12) == "pg_xlogdump:" ||
      (IsContinuation(line) && trace_.records > 0)) {
    ++trace_.notes;
    return nullptr;
  }
  if (const Text* reason = ParseWalLine(line, &line_)) return reason;
  ++trace_.records;
  if (const Text* reason = Record()) return reason;
  return ops_.size() > Trace::kMaxOperations ? &kTooMany : nullptr;
}

const Text* TraceReader::Record() {
  if (line_.manager == "Transaction") return Transaction();
  if (line_.xid == 0) return Skip(), nullptr;
  if (line_.manager == "Heap") return Heap();
  if (line_.manager == "Heap2" && line_.operation == "MULTI_INSERT") return MultiInsert();
  if (line_.manager == "Heap2" && line_.operation == "LOCK_UPDATED" && line_.block_count > 0) {
    return Touch(line_.blocks[0], OpKind::kLock);
  }
  const bool leaf = line_.operation == "INSERT_LEAF" || line_.operation == "INSERT_POST";
  if (line_.manager == "Btree" && leaf && line_.block_count > 0) return Index(), nullptr;
  Skip();
  return nullptr;
}

void TraceReader::Skip() {
  std::string name(line_.manager);
  name += ' ';
  name += line_.operation;
  if (trace_.skipped.size() >= Trace::kMaxNames && trace_.skipped.count(name) == 0) name = "others";
  ++trace_.skipped[name];
}

// --- Transactions --------------------------------------------------------------------------------

uint32_t TraceReader::PartOf(uint32_t xid) {
  const auto [found, fresh] = open_.try_emplace(xid, static_cast<uint32_t>(parts_.size()));
  if (fresh) parts_.push_back({found->second, 0, Part::End::kNone});
  return found->second;
}

const Text* TraceReader::Transaction() {
  const bool commits = line_.operation == "COMMIT" || line_.operation == "COMMIT_PREPARED";
  const bool aborts = line_.operation == "ABORT" || line_.operation == "ABORT_PREPARED";
  if (!commits && !aborts) return Skip(), nullptr;
  // A prepared transaction has its own id in the description.
  uint32_t xid = line_.xid;
  if (xid == 0 && !line_.Number("xid", 0, &xid)) return Skip(), nullptr;
  const uint32_t part = PartOf(xid);
  size_t at = 0;
  while (const uint32_t sub = NextSubtransaction(line_.description, &at)) {
    const auto found = open_.find(sub);
    ++trace_.sub_transactions;
    if (found == open_.end() || found->second == part) continue;
    parts_[found->second].parent = part;
    open_.erase(found);
  }
  parts_[part].end = commits ? Part::End::kCommit : Part::End::kAbort;
  ended_.push_back(part);
  open_.erase(xid);
  return nullptr;
}

// --- Rows ----------------------------------------------------------------------------------------

Relation& TraceReader::Of(const WalBlock& block, uint32_t* number) {
  auto found = by_name_.find(block.relation);
  if (found == by_name_.end()) {
    found = by_name_.emplace(std::string(block.relation), static_cast<uint32_t>(relations_.size()))
                .first;
    relations_.emplace_back();
    relations_.back().table.id = "rel-" + found->first.substr(found->first.rfind('/') + 1);
  }
  *number = found->second;
  return relations_[found->second];
}

uint32_t TraceReader::NewRow(Relation& relation, uint32_t block, uint32_t offset, bool initial) {
  TraceTable& table = relation.table;
  const bool known = offset != 0;
  if (!known) offset = kMaxOffset + 1 + hidden_++ % kMaxOffset;
  Relation::Place& place = relation.places[uint64_t{block} << 16 | offset];
  place.row = static_cast<uint32_t>(table.keys.size());
  place.known = known;
  // No page has seen so many rows in one place; if one has, the keys of the last of them are those
  // of the next place.
  table.keys.push_back(Key{block} << 32 | offset << 16 | (place.rows++ & 0xffff));
  table.initial.push_back(initial);
  return place.row;
}

uint32_t TraceReader::RowAt(Relation& relation, uint32_t block, uint32_t offset) {
  const auto found = relation.places.find(uint64_t{block} << 16 | offset);
  if (found != relation.places.end() && found->second.known) return found->second.row;
  return NewRow(relation, block, offset, true);
}

void TraceReader::Add(const WalBlock& block, uint32_t row, OpKind kind, uint32_t bytes) {
  RawOp raw;
  Relation& relation = Of(block, &raw.relation);
  raw.part = PartOf(line_.xid);
  if (bytes > kMaxValueBytes) ++trace_.clipped;
  bytes = std::min(bytes, kMaxValueBytes);
  raw.op.row = row;
  raw.op.bytes = static_cast<uint16_t>(bytes);
  raw.op.kind = kind;
  relation.table.widest = std::max(relation.table.widest, bytes);
  ++relation.ops;
  ++parts_[raw.part].ops;
  ops_.push_back(raw);
}

// --- Records -------------------------------------------------------------------------------------

const Text* TraceReader::Heap() {
  const std::string_view what = line_.operation;
  const bool update = what == "UPDATE" || what == "HOT_UPDATE";
  if (what != "INSERT" && what != "DELETE" && what != "LOCK" && !update) return Skip(), nullptr;
  if (line_.block_count == 0) return &kNoBlock;
  if (!line_.blocks[0].main_fork) return Skip(), nullptr;
  if (what == "INSERT") return Insert(line_.blocks[0]);
  return update ? Update()
                : Touch(line_.blocks[0], what == "LOCK" ? OpKind::kLock : OpKind::kErase);
}

const Text* TraceReader::Insert(const WalBlock& block) {
  uint32_t offset = 0, number = 0;
  if (!line_.Number("off", 0, &offset)) return &kNoOffset;
  if (offset == 0 || offset > kMaxOffset) return &kOffset;
  Relation& relation = Of(block, &number);
  // A tuple whose page is in the log whole is not in the record.
  if (!block.image) relation.table.whole = true;
  Add(block, NewRow(relation, block.block, offset, false), OpKind::kInsert,
      Less(line_.bytes, kRecord + kInsertPart));
  return nullptr;
}

const Text* TraceReader::Touch(const WalBlock& block, OpKind kind) {
  uint32_t offset = 0, number = 0;
  if (!line_.Number("off", 0, &offset)) return &kNoOffset;
  if (offset == 0 || offset > kMaxOffset) return &kOffset;
  Relation& relation = Of(block, &number);
  Add(block, RowAt(relation, block.block, offset), kind, 0);
  return nullptr;
}

// The new tuple is in block 0, the old one in block 1, or in 0 as well.
const Text* TraceReader::Update() {
  uint32_t from = 0, to = 0, number = 0;
  if (!line_.Number("old_off", 0, &from) && !line_.Number("off", 0, &from)) return &kNoOffset;
  if (!line_.Number("new_off", 0, &to) && !line_.Number("off", 1, &to)) return &kNoOffset;
  if (from == 0 || from > kMaxOffset || to == 0 || to > kMaxOffset) return &kOffset;
  const WalBlock& target = line_.blocks[0];
  const WalBlock& source = line_.blocks[line_.block_count > 1 ? 1 : 0];
  if (source.relation != target.relation) return &kOtherRelation;
  Relation& relation = Of(target, &number);
  const uint32_t row = RowAt(relation, source.block, from);
  Relation::Place& place = relation.places[uint64_t{target.block} << 16 | to];
  place.row = row;
  place.known = true;
  const uint32_t overhead = kRecord + kUpdatePart + (line_.block_count > 1 ? kSecondBlock : 0);
  Add(target, row, OpKind::kUpdate, Less(line_.bytes, overhead));
  return nullptr;
}

const Text* TraceReader::MultiInsert() {
  if (line_.block_count == 0) return &kNoBlock;
  uint32_t tuples = 0, number = 0;
  // "3 tuples flags 0x02", or in later versions "ntuples: 3, flags: 0x02".
  if (!line_.Number("ntuples", 0, &tuples) && !line_.FirstNumber(&tuples)) return &kTuples;
  if (tuples == 0 || tuples > kMaxTuples) return &kTuples;
  const WalBlock& block = line_.blocks[0];
  const uint32_t bytes = Less(line_.bytes, kRecord + kMultiPart) / tuples;
  Relation& relation = Of(block, &number);
  if (!block.image) relation.table.whole = true;
  for (uint32_t i = 0; i < tuples; ++i) {
    // On a fresh page they are the first; elsewhere older versions do not say.
    const uint32_t row =
        NewRow(Of(block, &number), block.block, line_.fresh_page ? i + 1 : 0, false);
    Add(block, row, OpKind::kInsert, Less(bytes, kMultiTuple));
  }
  return nullptr;
}

void TraceReader::Index() {
  const WalBlock& block = line_.blocks[0];
  uint32_t number = 0;
  Relation& relation = Of(block, &number);
  relation.table.index = relation.table.whole = true;
  // Entries move about: each is a row of its own.
  Add(block, NewRow(relation, block.block, 0, false), OpKind::kEntry,
      Less(line_.bytes, kRecord + kEntryPart));
}

}  // namespace afterimage::pg_trace
