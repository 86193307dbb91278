// Look-ups without locks. Nothing protects what they find, so their results are of one instant, at
// which all pages are in the pool. If a page is missing, they bring it and start again, since their
// earlier findings may not hold any more.
#include "scheme/page_engine/records/indexed_records.h"

namespace afterimage {

Task<bool> RecordAccess::ReadUnlocked(Thread& thread, Transaction& txn, TableId table, Key key,
                                      Value* value, Status* status) {
  for (uint32_t tries = 0; tries < kUnlockedTries; ++tries) {
    thread.At({0, kBufferStructure, ShownPage(key)});
    Frame* frame = nullptr;
    Rid rid;
    co_await Ordered(thread);
    if (TryLocate(thread, txn, table, key, &frame, &rid.slot, status)) {
      const bool found = *status == Status::kOk;
      // An entry may lead to a record that is gone: its owner is about to take the entry away, too.
      const bool there = found && pool_.ReadRecord(frame, rid.slot, value);
      if (found) pool_.Unfix(thread, frame);
      ForgetPlace(txn);
      co_return there || !found;
    }
    *status = co_await Locate(thread, table, key, &frame, &rid, nullptr);
    if (*status == Status::kOk) pool_.Unfix(thread, frame);
    ForgetPlace(txn);
    if (*status == Status::kDamaged) co_return false;
  }
  co_return false;
}

Task<bool> IndexedRecords::FindUnlocked(Thread& thread, const KeyRange& range,
                                        IndexTree::Found* found, IndexTree::Outcome* outcome) {
  IndexTree& tree = Tree(range.table, range.index);
  if (range.descending) {
    *outcome = co_await tree.FindLast(thread, range.from, range.to, found);
    co_return *outcome != IndexTree::Outcome::kDamaged;
  }
  co_await Ordered(thread);
  const bool at_once = tree.TryFindFirst(thread, range.from, range.to, found, outcome);
  if (!at_once) *outcome = co_await tree.WalkToFirst(thread, range.from, range.to, found);
  co_return at_once;
}

Task<bool> IndexedRecords::SeekUnlocked(Thread& thread, Transaction& txn, const KeyRange& range,
                                        Key* key, Value* value, Status* status) {
  IndexTree& tree = Tree(range.table, range.index);
  for (uint32_t tries = 0; tries < kUnlockedTries; ++tries) {
    thread.At({0, kBufferStructure, 0});
    IndexTree::Found found;
    IndexTree::Outcome outcome = IndexTree::Outcome::kMissing;
    const bool at_once = co_await FindUnlocked(thread, range, &found, &outcome);
    if (outcome == IndexTree::Outcome::kDamaged) co_return false;
    *status = Status::kNotFound;
    if (at_once && outcome == IndexTree::Outcome::kMissing) co_return true;
    const Rid rid = Rid::Of(found.entry.value);
    if (!at_once || rid.page >= pages_.page_limit()) continue;
    co_await Ordered(thread);
    Frame* frame = tree.Unchanged(found) ? pages_.TryFix(thread, rid.page) : nullptr;
    if (frame) {
      *status = pool_.ReadRecord(frame, rid.slot, value) ? Status::kOk : Status::kDamaged;
      pool_.Unfix(thread, frame);
      *key = found.entry.key;
      ForgetPlace(txn);
      co_return *status == Status::kOk;
    }
    frame = co_await pool_.Bring(thread, rid.page);
    if (!frame) co_return false;
    pool_.Unfix(thread, frame);
  }
  co_return false;
}

}  // namespace afterimage
