#include "workload/pg_wal/trace_reader.h"

#include <algorithm>

#include "base/digest.h"
#include "workload/pg_wal/index_entry.h"
#include "workload/pg_wal/savepoints.h"
#include "workload/pg_wal/scanner.h"
#include "workload/replay/relation_names.h"

namespace afterimage::replay {
namespace {

constexpr Text kNoBlock = {"the record names no block", "记录没有指明块"};
constexpr Text kNoOffset = {"the record does not say where on the page", "记录没有指明页内位置"};
constexpr Text kOffset = {"an offset on a page is from 1 to 32767", "页内位置应为 1 到 32767"};
constexpr Text kTuples = {"the number of tuples is expected, from 1 to 2047",
                          "此处应为元组数，1 到 2047"};
constexpr Text kTooMany = {"more than 20000000 operations", "操作超过 20000000 个"};
constexpr Text kOtherRelation = {"an update leads to another relation", "更新指向了另一个关系"};

constexpr uint32_t kMaxTuples = 2047;  // of a page of 32 KB there are fewer
constexpr size_t kMaxMembers = 1'000'000;
constexpr uint32_t kMostLookedAt = 256;  // open ones, for the transaction of a savepoint

// The bytes of a record besides the tuple: its header (24), a block (20, a further one of the same
// relation 8), the head of its main part (2), that part, and the tuple's own short header (5).
constexpr uint32_t kRecord = 24 + 20 + 2;
constexpr uint32_t kSecondBlock = 8;
constexpr uint32_t kInsertPart = 3 + 5;
constexpr uint32_t kUpdatePart = 14 + 5;
constexpr uint32_t kEntryPart = 2;
constexpr uint32_t kMultiPart = 4;  // and for each tuple an offset and a header
constexpr uint32_t kMultiTuple = 2 + 7;

uint64_t PageOf(const WalBlock& block) {
  Digest page;
  page.Bytes(block.relation.data(), block.relation.size());
  page.Word(block.block);
  return page.Value();
}

// True if the record makes the page of its block `i`: a split moves rows to a new one.
bool MakesPage(const WalLine& line, uint32_t i) {
  const bool splits = line.operation.find("SPLIT") != std::string_view::npos;
  return i == 0 ? line.fresh_page || line.operation == "NEWROOT" : splits && i == 1;
}

uint32_t Less(uint32_t bytes, uint32_t overhead) { return bytes > overhead ? bytes - overhead : 1; }

bool IsOffset(uint32_t offset) { return offset > 0 && offset <= RowPlaces::kMaxOffset; }

}  // namespace

void TraceReader::OnRecord(std::string_view record, const TextPlace& place) {
  uint32_t column = 0;
  const Text* reason = ParseWalLine(record, &line_, &column);
  if (!reason) {
    ++trace_.records;
    if (ranges_.Repeats(line_.lsn)) {
      ++trace_.repeated;
      return;
    }
    Weigh();
    reason = log_.ops.size() < Trace::kMaxOperations ? Record() : &kTooMany;
    if (!reason) return;
    --trace_.records;
    column = 1;
  }
  OnUnread({place.line, place.column == 0 ? 0 : place.column - 1 + column}, *reason);
}

void TraceReader::OnUnread(const TextPlace& place, const Text& reason) {
  if (trace_.unread++ == 0) trace_.first_unread = {place.line, reason, place.column};
}

void TraceReader::Weigh() {
  trace_.volume.AddRecord(line_.lsn, line_.total, line_.bytes);
  for (uint32_t i = 0; i < line_.block_count; ++i) {
    const WalBlock& block = line_.blocks[i];
    if (!block.main_fork || pages_.size() >= Trace::kMaxPages) continue;
    const uint64_t page = PageOf(block);
    if (!pages_.insert(page).second) continue;
    const bool fresh = MakesPage(line_, i);
    if (fresh) fresh_pages_.insert(page);
    trace_.volume.AddPage(fresh || block.image);
  }
}

const Text* TraceReader::Record() {
  if (line_.manager == "Transaction") return Transaction();
  if (line_.manager == "MultiXact") return Multixact(), nullptr;
  if (line_.manager == "XLOG") return Restart(), nullptr;
  if (line_.manager == "Heap2" && line_.block_count > 0) {
    uint32_t freed = 0;
    const bool cleans = line_.operation == "VACUUM" || line_.operation.substr(0, 5) == "PRUNE";
    if (cleans && (!line_.Number("nunused", 0, &freed) || freed > 0)) {
      uint32_t number = 0;
      Of(line_.blocks[0], &number);
      rows_[number].places.Clean(line_.blocks[0].block);
    }
  }
  if (line_.xid == 0) return Skip(), nullptr;
  if (line_.manager == "Heap") return Heap();
  if (line_.manager == "Heap2" && line_.operation == "MULTI_INSERT") return MultiInsert();
  if (line_.manager == "Heap2" && line_.operation == "LOCK_UPDATED" && line_.block_count > 0) {
    return Touch(line_.blocks[0], OpKind::kLock);
  }
  if (const WalBlock* block = EntryBlock(line_)) return Entry(*block), nullptr;
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

void TraceReader::Finish() {
  for (Part& part : log_.parts) {
    if (part.end == Part::End::kNone) part.commits_at_end = commits_;
  }
  for (size_t i = 0; i < rows_.size(); ++i) {
    const Rows& rows = rows_[i];
    trace_.derived_rows += rows.places.derived();
    trace_.hidden_rows += rows.places.hidden();
    std::vector<uint32_t>& blocks = log_.relations[i].table.blocks;
    blocks.assign(rows.entry_blocks.begin(), rows.entry_blocks.end());
    std::sort(blocks.begin(), blocks.end());
  }
  trace_.backwards = ranges_.backwards();
  FindSavepoints(lone_aborts_, &log_, &trace_);
  trace_.databases = NameRelations(&log_);
}

// --- Transactions --------------------------------------------------------------------------------

uint32_t TraceReader::PartOf(uint32_t xid) {
  const auto [found, fresh] = open_.try_emplace(xid, static_cast<uint32_t>(log_.parts.size()));
  if (fresh) {
    Part part;
    part.xid = xid;
    part.parent = found->second;
    part.first_op = part.last_op = static_cast<uint32_t>(log_.ops.size());
    part.commits_before = commits_;
    log_.parts.push_back(part);
  }
  return found->second;
}

bool TraceReader::IsOpen(uint32_t number) const {
  const Part& part = log_.parts[number];
  return part.end == Part::End::kNone && part.parent == number && !part.forgotten;
}

void TraceReader::Restart() {
  uint64_t redo = 0;
  Scanner scan(line_.description);
  if (line_.operation.substr(0, 10) == "CHECKPOINT" && scan.Take("redo") && scan.Position(&redo))
    trace_.volume.AddCheckpoint(redo);
  if (line_.operation == "CHECKPOINT_SHUTDOWN" || line_.operation == "END_OF_RECOVERY") {
    for (auto each = open_.begin(); each != open_.end();) {
      Part& part = log_.parts[each->second];
      part.commits_at_end = commits_;
      part.forgotten = !part.prepared;
      each = part.prepared ? std::next(each) : open_.erase(each);
    }
  }
  Skip();
}

uint32_t TraceReader::TakeParts(uint32_t part) {
  size_t at = 0;
  uint32_t last = 0;
  while (const uint32_t sub = NextSubtransaction(line_.description, &at)) {
    last = std::max(last, sub);
    const auto found = open_.find(sub);
    ++trace_.sub_transactions;
    if (found == open_.end() || found->second == part) continue;
    log_.parts[found->second].parent = part;
    open_.erase(found);
  }
  return last;
}

const Text* TraceReader::Transaction() {
  const bool commits = line_.operation == "COMMIT" || line_.operation == "COMMIT_PREPARED";
  const bool aborts = line_.operation == "ABORT" || line_.operation == "ABORT_PREPARED";
  if (line_.operation == "PREPARE" && line_.xid != 0) log_.parts[PartOf(line_.xid)].prepared = true;
  uint32_t top = 0;
  if (line_.operation == "ASSIGNMENT" && line_.Number("xtop", 0, &top)) {
    log_.parts[PartOf(top)].announced = true;
  }
  if (!commits && !aborts) return Skip(), nullptr;
  const uint32_t xid = EndedTransaction(line_);
  if (xid == 0) return Skip(), nullptr;
  const uint32_t number = PartOf(xid);
  const uint32_t last_named = TakeParts(number);
  Part& part = log_.parts[number];
  part.last_named = last_named;
  part.end = commits ? Part::End::kCommit : Part::End::kAbort;
  part.commits_at_end = commits_;
  commits_ += commits;
  if (commits) trace_.volume.AddCommit();
  if (commits) trace_.times.Add(TimeIn(line_.description));
  log_.ended.push_back(number);
  open_.erase(xid);
  if (aborts && !part.prepared) NoteLoneAbort(number);
  return nullptr;
}

// A savepoint has a parent that is older, and that does nothing while it lasts.
void TraceReader::NoteLoneAbort(uint32_t number) {
  const Part& part = log_.parts[number];
  LoneAbort lone;
  lone.part = number;
  const auto same = same_.find(number);
  if (same != same_.end()) lone.sure = same->second;
  uint32_t looked_at = 0;
  for (auto each = open_.lower_bound(part.xid); each != open_.begin();) {
    const Part& parent = log_.parts[(--each)->second];
    if (lone.count == LoneAbort::kMostParents || ++looked_at > kMostLookedAt) break;
    if (parent.prepared || parent.first_op >= part.first_op || parent.last_op >= part.first_op)
      continue;
    lone.parents[lone.count++] = each->second;
  }
  if (lone.sure == 0 && lone.count == 0) return;
  lone_aborts_.push_back(lone);
  RawOp end;
  end.part = number;
  end.rolls_back = true;
  log_.ops.push_back(end);
}

// "CREATE_ID 3 offset 5 nmembers 2: 960 (keysh) 961 (keysh)": who locks a row together, and how.
void TraceReader::Multixact() {
  static constexpr std::pair<std::string_view, RowLock> kModes[] = {
      {"keysh", RowLock::kKeyShare},          {"sh", RowLock::kShare},
      {"fornokeyupd", RowLock::kNoKeyUpdate}, {"nokeyupd", RowLock::kNoKeyUpdate},
      {"forupd", RowLock::kUpdate},           {"upd", RowLock::kUpdate}};
  uint32_t id = 0, xid = 0;
  Scanner scan(line_.description);
  Skip();
  if (line_.operation != "CREATE_ID" || !scan.Number(&id)) return;
  const size_t colon = scan.rest().find(':');
  if (colon == std::string_view::npos) return;
  scan = Scanner(scan.rest().substr(colon + 1));
  while (scan.Number(&xid) && scan.Take("(") && members_.size() < kMaxMembers) {
    const std::string_view name = scan.Word();
    for (const auto& [mode, lock] : kModes) {
      if (mode == name) members_[uint64_t{id} << 32 | xid] = lock;
    }
    scan.Take(")");
    scan.Take(",");
  }
}

// --- Rows ----------------------------------------------------------------------------------------

Relation& TraceReader::Of(const WalBlock& block, uint32_t* number) {
  auto found = by_name_.find(block.relation);
  if (found == by_name_.end()) {
    found =
        by_name_.emplace(std::string(block.relation), static_cast<uint32_t>(log_.relations.size()))
            .first;
    log_.relations.emplace_back();
    rows_.emplace_back();
    log_.relations.back().name = found->first;
    log_.relations.back().table.in_blocks = true;
  }
  *number = found->second;
  return log_.relations[found->second];
}

void TraceReader::Add(const WalBlock& block, uint32_t row, OpKind kind, RowLock lock,
                      uint32_t bytes) {
  RawOp raw;
  raw.part = PartOf(line_.xid);
  Part& part = log_.parts[raw.part];
  Relation& relation = Of(block, &raw.relation);
  raw.op.row = row;
  raw.op.kind = kind;
  raw.op.lock = lock;
  raw.op.bytes = static_cast<uint16_t>(std::min(bytes, kMaxValueBytes));
  trace_.clipped += bytes > kMaxValueBytes;
  if (kind == OpKind::kInsert || kind == OpKind::kEntry) {
    relation.table.widest = std::max<uint32_t>(relation.table.widest, raw.op.bytes);
  }
  std::vector<uint32_t>& writers = rows_[raw.relation].writer;
  writers.resize(relation.table.keys.size());
  uint32_t& writer = writers[row];
  // No other transaction could change a row that an open transaction has changed.
  if (writer != 0 && writer != raw.part + 1 && lock >= RowLock::kNoKeyUpdate &&
      IsOpen(writer - 1)) {
    same_.try_emplace(raw.part, writer);
  }
  if (raw.op.Writes()) writer = raw.part + 1;
  part.last_op = static_cast<uint32_t>(log_.ops.size());
  log_.ops.push_back(raw);
  ++relation.ops;
}

// The bits that are set for a lock: FOR SHARE has those of the weaker and of the stronger. The
// holders of a shared lock are in the record that made the multixact.
RowLock TraceReader::LockOf(uint32_t xmax) const {
  if (line_.Says("IS_MULTI")) {
    const auto member = members_.find(uint64_t{xmax} << 32 | line_.xid);
    if (member != members_.end()) return member->second;
  }
  if (line_.Says("KEYSHR_LOCK")) {
    return line_.Says("EXCL_LOCK") ? RowLock::kShare : RowLock::kKeyShare;
  }
  return line_.Says("KEYS_UPDATED") || !line_.Says("EXCL_LOCK") ? RowLock::kUpdate
                                                                : RowLock::kNoKeyUpdate;
}

const Text* TraceReader::Heap() {
  if (line_.operation == "INSERT") {
    return line_.block_count == 0 ? &kNoBlock : Insert(line_.blocks[0]);
  }
  if (line_.operation == "UPDATE" || line_.operation == "HOT_UPDATE") {
    return line_.block_count == 0 ? &kNoBlock : Update();
  }
  if (line_.operation != "DELETE" && line_.operation != "LOCK") return Skip(), nullptr;
  if (line_.block_count == 0) return &kNoBlock;
  return Touch(line_.blocks[0], line_.operation == "LOCK" ? OpKind::kLock : OpKind::kErase);
}

const Text* TraceReader::Insert(const WalBlock& block) {
  uint32_t offset = 0, number = 0;
  if (!line_.Number("off", 0, &offset)) return &kNoOffset;
  if (!IsOffset(offset)) return &kOffset;
  Relation& relation = Of(block, &number);
  // A tuple whose page is logged completely is not in the record.
  if (!block.image) relation.table.whole = true;
  Add(block, rows_[number].places.Insert(relation.table, block.block, offset), OpKind::kInsert,
      RowLock::kUpdate, Less(line_.bytes, kRecord + kInsertPart));
  return nullptr;
}

const Text* TraceReader::Touch(const WalBlock& block, OpKind kind) {
  uint32_t offset = 0, number = 0, xmax = 0;
  if (!line_.Number("off", 0, &offset)) return &kNoOffset;
  if (!IsOffset(offset)) return &kOffset;
  if (!line_.Number("xmax", 0, &xmax)) line_.Number("xid", 0, &xmax);
  Relation& relation = Of(block, &number);
  Add(block, rows_[number].places.At(relation.table, block.block, offset), kind,
      kind == OpKind::kLock ? LockOf(xmax) : RowLock::kUpdate, 0);
  return nullptr;
}

// The new tuple is in block 0, the old one in block 1, or in 0 as well.
const Text* TraceReader::Update() {
  uint32_t from = 0, to = 0, number = 0;
  if (!line_.Number("old_off", 0, &from) && !line_.Number("off", 0, &from)) return &kNoOffset;
  if (!line_.Number("new_off", 0, &to) && !line_.Number("off", 1, &to)) return &kNoOffset;
  if (!IsOffset(from) || !IsOffset(to)) return &kOffset;
  const WalBlock& target = line_.blocks[0];
  const WalBlock& source = line_.blocks[line_.block_count > 1 ? 1 : 0];
  if (source.relation != target.relation) return &kOtherRelation;
  Relation& relation = Of(target, &number);
  const uint32_t row = rows_[number].places.At(relation.table, source.block, from);
  rows_[number].places.Move(row, target.block, to);
  const uint32_t overhead = kRecord + kUpdatePart + (line_.block_count > 1 ? kSecondBlock : 0);
  const RowLock lock = line_.Says("KEYS_UPDATED") ? RowLock::kUpdate : RowLock::kNoKeyUpdate;
  Add(target, row, OpKind::kUpdate, lock, Less(line_.bytes, overhead));
  return nullptr;
}

const Text* TraceReader::MultiInsert() {
  if (line_.block_count == 0) return &kNoBlock;
  uint32_t tuples = 0, number = 0;
  // "3 tuples flags 0x02", or in later versions "ntuples: 3, flags: 0x02".
  if (!line_.Number("ntuples", 0, &tuples) && !line_.FirstNumber(&tuples)) return &kTuples;
  if (tuples == 0 || tuples > kMaxTuples) return &kTuples;
  uint32_t offsets[kMaxTuples];
  const bool named = line_.Numbers("offsets", offsets, kMaxTuples) == tuples &&
                     std::all_of(offsets, offsets + tuples, IsOffset);
  const WalBlock& block = line_.blocks[0];
  const uint32_t bytes = Less(line_.bytes, kRecord + kMultiPart) / tuples;
  Relation& relation = Of(block, &number);
  if (!block.image) relation.table.whole = true;
  const uint32_t first = rows_[number].places.InsertMany(
      relation.table, block.block, tuples, named ? offsets : nullptr, line_.fresh_page);
  for (uint32_t i = 0; i < tuples; ++i) {
    Add(block, first + i, OpKind::kInsert, RowLock::kUpdate, Less(bytes, kMultiTuple));
  }
  return nullptr;
}

void TraceReader::Entry(const WalBlock& block) {
  uint32_t number = 0;
  Relation& relation = Of(block, &number);
  relation.table.index = relation.table.whole = true;
  if (fresh_pages_.count(PageOf(block)) == 0) rows_[number].entry_blocks.insert(block.block);
  // Entries move about: each is a row of its own. A record of a split does not give the size of its
  // new entry.
  const bool alone = line_.operation.substr(0, 6) == "INSERT" || line_.operation == "ADD_LEAF";
  Add(block, rows_[number].places.InsertHidden(relation.table, block.block), OpKind::kEntry,
      RowLock::kUpdate, alone ? Less(line_.bytes, kRecord + kEntryPart) : 0);
}

}  // namespace afterimage::replay
