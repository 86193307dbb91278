#include "db/lock_directory.h"

#include <algorithm>

#include "base/random.h"

namespace afterimage {

// --- Requests ------------------------------------------------------------------------------------

void LockRequestList::Count(LockMode mode) {
  ++count_[Index(mode)];
  modes_ = static_cast<LockModes>(modes_ | Only(mode));
}

void LockRequestList::Uncount(LockMode mode) {
  if (--count_[Index(mode)] == 0) modes_ = static_cast<LockModes>(modes_ & ~Only(mode));
}

void LockRequestList::PushBack(LockRequest* request) {
  request->previous = last_;
  request->next = nullptr;
  (last_ ? last_->next : first_) = request;
  last_ = request;
  Count(request->mode);
}

void LockRequestList::PushFront(LockRequest* request) {
  request->previous = nullptr;
  request->next = first_;
  (first_ ? first_->previous : last_) = request;
  first_ = request;
  Count(request->mode);
}

void LockRequestList::Remove(LockRequest* request) {
  (request->previous ? request->previous->next : first_) = request->next;
  (request->next ? request->next->previous : last_) = request->previous;
  Uncount(request->mode);
}

void LockRequestList::ChangeMode(LockRequest* request, LockMode mode) {
  Uncount(request->mode);
  request->mode = mode;
  Count(mode);
}

// --- Entries -------------------------------------------------------------------------------------

namespace {
constexpr uint32_t kFirstBuckets = 64;
}  // namespace

LockDirectory::LockDirectory(Arena& arena, LatchCosts head_costs)
    : arena_(arena), head_costs_(head_costs), buckets_(arena.NewArray<LockEntry*>(kFirstBuckets)),
      mask_(kFirstBuckets - 1) {}

LockEntry** LockDirectory::BucketOf(TableId table, Key key) const {
  return &buckets_[static_cast<uint32_t>(Mix64(key + (uint64_t{table} << 56))) & mask_];
}

LockEntry* LockDirectory::Find(TableId table, Key key) const {
  LockEntry* entry = *BucketOf(table, key);
  while (entry && (entry->name.key != key || entry->name.table != table)) entry = entry->chain;
  return entry;
}

LockEntry& LockDirectory::FindOrAdd(TableId table, Key key) {
  if (LockEntry* found = Find(table, key)) return *found;
  if (++size_ > mask_ + 1) Grow();
  auto* entry = new (arena_.AllocatePooled(sizeof(LockEntry))) LockEntry();
  entry->name = {table, false, key};
  LockEntry** bucket = BucketOf(table, key);
  entry->chain = *bucket;
  *bucket = entry;
  return *entry;
}

void LockDirectory::Grow() {
  LockEntry** old = buckets_;
  const uint32_t old_count = mask_ + 1;
  buckets_ = arena_.NewArray<LockEntry*>(old_count * 2);
  mask_ = old_count * 2 - 1;
  for (uint32_t i = 0; i < old_count; ++i) {
    for (LockEntry* entry = old[i]; entry;) {
      LockEntry* next = entry->chain;
      LockEntry** bucket = BucketOf(entry->name.table, entry->name.key);
      entry->chain = *bucket;
      *bucket = entry;
      entry = next;
    }
  }
}

TableHead& LockDirectory::Head(TableId table) {
  TableHead*& head = heads_[table];
  if (!head) {
    head = arena_.New<TableHead>(head_costs_);
    head->entry.name = {table, true, 0};
    head->entry.head = head;
  }
  return *head;
}

LockRequest* LockDirectory::NewRequest(Transaction& txn, LockEntry& entry, LockMode mode) {
  auto* request = new (arena_.AllocatePooled(sizeof(LockRequest))) LockRequest();
  request->txn = &txn;
  request->entry = &entry;
  request->mode = mode;
  return request;
}

void LockDirectory::EntryList::PushBack(LockEntry* entry) {
  entry->tagged = {last, nullptr};
  (last ? last->tagged.after : first) = entry;
  last = entry;
}

void LockDirectory::EntryList::Remove(LockEntry* entry) {
  const LockLinks at = entry->tagged;
  (at.before ? at.before->tagged.after : first) = at.after;
  (at.after ? at.after->tagged.before : last) = at.before;
}

void LockDirectory::Settle(LockEntry& entry) {
  if (!entry.idle()) return;
  if (!entry.head && entry.tag == kNoLsn) Free(entry);
}

void LockDirectory::Free(LockEntry& entry) {
  LockEntry** link = BucketOf(entry.name.table, entry.name.key);
  while (*link != &entry) link = &(*link)->chain;
  *link = entry.chain;
  --size_;
  arena_.Recycle(&entry, sizeof entry);
}

std::vector<const LockEntry*> LockDirectory::Busy() const {
  std::vector<const LockEntry*> busy;
  const auto add = [&](const LockEntry& entry) {
    if (!entry.idle()) busy.push_back(&entry);
  };
  for (const TableHead* head : heads_) {
    if (head) add(head->entry);
  }
  for (uint32_t i = 0; i <= mask_; ++i) {
    for (const LockEntry* entry = buckets_[i]; entry; entry = entry->chain) add(*entry);
  }
  std::sort(busy.begin(), busy.end(), [](const LockEntry* a, const LockEntry* b) { return a->since < b->since; });
  return busy;
}

// --- Tags ----------------------------------------------------------------------------------------

void LockDirectory::Tag(LockEntry& entry, Lsn lsn) {
  if (lsn <= durable_ || lsn <= entry.tag) return;
  if (entry.tag != kNoLsn) tagged_.Remove(&entry);
  entry.tag = lsn;
  tagged_.PushBack(&entry);
}

// Commits leave their tags nearly in the order of their LSNs: a tag behind a later one is forgotten
// with it, and counts no more meanwhile.
void LockDirectory::ForgetTagsUpTo(Lsn durable) {
  if (durable > durable_) durable_ = durable;
  while (LockEntry* entry = tagged_.first) {
    if (entry->tag > durable_) return;
    tagged_.Remove(entry);
    entry->tag = kNoLsn;
    if (entry->idle()) Free(*entry);
  }
}

}  // namespace afterimage
