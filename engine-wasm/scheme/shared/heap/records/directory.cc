#include "scheme/shared/heap/records/directory.h"

#include <algorithm>

namespace afterimage::heap {

Directory::Directory(Arena& arena, const Schema& schema)
    : schema_(schema), changes_(ArenaAllocator<Change>(arena)) {
  for (Index*& index : indexes_)
    index = arena.New<Index>(ArenaAllocator<std::pair<const Key, Here>>(arena));
}

void Directory::Clear() {
  for (Index* index : indexes_) index->clear();
  changes_.clear();
}

Key Directory::KeyIn(TableId table, uint32_t index, Key key, const uint8_t* value) const {
  return index == 0 ? key : schema_.table(table).secondary(key, value);
}

bool Directory::Add(TableId table, Key key, const uint8_t* value, Address node) {
  bool fresh = true;
  for (uint32_t index = 0; index < schema_.table(table).indexes(); ++index) {
    fresh =
        IndexOf(table, index).insert({KeyIn(table, index, key, value), Here{node, false}}).second &&
        fresh;
  }
  return fresh;
}

void Directory::Put(const Transaction& txn, TableId table, Key key, const uint8_t* value,
                    const Here& here) {
  for (uint32_t i = 0; i < schema_.table(table).indexes(); ++i) {
    const Key own = KeyIn(table, i, key, value);
    Here& entry = IndexOf(table, i)[own];
    changes_.push_back({txn.id, table, static_cast<uint8_t>(i), own, entry});
    entry = here;
  }
}

void Directory::Insert(const Transaction& txn, TableId table, Key key, const uint8_t* value,
                       Address node) {
  Put(txn, table, key, value, {node, false});
}

void Directory::Erase(const Transaction& txn, TableId table, Key key, const uint8_t* value,
                      Address node) {
  Put(txn, table, key, value, {node, true});
}

bool Directory::First(const KeyRange& range, Entry* entry) const {
  const Index& index = IndexOf(range.table, range.index);
  auto found = range.descending ? index.upper_bound(range.to) : index.lower_bound(range.from);
  if (range.descending) {
    if (found == index.begin()) return false;
    --found;
  } else if (found == index.end()) {
    return false;
  }
  if (found->first < range.from || found->first > range.to) return false;
  *entry = {found->first, found->second.node, found->second.gone};
  return true;
}

void Directory::Forget(TxnId txn) {
  changes_.erase(std::remove_if(changes_.begin(), changes_.end(),
                                [&](const Change& change) { return change.txn == txn; }),
                 changes_.end());
}

void Directory::Committed(const Transaction& txn) {
  for (const Change& change : changes_) {
    if (change.txn != txn.id) continue;
    Index& index = IndexOf(change.table, change.index);
    const auto found = index.find(change.key);
    if (found != index.end() && found->second.gone) index.erase(found);
  }
  Forget(txn.id);
}

void Directory::RolledBack(const Transaction& txn) {
  for (size_t i = changes_.size(); i-- > 0;) {
    const Change& change = changes_[i];
    if (change.txn != txn.id) continue;
    Index& index = IndexOf(change.table, change.index);
    if (change.before.node == 0) {
      index.erase(change.key);
    } else {
      index[change.key] = change.before;
    }
  }
  Forget(txn.id);
}

}  // namespace afterimage::heap
