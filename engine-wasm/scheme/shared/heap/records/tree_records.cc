#include "scheme/shared/heap/records/tree_records.h"

#include <algorithm>

#include "scheme/shared/heap/story.h"

namespace afterimage::heap {

TreeRecords::TreeRecords(const EngineContext& context, PersistentHeap& heap, Library& library,
                         LockManager& locks, uint32_t fanout, bool arrays)
    : Records(context, heap, library, locks, kIndexedRecord),
      btree_(context, heap, library, locks, fanout),
      arrays_(arrays),
      changed_(ArenaAllocator<Address>(context.arena)) {}

// --- Which tree ----------------------------------------------------------------------------------

uint32_t TreeRecords::ShiftOf(const TableInfo& info, bool arrays) {
  if (!arrays || info.array_columns == 0) return 64;
  uint32_t shift = 0;
  for (uint32_t i = info.array_columns - 1u; i < KeyColumns::kMost; ++i)
    shift += info.columns[0].bits[i];
  return shift;
}

// Keys increase with rows.
TreeRecords::Division TreeRecords::DivisionOf(const InitialRows& rows, TableId table, bool arrays) {
  Division division;
  division.shift = ShiftOf(rows.table(table), arrays);
  const uint64_t count = rows.RowCount(table);
  if (division.shift == 64 || count == 0) return division;
  division.first = rows.KeyAt(table, 0) >> division.shift;
  const Key last = rows.KeyAt(table, count - 1) >> division.shift;
  constexpr uint64_t kMostTrees = 4096;
  division.values = static_cast<uint32_t>(std::min(last - division.first + 1, kMostTrees));
  return division;
}

TreeRecords::Division TreeRecords::DivisionOf(TableId table) const {
  Division division;
  division.shift = ShiftOf(schema_.table(table), arrays_);
  division.first = roots_[table].first;
  division.values = static_cast<uint32_t>(roots_[table].count) - schema_.table(table).indexes();
  return division;
}

BTree::Tree TreeRecords::TreeNumber(TableId table, uint32_t number) const {
  const Root& root = roots_[table];
  return {table, static_cast<Address>(root.at + number * kWord), number,
          static_cast<uint32_t>(root.count)};
}

BTree::Tree TreeRecords::TreeOf(TableId table, uint32_t index, Key key) const {
  if (index > 0) return TreeNumber(table, static_cast<uint32_t>(roots_[table].count) - 1);
  return TreeNumber(table, DivisionOf(table).Of(key));
}

// --- The fresh database --------------------------------------------------------------------------

uint64_t TreeRecords::RootBytesOf(const InitialRows& rows, bool arrays) {
  uint64_t words = 0;
  for (uint32_t i = 0; i < rows.table_count(); ++i) {
    const auto table = static_cast<TableId>(i);
    words += DivisionOf(rows, table, arrays).values + rows.table(table).indexes();
  }
  return (words * kWord + kLineBytes - 1) / kLineBytes * kLineBytes;
}

uint64_t TreeRecords::HeapBytesOf(const InitialRows& rows, uint32_t fanout, bool arrays) {
  uint64_t lines = 0;
  for (uint32_t i = 0; i < rows.table_count(); ++i) {
    const auto table = static_cast<TableId>(i);
    const uint64_t count = rows.RowCount(table);
    lines += count * kIndexedRecord.Lines(rows.table(table).value_bytes);
    const uint64_t trees = DivisionOf(rows, table, arrays).values + rows.table(table).indexes();
    // A division of the rows needs at most a node more at each level of each tree.
    lines += (rows.table(table).indexes() * BTree::NodesFor(count, fanout) +
              trees * (BTree::NodesFor(count, fanout) == 1 ? 1 : BTree::kMostHeight / 2)) *
             BTree::Lines(fanout);
  }
  return lines * kLineBytes;
}

bool TreeRecords::FormatTree(const InitialRows& rows, TableId table, uint32_t number, uint64_t from,
                             uint64_t to, const std::vector<Address>& records) {
  const bool primary = number + 1 < roots_[table].count || rows.table(table).indexes() == 1;
  const uint64_t root = btree_.Format(to - from, [&](uint64_t i) -> BTree::Node::Entry {
    if (primary) return {rows.KeyAt(table, from + i), records[from + i]};
    uint64_t row = 0;
    const Key key = rows.SecondaryAt(table, i, &row);
    return {key, records[row]};
  });
  nvm_.Format(static_cast<Address>(roots_[table].at + number * kWord), &root, sizeof root);
  return root != 0;
}

bool TreeRecords::Format(const InitialRows& rows, Address data) {
  Address next = data;
  for (uint32_t i = 0; i < rows.table_count(); ++i) {
    const auto table = static_cast<TableId>(i);
    const TableInfo& info = rows.table(table);
    const Division division = DivisionOf(rows, table, arrays_);
    const uint32_t trees = division.values + info.indexes();
    roots_[i] = {next, trees, info.value_bytes, division.first};
    next += trees * kWord;
    nvm_.Format(RootAt(i), &roots_[i], sizeof roots_[i]);
    const uint64_t count = rows.RowCount(table);
    std::vector<Address> records(count);
    Value value;
    for (uint64_t row = 0; row < count; ++row) {
      records[row] = FormatRecord(rows, table, row, &value);
      if (records[row] == 0) return false;
    }
    uint64_t from = 0;
    for (uint32_t tree = 0; tree < division.values; ++tree) {
      uint64_t to = from;
      while (to < count && division.Of(rows.KeyAt(table, to)) == tree) ++to;
      if (!FormatTree(rows, table, tree, from, to, records)) return false;
      from = to;
    }
    if (!FormatTree(rows, table, division.values, from, count, records)) return false;
    if (info.indexes() > 1 && !FormatTree(rows, table, trees - 1, 0, count, records)) return false;
  }
  return true;
}

bool TreeRecords::Open(uint64_t* lines_read) {
  for (uint32_t table = 0; table < schema_.table_count(); ++table) {
    if (roots_[table].count < schema_.table(static_cast<TableId>(table)).indexes()) return false;
    for (uint64_t i = 0; i < roots_[table].count; ++i) {
      ++*lines_read;
      if (!btree_.IsNode(nvm_.LoadWord(static_cast<Address>(roots_[table].at + i * kWord))))
        return false;
    }
  }
  return true;
}

// --- Reading -------------------------------------------------------------------------------------

Task<Status> TreeRecords::Find(Thread& thread, Transaction& txn, TableId table, Key key,
                               Address* record) {
  BTree::Path path;
  BTree::Node leaf;
  *record = 0;
  const Status status = co_await btree_.FindLeaf(thread, txn, TreeOf(table, 0, key), key, &path);
  if (status != Status::kOk) co_return status;
  // The way down has read it.
  if (!btree_.PlainNode(path.leaf().node, &leaf)) co_return Status::kDamaged;
  const uint32_t slot = path.leaf().slot;
  if (slot == leaf.count || leaf.entries[slot].key != key) co_return Status::kNotFound;
  if (!IsRecord(table, leaf.entries[slot].ref)) co_return Status::kDamaged;
  *record = static_cast<Address>(leaf.entries[slot].ref);
  co_await nvm_.Read(thread, Category::kDataIo, *record, kLineBytes);
  co_return Status::kOk;
}

Task<Status> TreeRecords::FirstUp(Thread& thread, Transaction& txn, const BTree::Tree& tree,
                                  const KeyRange& range, Entry* entry) {
  BTree::Path path;
  BTree::Node leaf;
  Status status = co_await btree_.FindLeaf(thread, txn, tree, range.from, &path);
  Address at = status == Status::kOk ? path.leaf().node : 0;
  for (uint32_t read = 0; status == Status::kOk; ++read) {
    if (read > heap_.blocks() || !btree_.PlainNode(at, &leaf)) co_return Status::kDamaged;
    for (uint32_t i = 0; i < leaf.count; ++i) {
      const BTree::Node::Entry& found = leaf.entries[i];
      if (found.key < range.from) continue;
      if (found.key > range.to) co_return Status::kNotFound;
      if (!IsRecord(range.table, found.ref)) co_return Status::kDamaged;
      *entry = {found.key, static_cast<Address>(found.ref), false};
      co_return Status::kOk;
    }
    status = co_await btree_.NextLeaf(thread, txn, tree, &at);
    if (at == 0) co_return Status::kNotFound;
    co_await nvm_.Read(thread, Category::kDataIo, at, kLineBytes);
  }
  co_return status;
}

Task<Status> TreeRecords::FirstDown(Thread& thread, Transaction& txn, const BTree::Tree& tree,
                                    const KeyRange& range, Entry* entry) {
  BTree::Path path;
  BTree::Node leaf;
  for (Key to = range.to;; --to) {
    const Status status = co_await btree_.FindLeaf(thread, txn, tree, to, &path);
    if (status != Status::kOk) co_return status;
    if (!btree_.PlainNode(path.leaf().node, &leaf)) co_return Status::kDamaged;
    for (uint32_t i = leaf.count; i-- > 0;) {
      const BTree::Node::Entry& found = leaf.entries[i];
      if (found.key > to) continue;
      if (found.key < range.from) co_return Status::kNotFound;
      if (!IsRecord(range.table, found.ref)) co_return Status::kDamaged;
      *entry = {found.key, static_cast<Address>(found.ref), false};
      co_return Status::kOk;
    }
    const Key before = to;
    if (!btree_.LeastKey(path, &to) || to <= range.from) co_return Status::kNotFound;
    if (to > before) co_return Status::kDamaged;
  }
}

// The keys of an array of trees are in order within each tree.
Task<Status> TreeRecords::First(Thread& thread, Transaction& txn, const KeyRange& range,
                                Entry* entry) {
  const BTree::Tree first = TreeOf(range.table, range.index, range.from),
                    last = TreeOf(range.table, range.index, range.to);
  // Whatever lies before or behind all arrays shares a tree, so a range over it may lie around
  // them.
  const Division division = DivisionOf(range.table);
  const bool around = first.number == division.values && division.values > 0 &&
                      range.from >> division.shift != range.to >> division.shift;
  const bool several = first.number != last.number || around;
  const uint32_t trees = several ? division.values + 1 : 1;
  bool any = false;
  for (uint32_t i = 0; i < trees; ++i) {
    const BTree::Tree tree = several ? TreeNumber(range.table, i) : first;
    Entry found;
    Status status = Status::kOk;
    if (range.descending) {
      status = co_await FirstDown(thread, txn, tree, range, &found);
    } else {
      status = co_await FirstUp(thread, txn, tree, range, &found);
    }
    if (status == Status::kNotFound) continue;
    if (status != Status::kOk) co_return status;
    if (!any || (found.key < entry->key) != range.descending) *entry = found;
    any = true;
  }
  co_return any ? Status::kOk : Status::kNotFound;
}

// --- Changing ------------------------------------------------------------------------------------

void TreeRecords::NoteChanged(TableId table, Key key) {
  if constexpr (!kTraced) return;
  const Address tree = TreeOf(table, 0, key).root_word;
  changed_.erase(std::remove(changed_.begin(), changed_.end(), tree), changed_.end());
  changed_.push_back(tree);
}

Task<Status> TreeRecords::Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                                 const Value& value) {
  const uint32_t indexes = schema_.table(table).indexes();
  BTree::Change* changes[kMaxIndexes] = {};
  Key keys[kMaxIndexes];
  Status status = Status::kOk;
  for (uint32_t i = 0; status == Status::kOk && i < indexes; ++i) {
    keys[i] = KeyIn(table, i, key, value);
    status =
        co_await btree_.PlanInsert(thread, txn, TreeOf(table, i, keys[i]), keys[i], &changes[i]);
  }
  uint32_t updates = 1;  // the record's header
  Address record = 0;
  if (status == Status::kOk) {
    co_await Ordered(thread);
    for (uint32_t i = 0; i < indexes; ++i)
      if (!btree_.ComputeInsert(*changes[i], keys[i], &updates)) status = Status::kDamaged;
  }
  if (status == Status::kOk) {
    co_await Step(thread, {kIndexRoom, 0, 0});
    co_await Ordered(thread);
    const bool room = co_await library_.Reserve(thread, txn, updates, 0);
    if (!room) status = Status::kMustAbort;
  }
  if (status == Status::kOk) {
    record = co_await library_.Allocate(thread, txn, shape_.Lines(value.size), kIndexRecordTake);
    if (record == 0) status = Status::kPageFull;
  }
  for (uint32_t i = 0; status == Status::kOk && i < indexes; ++i) {
    const bool taken = co_await btree_.Allocate(thread, txn, *changes[i]);
    if (taken) continue;
    if (i > 0) btree_.ReturnBlocks(txn, *changes[0]);
    library_.Return(txn, record);
    status = Status::kPageFull;
  }
  if (status == Status::kOk) {
    NoteChanged(table, key);
    uint8_t block[kMaxBlockLines * kLineBytes];
    const uint32_t bytes = RecordBytes(table, key, value, block);
    co_await library_.Fill(thread, record + kWord, block, bytes,
                           {kIndexRecordFill, kTreeNodes, record});
    co_await library_.Set(thread, txn, record + kHeaderAt, heap_.HeaderOf(record, true),
                          {kIndexRecordOwn, kHeapStructure, record});
    for (uint32_t i = 0; i < indexes; ++i) {
      changes[i]->record = record;
      co_await btree_.Apply(thread, txn, *changes[i], kIndexStore, kIndexRoot, kUnindexNode);
    }
  }
  for (BTree::Change* change : changes) btree_.GiveBack(change);
  co_return status;
}

Task<Status> TreeRecords::Erase(Thread& thread, Transaction& txn, TableId table, Key key) {
  const uint32_t indexes = schema_.table(table).indexes();
  BTree::Change* changes[kMaxIndexes] = {};
  Address record = 0;
  Status status = Status::kOk;
  for (uint32_t i = 0; status == Status::kOk && i < indexes; ++i) {
    Key own = key;
    if (i > 0) {
      Value value;
      ReadValue(thread, table, record, &value);
      co_await nvm_.AwaitReads(thread);
      own = KeyIn(table, i, key, value);
    }
    status = co_await btree_.PlanErase(thread, txn, TreeOf(table, i, own), own, &changes[i]);
    if (status != Status::kOk) break;
    const uint64_t found = btree_.FoundBy(*changes[i]);
    if (!IsRecord(table, found) || (i > 0 && found != record)) status = Status::kDamaged;
    record = static_cast<Address>(found);
  }
  uint32_t updates = 0, frees = 1;  // the record
  if (status == Status::kOk) {
    co_await Ordered(thread);
    for (uint32_t i = 0; i < indexes; ++i)
      if (!btree_.ComputeErase(*changes[i], &updates, &frees)) status = Status::kDamaged;
  }
  if (status == Status::kOk) {
    co_await Step(thread, {kUnindexRoom, 0, 0});
    co_await Ordered(thread);
    const bool room = co_await library_.Reserve(thread, txn, updates, frees);
    if (!room) status = Status::kMustAbort;
  }
  if (status == Status::kOk) {
    NoteChanged(table, key);
    for (uint32_t i = 0; i < indexes; ++i)
      co_await btree_.Apply(thread, txn, *changes[i], kUnindexStore, kUnindexRoot, kUnindexNode);
    co_await Step(thread, {kUnindexRecord, kTreeNodes, record});
    co_await library_.Free(thread, txn, record);
  }
  for (BTree::Change* change : changes) btree_.GiveBack(change);
  co_return status;
}

}  // namespace afterimage::heap
